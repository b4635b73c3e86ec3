// What is shown here: which degrees a robot has for a planner, in which ranges, and how lengths are weighed.
#include "plan/plan_space.hpp"

#include <gtest/gtest.h>

#include <numbers>

#include "tocca/core/error.hpp"
#include "worlds.hpp"

namespace tocca::plan_space_tests {
namespace {

using testing::numbers;
constexpr double pi = std::numbers::pi;

PlanSpace space_of(const Robot& robot, std::vector<Configuration> anchors, std::vector<SceneObject> objects = {}) {
  const Checker checker(testing::problem_of(robot, std::move(objects)));
  return PlanSpace(checker.model(), anchors);
}

TEST(PlanSpace, TakesRangesFromLimitsOrFromAroundTheAnchors) {
  const Collider ball{Pose{}, Sphere{0.1}};
  const Robot arm = testing::chain({{JointType::continuous, {}, Vector3::UnitZ(), {ball}},
                                    {JointType::planar, testing::at(1, 0, 0), Vector3::UnitZ(), {ball}}});
  const PlanSpace space = space_of(arm, {numbers({7.0, 1, 2, 0}), numbers({-1.0, 1, 3, 0})},
                                   {testing::object("far", testing::at(30, 40, 0), Sphere{0.5}),
                                    testing::object("near", testing::at(0, 0, 5), Sphere{0.5})});
  ASSERT_EQ(space.degrees().size(), 4u);
  EXPECT_EQ(space.degrees()[0].lower, -1.0 - pi);  // an unlimited angle is never folded: it may wind
  EXPECT_EQ(space.degrees()[0].upper, 7.0 + pi);
  EXPECT_LT(space.degrees()[1].lower, -45.0);  // a free slide: beyond the anchors by the size of the scene, 50 m
  EXPECT_GT(space.degrees()[2].upper, 48.0);
  const PlanSpace limited = space_of(testing::gantry(), {numbers({0, 5})});
  EXPECT_EQ(limited.degrees()[1].upper, 2.0);  // an anchor outside of limits does not widen them
}

TEST(PlanSpace, MimicJointsAreNoDegreesButNarrowTheirSource) {
  std::vector<Link> links{{"root", {}}, {"a", {{Pose{}, Sphere{0.1}}}}, {"b", {{Pose{}, Sphere{0.1}}}}};
  KinematicTree::JointSpec source{"source", JointType::prismatic, "root", "a", {}, Vector3::UnitX(), Limits{-1, 1}, {}};
  KinematicTree::JointSpec mimic{"mimic",
                                 JointType::prismatic,
                                 "a",
                                 "b",
                                 {},
                                 Vector3::UnitX(),
                                 Limits{-0.5, 5},
                                 KinematicTree::JointSpec::MimicSpec{"source", -2.0, 0.5}};
  const PlanSpace space = space_of({"robot", KinematicTree::build(links, {source, mimic}), {}}, {numbers({0})});
  ASSERT_EQ(space.degrees().size(), 1u);
  EXPECT_EQ(space.degrees()[0].lower, -1.0);
  EXPECT_EQ(space.degrees()[0].upper, 0.5);   // -2 * 0.5 + 0.5 = -0.5
  EXPECT_EQ(space.degrees()[0].weight, 3.0);  // it moves its own slide by 1 and the mimic's by 2
}

TEST(PlanSpace, LengthWeighsAnglesByReach) {
  const Collider rod{testing::at(0.5, 0, 0), Capsule{0.1, 0.8}};  // along z: at most 1.1 or so from the origin
  const Robot arm = testing::chain({{JointType::revolute, {}, Vector3::UnitZ(), {}},
                                    {JointType::revolute, testing::at(3, 0, 0), Vector3::UnitZ(), {rod}}});
  const PlanSpace space = space_of(arm, {numbers({0, 0})});
  const double tip = space.degrees()[1].weight;
  EXPECT_GT(tip, 0.5);
  EXPECT_LT(tip, 1.2);
  EXPECT_DOUBLE_EQ(space.degrees()[0].weight, 3.0 + tip);
  EXPECT_DOUBLE_EQ(space.length(numbers({0, 0}), numbers({2, 0})), 2 * (3.0 + tip));
  EXPECT_DOUBLE_EQ(space.length(numbers({0, 1}), numbers({0, -1})), 2 * tip);
}

TEST(PlanSpace, OrientationsStayUnitQuaternionsAndTakeTheShortWay) {
  const Robot body = testing::chain({{JointType::floating, {}, Vector3::UnitZ(), {{Pose{}, Box{Vector3(1, 1, 1)}}}}});
  const Configuration a = numbers({0, 0, 0, 0, 0, 0, 2}),
                      b = numbers({1, 0, 0, 0, 0, -std::sqrt(0.5), -std::sqrt(0.5)});
  const PlanSpace space = space_of(body, {a, b});
  EXPECT_TRUE(space.has_orientations());
  ASSERT_EQ(space.degrees().size(), 4u);
  EXPECT_NEAR(space.separation(a, b), 0.5, 1e-12);  // a quarter turn, whatever the sign: half of half a turn
  const Configuration middle = space.between(a, b, 0.5);
  EXPECT_NEAR(middle.segment<4>(3).norm(), 1.0, 1e-12);
  EXPECT_NEAR(space.separation(a, middle), 0.25, 1e-12);
  EXPECT_EQ(space.between(a, b, 0.0), a);  // ends keep their bits
  EXPECT_EQ(space.between(a, b, 1.0), b);
  SeededRandom random(3);
  Configuration near;
  for (int k = 0; k < 1000; ++k) {
    space.draw_near(a, 0.1, random, near);
    EXPECT_NEAR(near.segment<4>(3).norm(), 1.0, 1e-12);
    EXPECT_LE(space.separation(a, near), 0.1 + 1e-9);
  }
  EXPECT_THROW(space_of(body, {numbers({0, 0, 0, 0, 0, 0, 0})}), InputError);
}

TEST(PlanSpace, DrawsInsideTheRange) {
  const PlanSpace space = space_of(testing::gantry(), {numbers({0, 0})});
  SeededRandom random(1);
  Configuration q;
  double least = 9, greatest = -9;
  for (int k = 0; k < 2000; ++k) {
    space.draw_near(numbers({1.9, 7}), 0.1, random, q);  // y starts outside of its limits
    EXPECT_LE(std::max(q[0], q[1]), 2.0);
    EXPECT_GE(q[1], 1.6);
    least = std::min(least, q[0]);
    greatest = std::max(greatest, q[0]);
  }
  EXPECT_LT(least, 1.51);  // 0.1 of a range of 4 below 1.9
  EXPECT_GE(least, 1.5);
  EXPECT_GT(greatest, 1.99);
  EXPECT_THROW(space_of(testing::gantry(), {numbers({0})}), InputError);
}

}  // namespace
}  // namespace tocca::plan_space_tests
