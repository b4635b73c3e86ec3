#pragma once

#include "plan/motion_judge.hpp"
#include "plan/proofs.hpp"
#include "tocca/check/path_checker.hpp"

namespace tocca {

class ExactJudge final : public MotionJudge {
 public:
  explicit ExactJudge(const Checker& checker)
      : checker_(checker), query_(checker.query()), paths_(checker), edges_(checker.model()) {}

  bool is_free(const Configuration& q) override {
    move_robots(checker_.model(), q, q, query_.step());
    return query_.free_at();
  }

  std::optional<std::size_t> refuted(std::span<const Motion> motions, std::vector<bool>& free) override {
    edges_.clear();
    free.assign(motions.size(), false);
    for (const Motion& motion : motions) edges_.add(*motion.from, *motion.to);
    paths_.any_outcome(edges_, outcomes_);
    std::optional<std::size_t> not_free;
    for (std::size_t k = 0; k < motions.size(); ++k) {
      free[k] = is_proof(outcomes_[k]);
      // The one that touches; else, where none does, one that was left undecided.
      if (!free[k] && (!not_free || outcomes_[k].outcome == Outcome::contact)) not_free = k;
    }
    return not_free;
  }

 private:
  const Checker& checker_;
  Query query_;
  PathChecker paths_;
  EdgeSteps edges_;
  std::vector<SegmentOutcome> outcomes_;
};

}  // namespace tocca
