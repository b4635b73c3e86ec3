// What is proven here: the strategy `bisect` keeps the whole promise (free is free, brackets bracket, witnesses touch) on
// drawn clutter with clearances, sliding and turning joints and thin things. Oracle: FCL at samples of the motion
// (testing/judge.hpp); and it says what `tube` says.
#include <gtest/gtest.h>

#include "testing/campaign.hpp"
#include "testing/draw.hpp"
#include "testing/small_worlds.hpp"
#include "trial.hpp"

namespace tocca::testing::bisect_tests {
namespace {

CheckSettings bisecting(double tolerance_m = 1e-6) {
  CheckSettings settings;
  settings.strategy = Strategy::bisect;
  settings.tolerance_m = tolerance_m;
  return settings;
}

TEST(Bisect, NoContactIsMissedAndNoneInvented) {
  Draw draw;
  JudgeLog sum;
  const Tally tally(sum);
  const int worlds = cases(12, 300), questions = 6;
  for (int k = 0; k < worlds; ++k) {
    Problem problem = draw_clutter(draw, draw.integer(1, 6), draw.integer(8, 25), 1.0);
    problem.clearance.default_m = draw.coin() ? 0.0 : draw.log_uniform(1e-3, 2e-2);
    const double tolerance = draw.coin() ? 1e-4 : 1e-6;
    const KinematicTree& tree = problem.robots[0].robot.tree;
    Trial trial(problem, bisecting(tolerance), {.step_m = campaign() ? 1e-3 : 5e-3});
    CheckSettings by_tube;
    by_tube.tolerance_m = tolerance;
    const Checker other(problem, by_tube);
    for (int q = 0; q < questions; ++q) {
      Configuration from = draw_step(draw, tree, tree.zero_configuration(), 180);
      for (int attempt = 0; attempt < 5 && !trial.is_free({from}); ++attempt) from = draw_step(draw, tree, from, 60);
      const Configuration to = draw_step(draw, tree, from, draw.uniform(1.0, 60.0));
      const std::string told = story(draw.seed(), k, "question", q);
      const SegmentVerdict& verdict = trial.ask(from, to, told);
      const SegmentVerdict tube = other.check(from, to);
      EXPECT_EQ(verdict.outcome == Outcome::contact, tube.outcome == Outcome::contact) << told;
      EXPECT_EQ(verdict.initial, tube.initial) << told;
    }
    sum += trial.log();
  }
  EXPECT_GT(sum.free, worlds * questions / 10);
  EXPECT_GT(sum.contacts - sum.initial, worlds * questions / 20);
}

}  // namespace
}  // namespace tocca::testing::bisect_tests
