#include "trial.hpp"

#include <gtest/gtest.h>

#include "tocca/check/motion_step.hpp"

namespace tocca::testing {

Trial::Trial(const Problem& problem, const CheckSettings& settings, const JudgeSettings& judge, bool self_collision)
    : checker_(problem, settings, {.self_collision = self_collision}),
      query_(checker_.query()),
      world_(problem, self_collision),
      judge_(judge) {
  judge_.clearance_m = problem.clearance.default_m;
  judge_.tolerance_m = settings.tolerance_m;
}

const SegmentVerdict& Trial::ask(const JudgedMotion& motion, const std::string& story) {
  for (std::size_t r = 0; r < motion.from.size(); ++r) {
    query_.step().tree(static_cast<int>(r)).move(motion.from[r], motion.to[r]);
  }
  verdict_ = checker_.named(query_.first_contact(), query_.step());
  const std::string wrong = judge(world_, motion, verdict_, judge_, log_);
  EXPECT_EQ(wrong, "") << story << "\nfrom " << motion.from[0].transpose() << "\nto " << motion.to[0].transpose();
  return verdict_;
}

bool Trial::is_free(const std::vector<Configuration>& at) {
  for (std::size_t r = 0; r < at.size(); ++r) world_.place(r, at[r]);
  return !world_.overlap();
}

}  // namespace tocca::testing
