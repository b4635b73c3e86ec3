// What is proven here: no contact is missed and none is invented, on the project's scenes, on real robots and on drawn
// clutter, with thin wires and plates among the obstacles, for steps of 1 to 90 degrees a joint; in clutter by every strategy.
// Some hundred segments every day, sampled at 5 mm; in pieces of thousands with TOCCA_FULL, sampled at 1 mm
// (testing/campaign.hpp). Oracle: FCL at samples of the motion (testing/judge.hpp).
#include <gtest/gtest.h>

#include <algorithm>

#include "court.hpp"
#include "testing/campaign.hpp"
#include "testing/draw.hpp"
#include "testing/planning_problems.hpp"
#include "testing/scene_problem.hpp"
#include "testing/small_worlds.hpp"
#include "tocca/plan/planner.hpp"
#include "trial.hpp"

namespace tocca::testing::segments_tests {
namespace {

double sampling_step() { return campaign() ? 1e-3 : 5e-3; }
JudgeSettings sampling() { return {.step_m = sampling_step()}; }

/// Somewhere along the paths, a little off them; free of overlap in most cases.
std::vector<Configuration> draw_start(Draw& draw, const Problem& problem, Trial& trial) {
  std::vector<Configuration> start;
  for (int attempt = 0; attempt < 4; ++attempt) {
    start.clear();
    const double off = draw.log_uniform(0.1, 30.0);
    for (const RobotTask& task : problem.robots) {
      const WaypointMatrix& path = task.path.waypoints;
      const Eigen::Index leg = draw.integer(0, static_cast<int>(path.rows()) - 2);
      const Configuration on = path.row(leg) + draw.uniform(0, 1) * (path.row(leg + 1) - path.row(leg));
      start.push_back(draw_step(draw, task.robot.tree, attempt == 0 ? on : Configuration(path.row(0)), off));
    }
    if (trial.is_free(start)) break;
  }
  return start;
}

struct SceneCase {
  const char* name;
  int everyday, campaign;
  int thin;  ///< wires and plates beside the scene's own objects
};

class Scenes : public ::testing::TestWithParam<SceneCase> {};

TEST_P(Scenes, NoContactIsMissedAndNoneInvented) {
  const int count = cases(GetParam().everyday, GetParam().campaign);
  if (count == 0) GTEST_SKIP() << "only with TOCCA_FULL=1";
  Draw draw;
  Problem problem = scene_problem(GetParam().name);
  for (const RobotTask& task : problem.robots) {
    if (&task == problem.robots.data())
      add_thin_things(draw, problem.scene, GetParam().thin, task.base.translation, 1.2);
  }
  Trial trial(problem, {}, sampling());
  const Tally tally(trial.log());
  for (int k = 0; k < count; ++k) {
    JudgedMotion motion{draw_start(draw, problem, trial), {}};
    const double degrees = draw.log_uniform(1.0, 90.0);
    for (std::size_t r = 0; r < motion.from.size(); ++r) {
      motion.to.push_back(draw_step(draw, problem.robots[r].robot.tree, motion.from[r], degrees));
    }
    trial.ask(motion, story(draw.seed(), k, GetParam().name, degrees));
  }
  EXPECT_GT(trial.log().free, count / 20);
  EXPECT_GT(trial.log().contacts - trial.log().initial, count / 20);
  EXPECT_GT(trial.log().touch_points, 0);
  EXPECT_LE(trial.log().too_close, count / 100 + 1);
  RecordProperty("free", trial.log().free);
  RecordProperty("contacts", trial.log().contacts);
  RecordProperty("initial", trial.log().initial);
  RecordProperty("fcl_wrong", trial.log().fcl_wrong);
}

INSTANTIATE_TEST_SUITE_P(Project, Scenes,
                         ::testing::Values(SceneCase{"puma-pipes", 60, 3'000, 0}, SceneCase{"puma-pipes", 0, 1'500, 12},
                                           SceneCase{"puma-amr", 0, 2'000, 12}, SceneCase{"irb-cage", 40, 2'000, 12},
                                           SceneCase{"fanuc-cage", 0, 1'500, 12},
                                           SceneCase{"fanuc-machine", 0, 500, 12},
                                           SceneCase{"irb-workshop", 0, 500, 12}, SceneCase{"arms-tori", 20, 1'500, 12},
                                           SceneCase{"linkage-lattice", 20, 1'500, 12},
                                           SceneCase{"six-irb-car", 0, 300, 0}, SceneCase{"nine-linkages", 0, 300, 0},
                                           SceneCase{"mannequins", 20, 1'000, 12}),
                         [](const auto& scene) {
                           std::string name = scene.param.name;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name + (scene.param.thin > 0 ? "_with_thin_things" : "");
                         });

class Clutter : public ::testing::TestWithParam<double> {};

/// By every strategy, without and with a clearance.
TEST_P(Clutter, NoContactIsMissedAndNoneInvented) {
  Draw draw;
  JudgeLog sum;
  const Tally tally(sum);
  const int worlds = cases(20, 100), questions = campaign() ? 50 : 10;
  for (int k = 0; k < worlds; ++k) {
    Problem problem = draw_clutter(draw, draw.integer(1, 7), draw.integer(10, 40), 1.0);
    problem.clearance.default_m = GetParam();
    Court court(std::move(problem), {{Strategy::tube}, {Strategy::bisect}, {Strategy::interval}}, sampling_step());
    const KinematicTree& tree = court.problem().robots[0].robot.tree;
    for (int q = 0; q < questions; ++q) {
      Configuration from = draw_step(draw, tree, tree.zero_configuration(), 180);
      for (int attempt = 0; attempt < 5 && !court.is_free({from}); ++attempt) from = draw_step(draw, tree, from, 60);
      const double degrees = draw.log_uniform(1.0, 90.0);
      const JudgedMotion motion{{from}, {draw_step(draw, tree, from, degrees)}};
      EXPECT_EQ(court.ask(motion), "") << story(draw.seed(), k, "question", q, degrees) << "\nfrom " << from.transpose()
                                       << "\nto " << motion.to[0].transpose();
    }
    sum += court.log();
  }
  EXPECT_GT(sum.free, worlds * questions / 10);
  EXPECT_GT(sum.contacts - sum.initial, worlds * questions / 20);
  RecordProperty("fcl_wrong", sum.fcl_wrong);
}

INSTANTIATE_TEST_SUITE_P(Drawn, Clutter, ::testing::Values(0.0, 1e-2),
                         [](const auto& c) { return c.param > 0.0 ? "with_a_clearance" : "touching"; });

struct ProblemSet {
  const char* file;
  int everyday, campaign;  ///< problems of the set
};

class PlanningProblems : public ::testing::TestWithParam<ProblemSet> {};

/// Real robots among primitives: the straight way from start to goal, and steps from the start.
TEST_P(PlanningProblems, NoContactIsMissedAndNoneInvented) {
  TOCCA_NEED_MODELS();
  const int count = cases(GetParam().everyday, GetParam().campaign), steps = campaign() ? 20 : 6;
  if (count == 0) GTEST_SKIP() << "only with TOCCA_FULL=1";
  Draw draw;
  JudgeLog sum;
  const Tally tally(sum);
  int k = 0;
  for (auto& [problem, start, goal] : planning_problems(GetParam().file, count)) {
    add_thin_things(draw, problem.scene, 4, Vector3(0, 0, 0.5), 0.8);
    const KinematicTree& tree = problem.robots[0].robot.tree;
    Trial trial(problem, {}, sampling());
    trial.ask(start, goal, story(draw.seed(), k, "start to goal"));
    for (int step = 0; step < steps; ++step) {
      const double degrees = draw.log_uniform(1.0, 90.0);
      const Configuration near = draw_step(draw, tree, start, draw.coin() ? 0.0 : 20.0);
      trial.ask(near, draw_step(draw, tree, near, degrees), story(draw.seed(), k, "step", step, degrees));
    }
    sum += trial.log();
    ++k;
  }
  EXPECT_GT(sum.free, count / 2);
  EXPECT_GT(sum.contacts - sum.initial, count / 2);
  RecordProperty("fcl_wrong", sum.fcl_wrong);
}

/// Paths of the default planner, as users get them: 1 mm of clearance, simplified.
TEST_P(PlanningProblems, NoPlannedPathTouches) {
  TOCCA_NEED_MODELS();
  const int count = cases(GetParam().everyday, GetParam().campaign);
  if (count == 0) GTEST_SKIP() << "only with TOCCA_FULL=1";
  JudgeSettings fine = sampling();
  fine.step_m = campaign() ? 5e-4 : 5e-3;
  fine.clearance_m = 1e-3;
  JudgeLog sum;
  const Tally tally(sum);
  int segments = 0, k = 0;
  for (auto& [problem, start, goal] : planning_problems(GetParam().file, count)) {
    problem.clearance.default_m = fine.clearance_m;
    const Checker checker(problem);
    PlannerSettings settings;
    settings.time_limit_s = 60.0;
    const Plan plan = Planner(checker, settings).plan(start, goal);
    ASSERT_EQ(plan.end, PlanEnd::found) << k;
    EXPECT_EQ(Configuration(plan.waypoints.row(0)), start);
    EXPECT_EQ(Configuration(plan.waypoints.row(plan.waypoints.rows() - 1)), goal);
    Trial trial(problem, {}, fine);
    for (Eigen::Index row = 1; row < plan.waypoints.rows(); ++row, ++segments) {
      trial.ask(plan.waypoints.row(row - 1), plan.waypoints.row(row), "problem " + std::to_string(k));
    }
    sum += trial.log();
    ++k;
  }
  EXPECT_EQ(sum.free, segments);
  EXPECT_GT(sum.samples, 100 * segments);
}

INSTANTIATE_TEST_SUITE_P(
    MotionBenchMaker, PlanningProblems,
    ::testing::Values(ProblemSet{"panda_bookshelf_small.json", 3, 50}, ProblemSet{"panda_bookshelf_thin.json", 0, 50},
                      ProblemSet{"panda_box.json", 2, 50}, ProblemSet{"panda_table_pick.json", 0, 50},
                      ProblemSet{"ur5_bookshelf_small.json", 0, 5}, ProblemSet{"ur5_box.json", 0, 5},
                      ProblemSet{"ur5_cage.json", 0, 5}, ProblemSet{"ur5_table_pick.json", 0, 5}),
    [](const auto& set) {
      const std::string name = set.param.file;
      return name.substr(0, name.find('.'));
    });

}  // namespace
}  // namespace tocca::testing::segments_tests
