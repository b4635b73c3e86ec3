// What is proven here: paths out of a roadmap stay free when objects move again and again, and proofs of earlier scenes are kept.
// This is an attack: whoever believes a proof that an object has outdated returns a path through that object.
// Oracles: a checker that has never seen the roadmap, and FCL at samples of every segment with kinematics of its own.
#include <gtest/gtest.h>

#include "testing/campaign.hpp"
#include "testing/judge.hpp"
#include "testing/small_worlds.hpp"
#include "tocca/check/path_checker.hpp"
#include "tocca/plan/roadmap.hpp"

namespace tocca::roadmaps_tests {
namespace {

/// Every segment: proven by the checker, and no sample of it refuted.
void judge_path(const Problem& problem, const WaypointMatrix& path, testing::JudgeLog& log) {
  const Checker fresh(problem);
  testing::JudgedWorld world(problem);
  testing::JudgeSettings settings;
  settings.step_m = testing::campaign() ? 5e-4 : 5e-3;
  settings.clearance_m = problem.clearance.default_m;
  for (Eigen::Index k = 1; k < path.rows(); ++k) {
    const testing::JudgedMotion motion{{Configuration(path.row(k - 1))}, {Configuration(path.row(k))}};
    const SegmentVerdict verdict = fresh.check(motion.from[0], motion.to[0]);
    ASSERT_EQ(verdict.outcome, Outcome::free);
    ASSERT_EQ(testing::judge(world, motion, verdict, settings, log), "");
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

/// Moves, adds, removes or puts back an object of the scene.
void change(testing::Draw& draw, const Scene& original, Scene& scene) {
  const auto index = static_cast<std::size_t>(draw.integer(0, static_cast<int>(scene.objects.size()) - 1));
  switch (draw.integer(0, 5)) {
    case 0:  // back to where it was at first: old proofs hold again
      for (const SceneObject& object : original.objects) {
        if (object.name == scene.objects[index].name) scene.objects[index] = object;
      }
      break;
    case 1:
      if (scene.objects.size() > 3) scene.objects.erase(scene.objects.begin() + static_cast<std::ptrdiff_t>(index));
      break;
    case 2:
      scene.objects.push_back(scene.objects[index]);
      scene.objects.back().name = "another " + std::to_string(draw.integer(0, 1'000'000'000));
      scene.objects.back().pose.translation = draw.vector(0.8);
      break;
    default:
      scene.objects[index].pose.translation = draw.vector(draw.coin() ? 0.4 : 0.8);
  }
}

/// Moves an object into a path, if some tries find a place where it bars the path but not its ends.
bool bar(testing::Draw& draw, const WaypointMatrix& path, Problem& problem) {
  for (int attempt = 0; attempt < 60; ++attempt) {
    Problem other = problem;
    const auto index = static_cast<std::size_t>(draw.integer(0, static_cast<int>(other.scene.objects.size()) - 1));
    other.scene.objects[index].pose.translation = draw.vector(0.5);
    const Checker checker(other);
    const Configuration start = path.row(0), goal = path.row(path.rows() - 1);
    if (checker.check(start).outcome != Outcome::free || checker.check(goal).outcome != Outcome::free) continue;
    if (PathChecker(checker).any_outcome(path) == Outcome::free) continue;
    problem = other;
    return true;
  }
  return false;
}

/// Edges that have been proven some time, as a stale proof would have it, and are not free today.
int traps(const Roadmap& roadmap, bool of_today, const Checker& today) {
  int count = 0;
  for (const Roadmap::Edge& edge : roadmap.edges) {
    if (edge.refuted_in != Roadmap::Edge::never || edge.proven_in[0] == Roadmap::Edge::never) continue;
    if (of_today && edge.proven_in[0] != roadmap.scene) continue;
    const Configuration a = roadmap.milestone(edge.a), b = roadmap.milestone(edge.b);
    count += today.check(a, b).outcome != Outcome::free;
  }
  return count;
}

TEST(Roadmaps, NeverBelieveAProofThatAChangeHasOutdated) {
  testing::Draw draw;
  testing::JudgeLog log;
  const testing::Tally tally(log);
  int moves = 0, moves_with_traps = 0, found = 0, believed = 0, again = 0, detours = 0, barred = 0, found_again = 0;
  const int worlds = testing::cases(5, 100);
  for (int world = 0; world < worlds; ++world) {
    const int joints = draw.integer(2, 5);
    Problem problem = testing::draw_clutter(draw, joints, draw.integer(5, 12), 1.0);
    problem.clearance.default_m = draw.coin(0.3) ? 0.01 : 0.0;
    const Scene original = problem.scene;
    RoadmapSettings settings;
    settings.milestones = 150;
    settings.edges = 1200;
    settings.seed = draw.bits();
    settings.prove = draw.coin(0.7);
    Roadmap roadmap = RoadmapPlanner(problem).build(settings);
    WaypointMatrix latest;
    for (int round = 0; round < 12; ++round) {
      SCOPED_TRACE(testing::story(draw.seed(), world, round, joints, problem.clearance.default_m));
      const bool into_path = latest.rows() > 0 && draw.coin() && bar(draw, latest, problem);
      if (round > 0 && !into_path) change(draw, original, problem.scene);
      const RoadmapPlanner planner(problem);
      if (round > 0) {
        ++moves;
        barred += into_path;
        moves_with_traps += traps(roadmap, false, planner.checker()) > 0;
      }
      if (draw.coin(0.3)) planner.prove(roadmap);
      RoadmapQuerySettings query;
      query.most_milestones = draw.coin() ? 0 : 200;
      const Configuration start = into_path ? Configuration(latest.row(0)) : draw_free(draw, planner.checker(), joints);
      const Configuration goal =
          into_path ? Configuration(latest.row(latest.rows() - 1)) : draw_free(draw, planner.checker(), joints);
      const RoadmapPlan plan = planner.query(roadmap, start, goal, query);
      if (plan.end != PlanEnd::found) continue;
      ++found;
      believed += plan.believed > 0;
      again += plan.proven_again > 0;
      detours += plan.waypoints.rows() > 2;
      EXPECT_EQ(Configuration(plan.waypoints.row(0)), start);
      EXPECT_EQ(Configuration(plan.waypoints.bottomRows<1>().transpose()), goal);
      judge_path(problem, plan.waypoints, log);
      latest = plan.waypoints;
      found_again += into_path;
    }
    // Nothing that counts as proven today touches anything.
    const RoadmapPlanner planner(problem);
    planner.update(roadmap);
    if (world % 2 == 0) planner.prove(roadmap);
    EXPECT_EQ(traps(roadmap, true, Checker(problem)), 0);
  }
  EXPECT_GE(2 * moves_with_traps, moves);  // the attack bites: half of the changes and more make proofs wrong,
  EXPECT_GE(8 * barred, moves);            // many put an object into the latest path,
  EXPECT_GT(found_again, 0);               // which then leads round it,
  EXPECT_GE(2 * found, moves);             // many paths are found all the same,
  EXPECT_GE(4 * detours, found);           // many lead round something,
  EXPECT_GE(4 * believed, found);          // over edges that were proven before
  EXPECT_GT(again, worlds);                // or proven again
  EXPECT_GT(log.samples, 50 * found);
}

}  // namespace
}  // namespace tocca::roadmaps_tests
