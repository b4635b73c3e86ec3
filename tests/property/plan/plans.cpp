// What is proven here: what planner and smoother return is free.
// Oracles: a checker that has never seen the search, and FCL at samples of every segment with kinematics of its own.
#include <gtest/gtest.h>

#include "plan/plan_space.hpp"
#include "testing/campaign.hpp"
#include "testing/judge.hpp"
#include "testing/small_worlds.hpp"
#include "tocca/plan/planner.hpp"

namespace tocca::plans_tests {
namespace {

/// Every segment: proven by the checker, and no sample of it refuted.
void judge_path(const Problem& problem, const WaypointMatrix& path, double clearance_m, testing::JudgeLog& log) {
  const Checker fresh(problem);
  testing::JudgedWorld world(problem);
  testing::JudgeSettings settings;
  settings.step_m = testing::campaign() ? 1e-3 : 5e-3;
  settings.clearance_m = clearance_m;
  for (Eigen::Index k = 1; k < path.rows(); ++k) {
    const testing::JudgedMotion motion{{Configuration(path.row(k - 1))}, {Configuration(path.row(k))}};
    const SegmentVerdict verdict = fresh.check(motion.from[0], motion.to[0]);
    EXPECT_EQ(verdict.outcome, Outcome::free);
    EXPECT_EQ(testing::judge(world, motion, verdict, settings, log), "");
  }
}

Configuration draw_free(testing::Draw& draw, const Checker& checker, int joints) {
  Configuration q = Configuration::Zero(joints);
  for (int k = 0; k < 100; ++k) {
    for (double& value : q) value = draw.uniform(-2.5, 2.5);
    if (checker.check(q).outcome == Outcome::free) break;
  }
  return q;
}

TEST(Plans, AreFreeAndStayFreeWhenSmoothed) {
  testing::Draw draw;
  testing::JudgeLog log;
  const testing::Tally tally(log);
  int found = 0, with_detour = 0, shortened = 0;
  const int count = testing::cases(12, 400);
  for (int k = 0; k < count; ++k) {
    const int joints = draw.integer(2, 5);
    Problem problem = testing::draw_clutter(draw, joints, draw.integer(5, 15), 1.0);
    problem.clearance.default_m = draw.coin(0.3) ? 0.01 : 0.0;
    SCOPED_TRACE(testing::story(draw.seed(), k, joints, problem.clearance.default_m));
    const Checker checker(problem);
    const Configuration start = draw_free(draw, checker, joints), goal = draw_free(draw, checker, joints);
    PlannerSettings settings;
    settings.method = draw.coin() ? PlanMethod::rrt_connect : PlanMethod::sbl;
    settings.simplify = draw.coin();
    settings.most_milestones = 400;
    settings.seed = draw.bits();
    settings.wrap = false;
    Planner planner(checker, settings);
    const Plan plan = planner.plan(start, goal);
    EXPECT_EQ(planner.plan(start, goal).waypoints, plan.waypoints);  // whatever was planned before
    if (plan.end != PlanEnd::found) continue;
    ++found;
    with_detour += plan.waypoints.rows() > 2;
    SmoothSettings smoothing;
    smoothing.most_steps = 100;
    smoothing.seed = draw.bits();
    const SmoothResult smooth = Smoother(checker, smoothing).smooth(plan.waypoints);
    ASSERT_NE(smooth.end, SmoothEnd::not_free);
    const PlanSpace space(checker.model(), std::array{start, goal});
    EXPECT_LE(space.length(smooth.waypoints), space.length(plan.waypoints));
    shortened += space.length(smooth.waypoints) < 0.9 * space.length(plan.waypoints);
    for (const WaypointMatrix* path : {&plan.waypoints, &smooth.waypoints}) {
      EXPECT_EQ(Configuration(path->row(0)), start);
      EXPECT_EQ(Configuration(path->row(path->rows() - 1)), goal);
      judge_path(problem, *path, problem.clearance.default_m, log);
    }
  }
  EXPECT_GE(found, count / 3);        // the draw is not empty talk: many plans,
  EXPECT_GE(with_detour, count / 6);  // many that are no straight lines,
  EXPECT_GE(shortened, count / 12);   // and some that were worth smoothing
  EXPECT_GT(log.samples, 100 * found);
}

TEST(Plans, RepairedPathsAreFreeAndKeepWhatWasFree) {
  testing::Draw draw;
  testing::JudgeLog log;
  const testing::Tally tally(log);
  int found = 0, detours = 0, dropped = 0;
  const int count = testing::cases(12, 400);
  for (int k = 0; k < count; ++k) {
    const int joints = draw.integer(2, 4);
    Problem problem = testing::draw_clutter(draw, joints, draw.integer(5, 15), 1.0);
    problem.clearance.default_m = draw.coin(0.3) ? 0.01 : 0.0;
    SCOPED_TRACE(testing::story(draw.seed(), k, joints, problem.clearance.default_m));
    const Checker checker(problem);
    WaypointMatrix path(draw.integer(3, 6), joints);
    for (double& value : path.reshaped()) value = draw.uniform(-2.5, 2.5);
    for (const Eigen::Index end : {Eigen::Index{0}, path.rows() - 1}) path.row(end) = draw_free(draw, checker, joints);
    PlannerSettings settings;
    settings.most_milestones = 400;
    settings.seed = draw.bits();
    const Repair repaired = repair(checker, path, settings);
    if (repaired.end != PlanEnd::found) continue;
    ++found;
    judge_path(problem, repaired.waypoints, problem.clearance.default_m, log);
    Eigen::Index row = 0;
    int waypoint = 0;
    for (const Detour& detour : repaired.detours) {  // what lies between detours is as it was, bit by bit
      for (; waypoint <= detour.from; ++waypoint, ++row) EXPECT_EQ(repaired.waypoints.row(row), path.row(waypoint));
      EXPECT_EQ(detour.first, row - 1);
      for (int gone = detour.from + 1; gone < detour.to; ++gone, ++dropped) {
        EXPECT_NE(checker.check(Configuration(path.row(gone))).outcome, Outcome::free);
      }
      row += detour.segments - 1;
      waypoint = detour.to;
      EXPECT_NE(checker.check(Configuration(path.row(detour.from)), Configuration(path.row(detour.from + 1))).outcome,
                Outcome::free);
    }
    for (; waypoint < path.rows(); ++waypoint, ++row) EXPECT_EQ(repaired.waypoints.row(row), path.row(waypoint));
    EXPECT_EQ(row, repaired.waypoints.rows());
    detours += static_cast<int>(repaired.detours.size());
  }
  EXPECT_GE(found, count / 4);
  EXPECT_GE(detours, count / 4);
  EXPECT_GE(dropped, count / 12);
}

}  // namespace
}  // namespace tocca::plans_tests
