// What is shown here: plans are proven from the bits of the start to those of the goal, depend on the seed alone, keep to limits,
// and say why there is none.
#include "tocca/plan/planner.hpp"

#include <gtest/gtest.h>

#include <numbers>

#include "plan/plan_space.hpp"
#include "plan/whole_turns.hpp"
#include "tocca/core/error.hpp"
#include "tocca/core/parallel.hpp"
#include "worlds.hpp"

namespace tocca::planner_tests {
namespace {

using testing::numbers;

Plan plan(const Problem& problem, const Configuration& start, const Configuration& goal,
          const PlannerSettings& settings = {}) {
  const Checker checker(problem);
  return Planner(checker, settings).plan(start, goal);
}

void expect_path(const Problem& problem, const Plan& plan, const Configuration& start, const Configuration& goal) {
  ASSERT_EQ(plan.end, PlanEnd::found);
  EXPECT_EQ(Configuration(plan.waypoints.row(0)), start);
  EXPECT_EQ(Configuration(plan.waypoints.bottomRows<1>().transpose()), goal);
  EXPECT_TRUE(testing::is_free(problem, plan.waypoints));
}

PlannerSettings raw(std::uint64_t seed = 1) {
  PlannerSettings settings;
  settings.seed = seed;
  settings.simplify = false;
  return settings;
}

TEST(Planner, GoesStraightWhereNothingIsInTheWay) {
  const Problem problem = testing::problem_of(testing::gantry(), {});
  const Plan found = plan(problem, numbers({-1, 0}), numbers({1, 0.5}));
  expect_path(problem, found, numbers({-1, 0}), numbers({1, 0.5}));
  EXPECT_EQ(found.waypoints.rows(), 2);
  EXPECT_EQ(plan(problem, numbers({-1, 0}), numbers({-1, 0})).waypoints, WaypointMatrix(numbers({-1, 0}).transpose()));
}

TEST(Planner, FindsANarrowPassageWithinLimits) {
  const Problem problem = testing::problem_of(testing::gantry(), testing::wall_with_gap(0.24));  // the ball has 0.2
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const Plan found = plan(problem, numbers({-1.5, 1.5}), numbers({1.5, 1.5}), raw(seed));
    expect_path(problem, found, numbers({-1.5, 1.5}), numbers({1.5, 1.5}));
    EXPECT_GT(found.waypoints.rows(), 2);
    EXPECT_LE(found.waypoints.cwiseAbs().maxCoeff(), 2.0);
    EXPECT_GT(found.statistics.glimpses, found.statistics.segments);
  }
}

TEST(Planner, DependsOnTheSeedAloneWhateverTheThreadsAndThePlansBefore) {
  const Problem problem = testing::problem_of(testing::gantry(), testing::wall_with_gap(0.3));
  const Configuration start = numbers({-1.5, 1}), goal = numbers({1.5, 1});
  const Checker checker(problem);
  Planner planner(checker);
  const WaypointMatrix path = planner.plan(start, goal).waypoints;
  planner.plan(numbers({-1.5, -1}), numbers({1.5, 0.3}));
  EXPECT_EQ(planner.plan(start, goal).waypoints, path);
  const ThreadLimit one(1);
  EXPECT_EQ(Planner(checker).plan(start, goal).waypoints, path);
  const WaypointMatrix other = plan(problem, start, goal, raw(8)).waypoints;
  EXPECT_TRUE(other.rows() != path.rows() || other != path);
}

TEST(Planner, SimplifiesUnlessToldNotTo) {
  const Problem problem = testing::problem_of(testing::gantry(), testing::wall_with_gap(0.3));
  double shorter = 0.0, as_found = 0.0;
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    const Plan found = plan(problem, numbers({-1.5, 1.5}), numbers({1.5, 1.5}), raw(seed));
    EXPECT_EQ(found.length_m, found.raw_length_m);
    PlannerSettings settings;
    settings.seed = seed;
    const Plan simplified = plan(problem, numbers({-1.5, 1.5}), numbers({1.5, 1.5}), settings);
    expect_path(problem, simplified, numbers({-1.5, 1.5}), numbers({1.5, 1.5}));
    EXPECT_EQ(simplified.raw_length_m, found.length_m);
    shorter += simplified.length_m;
    as_found += found.length_m;
  }
  EXPECT_LT(shorter, as_found);
}

TEST(Planner, OptimisesAsLongAsItMay) {
  const Problem problem = testing::problem_of(testing::gantry(), testing::wall_with_gap(0.3));
  const Configuration start = numbers({-1.5, 1.5}), goal = numbers({1.5, 1.5});
  PlannerSettings settings;
  settings.optimise_s = 0.2;
  const Plan best = plan(problem, start, goal, settings);
  expect_path(problem, best, start, goal);
  EXPECT_LT(best.length_m, plan(problem, start, goal, raw()).length_m);
  // Around both corners of the gap, which the ball passes in the middle within 5 cm.
  EXPECT_LT(best.length_m, 1.05 * 2.0 * numbers({1.5, 1.5}).norm());
}

TEST(Planner, SaysWhyThereIsNone) {
  const Problem problem = testing::problem_of(testing::gantry(), testing::wall_with_gap(0.1));  // too narrow
  EXPECT_EQ(plan(problem, numbers({0, 1}), numbers({1, 1})).end, PlanEnd::start_in_contact);
  const Plan at_goal = plan(problem, numbers({1, 1}), numbers({0, 1}));
  EXPECT_EQ(at_goal.end, PlanEnd::goal_in_contact);
  EXPECT_FALSE(at_goal.contact.pairs.empty());
  PlannerSettings settings;
  settings.most_milestones = 50;
  EXPECT_EQ(plan(problem, numbers({-1, 1}), numbers({1, 1}), settings).end, PlanEnd::milestone_limit);
  settings = {};
  settings.time_limit_s = 0.02;
  EXPECT_EQ(plan(problem, numbers({-1, 1}), numbers({1, 1}), settings).end, PlanEnd::time_limit);
  settings = {};
  settings.progress = [](const PlanStatistics& now) { return now.samples < 20; };
  EXPECT_EQ(plan(problem, numbers({-1, 1}), numbers({1, 1}), settings).end, PlanEnd::stopped);
  EXPECT_THROW(plan(problem, numbers({-1}), numbers({1, 1})), InputError);
}

TEST(Planner, AContinuousJointTakesTheShortWayRound) {
  const Robot turntable =
      testing::chain({{JointType::continuous, {}, Vector3::UnitZ(), {{testing::at(1, 0, 0), Sphere{0.1}}}}});
  const Problem problem = testing::problem_of(turntable, {});
  const Plan found = plan(problem, numbers({3.0}), numbers({-3.0}));
  ASSERT_EQ(found.end, PlanEnd::found);
  ASSERT_EQ(found.turns.size(), 1u);
  EXPECT_EQ(found.turns[0].turns, 1.0);
  EXPECT_NEAR(found.waypoints(found.waypoints.rows() - 1, 0), 2.0 * std::numbers::pi - 3.0, 1e-12);
  PlannerSettings settings;
  settings.wrap = false;
  expect_path(problem, plan(problem, numbers({3.0}), numbers({-3.0}), settings), numbers({3.0}), numbers({-3.0}));
  // Half a turn at most needs none.
  EXPECT_TRUE(plan(problem, numbers({1.0}), numbers({-2.0})).turns.empty());
}

/// A goal 10^14 away was moved by turns that doubles cannot hold, and its path ended elsewhere.
TEST(Planner, TurnsThatRoundingWouldMoveAreNotTaken) {
  const Robot turntable =
      testing::chain({{JointType::continuous, {}, Vector3::UnitZ(), {{testing::at(1, 0, 0), Sphere{0.1}}}}});
  const Checker checker(testing::problem_of(turntable, {}));
  for (const double far : {1e5, 1e14, 1e300}) {
    Configuration goal = numbers({-1.0});
    EXPECT_TRUE(turn_to_nearest(checker.model(), numbers({far}), goal).empty());
    EXPECT_EQ(goal, numbers({-1.0}));
  }
}

TEST(Planner, MovesSeveralRobotsAtOnce) {
  Problem problem = testing::problem_of(testing::gantry(), testing::wall_with_gap(0.3));
  problem.robots.push_back(problem.robots[0]);
  problem.robots[1].robot.name = "other";
  // Both must go through the gap, from opposite sides.
  const Configuration start = numbers({-1.5, 0.5, 1.5, -0.5}), goal = numbers({1.5, 0.5, -1.5, -0.5});
  const Plan found = plan(problem, start, goal);
  expect_path(problem, found, start, goal);
}

TEST(Planner, AFloatingBodyIsProvenInTheDirectionOfThePath) {
  const Robot free_box =
      testing::chain({{JointType::floating, {}, Vector3::UnitZ(), {{Pose{}, Box{Vector3(0.4, 0.1, 0.1)}}}}});
  const Problem problem = testing::problem_of(free_box, testing::wall_with_gap(0.3));
  const Configuration start =
      numbers({-0.6, 0, 0, 0, 0, std::sin(std::numbers::pi / 4), std::cos(std::numbers::pi / 4)});
  const Configuration goal = numbers({0.6, 0, 0, 0, 0, std::sin(std::numbers::pi / 4), std::cos(std::numbers::pi / 4)});
  PlannerSettings settings;
  settings.most_milestones = 20'000;
  expect_path(problem, plan(problem, start, goal, settings), start, goal);
}

TEST(Planner, AgainstAMeshItProvesBeforeItBelieves) {
  // The same walls as triangles: nothing can be seen inside of them.
  std::vector<SceneObject> walls = testing::wall_with_gap(0.3);
  for (SceneObject& wall : walls) {
    wall = testing::object(wall.name, wall.pose, testing::box_mesh(std::get<Box>(wall.colliders[0].geometry).size));
  }
  const Problem problem = testing::problem_of(testing::gantry(), walls);
  expect_path(problem, plan(problem, numbers({-1.5, 1.5}), numbers({1.5, 1.5})), numbers({-1.5, 1.5}),
              numbers({1.5, 1.5}));
}

}  // namespace
}  // namespace tocca::planner_tests
