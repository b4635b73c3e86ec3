// What is proven here: how far a robot reaches, for chains whose lengths can be added up by hand.
#include "model/reach.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace tocca::reach_tests {
namespace {

using JointSpec = KinematicTree::JointSpec;

JointSpec joint(std::string name, JointType type, std::string parent, std::string child, const Vector3& origin) {
  JointSpec spec;
  spec.name = std::move(name);
  spec.type = type;
  spec.parent_link = std::move(parent);
  spec.child_link = std::move(child);
  spec.origin.translation = origin;
  return spec;
}

Link ball(std::string name, double radius) { return {std::move(name), {{{}, Sphere{radius}}}}; }

/// A column of 0.5 m, an upper arm of 1 m, a hand of radius 0.1.
std::vector<JointSpec> arm() {
  return {joint("mount", JointType::fixed, "base", "column", {0, 0, 0.5}),
          joint("shoulder", JointType::revolute, "column", "upper", {0.2, 0, 0}),
          joint("elbow", JointType::continuous, "upper", "hand", {0, 1, 0})};
}

std::vector<ReachBall> reach(std::vector<JointSpec> joints) {
  return reach_of(
      KinematicTree::build({ball("base", 9), ball("column", 9), {"upper", {}}, ball("hand", 0.1)}, std::move(joints)));
}

TEST(Reach, IsTheChainStretchedOutFromTheFirstJointThatMoves) {
  const auto balls = reach(arm());
  ASSERT_EQ(balls.size(), 1u);
  EXPECT_EQ(balls[0].center, Vector3(0.2, 0, 0.5));
  EXPECT_GE(balls[0].radius, 1.1);  // the base and the column, large as they are, never move
  EXPECT_NEAR(balls[0].radius, 1.1, 1e-8);
}

TEST(Reach, GrowsByWhatASlideTravels) {
  auto joints = arm();
  joints[2].type = JointType::prismatic;
  joints[2].limits = {-0.5, 3.0};
  EXPECT_NEAR(reach(joints)[0].radius, 1.0 + 3.0 + 0.1, 1e-8);
  joints[2].limits = {-5.0, 3.0};
  EXPECT_NEAR(reach(joints)[0].radius, 1.0 + 5.0 + 0.1, 1e-8);
  joints[2].limits.reset();
  EXPECT_TRUE(std::isinf(reach(joints)[0].radius));
}

TEST(Reach, OfASlideThatFollowsAnotherJointIsBoundedByThatOne) {
  auto joints = arm();
  joints[1].limits = {-2.0, 1.0};
  joints[2].type = JointType::prismatic;
  joints[2].limits = {0.0, 0.01};  // no bound for a joint that follows
  joints[2].mimic = JointSpec::MimicSpec{"shoulder", -3.0, 0.25};
  EXPECT_NEAR(reach(joints)[0].radius, 1.0 + (3.0 * 2.0 + 0.25) + 0.1, 1e-8);
  joints[1] = joint("shoulder", JointType::continuous, "column", "upper", {0.2, 0, 0});
  EXPECT_TRUE(std::isinf(reach(joints)[0].radius));
  joints[2].mimic->multiplier = 0.0;
  EXPECT_NEAR(reach(joints)[0].radius, 1.0 + 0.25 + 0.1, 1e-8);
}

TEST(Reach, IsWithoutEndForWhatFloats) {
  auto joints = arm();
  for (const JointType type : {JointType::planar, JointType::floating}) {
    joints[1].type = type;
    EXPECT_TRUE(std::isinf(reach(joints)[0].radius));
  }
}

TEST(Reach, OfTwoArmsIsTwoBallsAndOfAPostNone) {
  const auto balls = reach_of(KinematicTree::build(
      {ball("body", 1), ball("left", 0.2), ball("right", 0.3), {"camera", {}}},
      {joint("l", JointType::revolute, "body", "left", {1, 0, 0}),
       joint("r", JointType::revolute, "body", "right", {-1, 0, 0}),
       joint("c", JointType::revolute, "body", "camera", {0, 0, 1})}));  // a camera without geometry reaches nothing
  ASSERT_EQ(balls.size(), 2u);
  EXPECT_NEAR(balls[0].radius, 0.2, 1e-8);
  EXPECT_NEAR(balls[1].radius, 0.3, 1e-8);
  EXPECT_TRUE(reach_of(KinematicTree::build({ball("post", 1)}, {})).empty());
}

}  // namespace
}  // namespace tocca::reach_tests
