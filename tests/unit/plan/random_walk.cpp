// What is shown here: a linkage walks out of a hole, and every step of the path that it returns is proven.
#include "tocca/plan/random_walk.hpp"

#include <gtest/gtest.h>

#include "worlds.hpp"

namespace tocca::random_walk_tests {
namespace {

/// Six links of 0.2 that stand upright through a hole in a plate at z = 0.8.
Problem linkage() {
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
    objects.push_back(testing::object("x_" + name, testing::at(side * 0.6, 0, 0.8), Box{Vector3(1.0, 2.0, 0.02)}));
    objects.push_back(testing::object("y_" + name, testing::at(0, side * 0.6, 0.8), Box{Vector3(2.0, 1.0, 0.02)}));
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
