// What is proven here: planners of OMPL (RRTConnect, PRM*, BIT*, SBL) on the project's scenes return paths that are free,
// edge by edge. Oracle: a checker of its own, and FCL at samples of the path (testing/judge.hpp).
#include <gtest/gtest.h>
#include <ompl/base/ScopedState.h>
#include <ompl/base/objectives/PathLengthOptimizationObjective.h>
#include <ompl/geometric/SimpleSetup.h>
#include <ompl/geometric/planners/informedtrees/BITstar.h>
#include <ompl/geometric/planners/prm/PRMstar.h>
#include <ompl/geometric/planners/rrt/RRTConnect.h>
#include <ompl/geometric/planners/sbl/SBL.h>
#include <ompl/util/RandomNumbers.h>

#include "testing/judge.hpp"
#include "testing/scene_problem.hpp"
#include "testing/small_worlds.hpp"
#include "tocca/check/path_checker.hpp"
#include "tocca/ompl/state_map.hpp"
#include "tocca/ompl/state_space.hpp"
#include "tocca/ompl/validity.hpp"

namespace tocca::ompl::plans_tests {
namespace {

namespace ob = ::ompl::base;
namespace og = ::ompl::geometric;
using testing::Draw;

/// OMPL wants its seed before anything draws.
class Seed : public ::testing::Environment {
  void SetUp() override {
    ::ompl::RNG::setSeed(static_cast<std::uint_fast32_t>(Draw().seed() % 1'000'000 + 1));
    ::ompl::msg::setLogLevel(::ompl::msg::LOG_WARN);
  }
};
const ::testing::Environment* const seed = ::testing::AddGlobalTestEnvironment(new Seed);

bool campaign() { return testing::cases(0, 1) == 1; }

ob::PlannerPtr make_planner(const std::string& name, const ob::SpaceInformationPtr& si) {
  if (name == "RRTConnect") return std::make_shared<og::RRTConnect>(si);
  if (name == "PRMstar") return std::make_shared<og::PRMstar>(si);
  if (name == "BITstar") return std::make_shared<og::BITstar>(si, "kBITstar");
  return std::make_shared<og::SBL>(si);
}

/// All robots of a row, one by one.
std::vector<Configuration> split(const Problem& problem, const Configuration& all) {
  std::vector<Configuration> each;
  Eigen::Index first = 0;
  for (const RobotTask& task : problem.robots) {
    const Eigen::Index n = task.robot.tree.coordinate_count();
    each.push_back(all.segment(first, n));
    first += n;
  }
  return each;
}

struct SceneCase {
  const char* name;
  int least;       ///< run where cases(10, 100) is at least this: 1 always, 10 every day, 100 in campaigns
  double degrees;  ///< how far the goals are from the start, a joint
};

class Plans : public ::testing::TestWithParam<SceneCase> {
 protected:
  void SetUp() override {
    if (testing::cases(10, 100) < GetParam().least) GTEST_SKIP() << "not in a run this short; all with TOCCA_FULL=1";
  }
};

/// Every edge of a path, by a checker that has never seen it and by FCL.
void prove(const Problem& problem, const WaypointMatrix& rows, int& judged) {
  const Checker fresh(problem);
  EXPECT_EQ(PathChecker(fresh).any_outcome(rows), Outcome::free);
  testing::JudgedWorld world(problem);
  testing::JudgeLog log;
  for (Eigen::Index k = 0; k + 1 < rows.rows(); ++k) {
    const SegmentVerdict verdict = fresh.check(Configuration(rows.row(k)), Configuration(rows.row(k + 1)));
    EXPECT_EQ(verdict.outcome, Outcome::free) << "edge " << k;
    EXPECT_EQ(testing::judge(world, {split(problem, rows.row(k)), split(problem, rows.row(k + 1))}, verdict,
                             {.step_m = campaign() ? 5e-4 : 2e-2}, log),
              "")
        << "edge " << k;
    ++judged;
  }
}

/// A free place so far from the start; OMPL's bounds hold there.
ob::ScopedState<> draw_goal(Draw& draw, const Problem& problem, const ob::SpaceInformationPtr& si, const StateMap& map,
                            const Configuration& start, double degrees) {
  ob::ScopedState<> goal(si);
  Configuration q(start.size());
  for (int attempt = 0; attempt < 200; ++attempt) {
    const std::vector<Configuration> each = split(problem, start);
    Eigen::Index first = 0;
    for (std::size_t r = 0; r < each.size(); ++r) {
      q.segment(first, each[r].size()) = testing::draw_step(draw, problem.robots[r].robot.tree, each[r], degrees);
      first += each[r].size();
    }
    map.write(q, goal.get());
    if (si->isValid(goal.get())) break;
  }
  return goal;
}

TEST_P(Plans, AreFree) {
  Draw draw;
  const Problem problem = testing::scene_problem(GetParam().name);
  const Checker checker(problem);
  const auto space = make_space(checker.model());
  const StateMap map(checker.model(), space);
  Configuration start(map.coordinate_count());
  Eigen::Index first = 0;
  for (const RobotTask& task : problem.robots) {
    start.segment(first, task.path.waypoints.cols()) = task.path.waypoints.row(0);
    first += task.path.waypoints.cols();
  }
  int plans = 0, solved = 0, judged = 0, detours = 0;
  for (const char* planner : {"RRTConnect", "PRMstar", "BITstar", "SBL"}) {
    for (int k = 0; k < testing::cases(1, 10); ++k) {
      SCOPED_TRACE(testing::story(draw.seed(), k, GetParam().name, planner));
      og::SimpleSetup setup(space);
      use(checker, setup.getSpaceInformation());
      ob::ScopedState<> from(setup.getSpaceInformation());
      map.write(start, from.get());
      const ob::ScopedState<> to =
          draw_goal(draw, problem, setup.getSpaceInformation(), map, start, GetParam().degrees);
      setup.setStartAndGoalStates(from, to);
      setup.setPlanner(make_planner(planner, setup.getSpaceInformation()));
      // Any path will do: without this, PRM* and BIT* go on to shorten theirs until the time is over.
      const auto objective = std::make_shared<ob::PathLengthOptimizationObjective>(setup.getSpaceInformation());
      objective->setCostThreshold(objective->infiniteCost());
      setup.setOptimizationObjective(objective);
      ++plans;
      const ob::PlannerStatus status = setup.solve(campaign() ? 20.0 : 4.0);
      if (status != ob::PlannerStatus::EXACT_SOLUTION) continue;
      ++solved;
      detours += setup.getSolutionPath().getStateCount() > 2 ? 1 : 0;
      prove(problem, map.waypoints(setup.getSolutionPath().getStates()), judged);
      const Counts counts =
          std::static_pointer_cast<MotionValidator>(setup.getSpaceInformation()->getMotionValidator())->counts();
      EXPECT_GT(counts.checked, 0U);
      EXPECT_EQ(counts.undecided, 0U);
    }
  }
  std::printf("          %s: %d of %d plans, %d with detours, %d edges judged\n", GetParam().name, solved, plans,
              detours, judged);
  EXPECT_GE(solved, plans * 3 / 4);
  EXPECT_GE(judged, solved);
}

INSTANTIATE_TEST_SUITE_P(Project, Plans,
                         ::testing::Values(SceneCase{"puma-pipes", 1, 60}, SceneCase{"irb-cage", 10, 20},
                                           SceneCase{"fanuc-machine", 10, 60}, SceneCase{"fanuc-cage", 100, 40},
                                           SceneCase{"irb-workshop", 100, 60}, SceneCase{"arms-tori", 100, 10},
                                           SceneCase{"six-irb-car", 100, 10}),
                         [](const auto& scene) {
                           std::string name = scene.param.name;
                           for (char& letter : name) letter = letter == '-' ? '_' : letter;
                           return name;
                         });

}  // namespace
}  // namespace tocca::ompl::plans_tests
