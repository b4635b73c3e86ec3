// What is shown here: a linkage walks out of a hole, and every step of the path that it returns is proven.
#include "tocca/plan/random_walk.hpp"

#include <gtest/gtest.h>

#include "worlds.hpp"

namespace tocca::random_walk_tests {
namespace {

/// Six links of 0.2 that stand upright through a hole in a plate at z = 0.8; `gap`: from its middle to its sides.
Problem linkage(double gap = 0.1) {
  std::vector<testing::Arm> arms;
  for (int k = 0; k < 6; ++k) {
    arms.push_back({JointType::revolute,
                    testing::at(0, 0, k == 0 ? 0.0 : 0.2),
                    k % 2 == 0 ? Vector3::UnitX() : Vector3::UnitY(),
                    {{testing::at(0, 0, 0.1), Capsule{0.01, 0.15}}}});
  }
  std::vector<SceneObject> objects;
  for (const double side : {-1.0, 1.0}) {
    const std::string name = side < 0 ? "low" : "high";
    objects.push_back(
        testing::object("x_" + name, testing::at(side * (0.5 + gap), 0, 0.8), Box{Vector3(1.0, 2.0, 0.02)}));
    objects.push_back(
        testing::object("y_" + name, testing::at(0, side * (0.5 + gap), 0.8), Box{Vector3(2.0, 1.0, 0.02)}));
  }
  return testing::problem_of(testing::limited(testing::chain(arms), -2.0, 2.0), objects);
}

TEST(RandomWalk, RetractsALinkage) {
  const Problem problem = linkage();
  const Checker checker(problem);
  const Configuration start = Configuration::Zero(6);
  WalkSettings settings;
  settings.most_steps = 20'000;
  const Plan plan = RandomWalk(checker, settings).walk(start, {Vector3::UnitZ(), 0.78});
  ASSERT_EQ(plan.end, PlanEnd::found);
  EXPECT_EQ(Configuration(plan.waypoints.row(0)), start);
  EXPECT_TRUE(testing::is_free(problem, plan.waypoints));
  EXPECT_EQ(plan.statistics.segments - plan.statistics.segments_refuted, plan.waypoints.rows() - 1);
  EXPECT_EQ(RandomWalk(checker, settings).walk(start, {Vector3::UnitZ(), 0.78}).waypoints, plan.waypoints);
}

TEST(RandomWalk, ReturnsAProvenPathForEverySeed) {
  const Problem problem = linkage(0.06);
  const Checker checker(problem);
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    WalkSettings settings;
    settings.seed = seed;
    settings.most_steps = 50'000;
    const Plan plan = RandomWalk(checker, settings).walk(Configuration::Zero(6), {Vector3::UnitZ(), 0.78});
    ASSERT_EQ(plan.end, PlanEnd::found) << seed;
    EXPECT_EQ(Configuration(plan.waypoints.row(0)), Configuration(Configuration::Zero(6)));
    EXPECT_TRUE(testing::is_free(problem, plan.waypoints)) << seed;
  }
}

TEST(RandomWalk, MovesOneRobotAtATimeUntilAllHaveArrived) {
  Problem problem = linkage();
  problem.robots.push_back(problem.robots[0]);
  problem.robots[0].robot.name = "one";
  problem.robots[1].robot.name = "two";
  problem.robots[1].base.translation.x() = 0.06;
  const Checker checker(problem);
  WalkSettings settings;
  settings.most_steps = 50'000;
  const Plan plan = RandomWalk(checker, settings).walk(Configuration::Zero(12), {Vector3::UnitZ(), 0.78});
  ASSERT_EQ(plan.end, PlanEnd::found);
  EXPECT_TRUE(testing::is_free(problem, plan.waypoints));
  int of_one = 0, of_two = 0;
  for (Eigen::Index k = 1; k < plan.waypoints.rows(); ++k) {
    const Configuration change = plan.waypoints.row(k) - plan.waypoints.row(k - 1);
    const bool one = change.head(6).any(), two = change.tail(6).any();
    EXPECT_FALSE(one && two);
    of_one += one;
    of_two += two;
  }
  EXPECT_GT(of_one, 0);
  EXPECT_GT(of_two, 0);
}

/// A ball with a tenth of a millimetre around it: hardly a step is free, and none leads out.
TEST(RandomWalk, ForgetsStepsThatLedNowhere) {
  std::vector<SceneObject> walls;
  for (const double side : {-0.6001, 0.6001}) {
    walls.push_back(testing::object("x" + std::to_string(side), testing::at(side, 0, 0), Box{Vector3(1, 4, 1)}));
    walls.push_back(testing::object("y" + std::to_string(side), testing::at(0, side, 0), Box{Vector3(4, 1, 1)}));
  }
  const Checker checker(testing::problem_of(testing::gantry(), walls));
  WalkSettings settings;
  settings.most_steps = 20'000;
  std::int64_t latest = 0, most = 0, forgotten = 0;
  settings.progress = [&](const PlanStatistics& now) {
    forgotten += now.milestones < latest;
    most = std::max(most, now.milestones);
    latest = now.milestones;
    return true;
  };
  const Plan plan = RandomWalk(checker, settings).walk(Configuration::Zero(2), {Vector3::UnitX(), -1.0});
  EXPECT_EQ(plan.end, PlanEnd::milestone_limit);
  EXPECT_GT(most, 1);
  EXPECT_GT(forgotten, 0);
}

TEST(RandomWalk, StaysWithinTheLimitsOfJoints) {
  const Checker checker(linkage());
  const Plan plan = RandomWalk(checker).walk(Configuration::Zero(6), {Vector3::UnitZ(), 0.78});
  ASSERT_EQ(plan.end, PlanEnd::found);
  EXPECT_LE(plan.waypoints.cwiseAbs().maxCoeff(), 2.0);
}

/// A ball that flies: three slides, and an orientation that no Jacobian has.
TEST(RandomWalk, TurnsWhatFloats) {
  const Problem problem = testing::problem_of(
      testing::chain(
          {{JointType::floating, testing::at(0, 0, 0), Vector3::UnitZ(), {{testing::at(0.3, 0, 0), Sphere{0.1}}}}}),
      {testing::object("plate", testing::at(0, 0, -0.5), Box{Vector3(1.0, 1.0, 0.02)})});
  const Checker checker(problem);
  Configuration start = Configuration::Zero(7);
  start[6] = 1.0;
  const Plan plan = RandomWalk(checker).walk(start, {Vector3::UnitZ(), -1.0});
  ASSERT_EQ(plan.end, PlanEnd::found);
  EXPECT_TRUE(testing::is_free(problem, plan.waypoints));
  EXPECT_GT((plan.waypoints.col(3).array() - start[3]).abs().maxCoeff(), 0.0);
}

TEST(RandomWalk, EndsAtItsLimits) {
  const Checker checker(linkage());
  WalkSettings settings;
  settings.most_steps = 100;
  const Plan plan = RandomWalk(checker, settings).walk(Configuration::Zero(6), {Vector3::UnitZ(), -1.0});
  EXPECT_EQ(plan.end, PlanEnd::milestone_limit);
  EXPECT_EQ(plan.waypoints.rows(), 0);
  settings = {};
  settings.time_limit_s = 0.02;
  EXPECT_EQ(RandomWalk(checker, settings).walk(Configuration::Zero(6), {Vector3::UnitZ(), -1.0}).end,
            PlanEnd::time_limit);
  Configuration bent = Configuration::Zero(6);
  bent[0] = 0.7;
  EXPECT_EQ(RandomWalk(checker, settings).walk(bent, {Vector3::UnitZ(), 0.5}).end, PlanEnd::start_in_contact);
}

}  // namespace
}  // namespace tocca::random_walk_tests
