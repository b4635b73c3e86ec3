// What is proven here: which limits a timed path keeps, by what is known of a robot's joints.
#include <gtest/gtest.h>

#include "tocca/check/collision_model.hpp"
#include "tocca/plan/smoother.hpp"

namespace tocca::motion_limits_tests {
namespace {

/// A joint from the robot's base.
KinematicTree::JointSpec joint(const char* name, JointType type, std::optional<double> velocity) {
  KinematicTree::JointSpec spec;
  spec.name = name;
  spec.type = type;
  spec.parent_link = "base";
  spec.child_link = spec.name + "_link";
  spec.axis = Vector3::UnitX();
  if (type != JointType::continuous) spec.limits = Limits{-1.0, 1.0};
  spec.rates.velocity = velocity;
  return spec;
}

/// `follow` goes twice as fast as `grip`, the other way.
MotionLimits limits_by(const LimitSettings& settings, Warnings& missing) {
  KinematicTree::JointSpec follow = joint("follow", JointType::prismatic, 0.5);
  follow.mimic = KinematicTree::JointSpec::MimicSpec{"grip", -2.0, 0.0};
  Problem problem;
  RobotTask& task = problem.robots.emplace_back();
  const std::vector<Collider> ball{{{}, Sphere{0.1}}};
  task.robot = {"r",
                KinematicTree::build(
                    {{"base", {}}, {"shoulder_link", ball}, {"elbow_link", {}}, {"grip_link", {}}, {"follow_link", {}}},
                    {joint("shoulder", JointType::revolute, 2.5), joint("elbow", JointType::continuous, {}),
                     joint("grip", JointType::prismatic, 0.5), follow}),
                {}};
  task.rest = task.robot.tree.zero_configuration();
  return motion_limits(CollisionModel(problem, {}), settings, missing);
}

TEST(MotionLimits, OfAMimicJointCountForItsSource) {
  Warnings missing;
  const MotionLimits found = limits_by({}, missing);
  ASSERT_EQ(found.velocity.size(), 3);
  EXPECT_EQ(found.velocity[0], 2.5);
  EXPECT_EQ(found.velocity[1], 1.0);
  EXPECT_NEAR(found.velocity[2], 0.25, 1e-15);
  EXPECT_LE(found.velocity[2], 0.25);
  ASSERT_EQ(missing.size(), 2u);
  EXPECT_NE(missing[0].find("elbow"), std::string::npos) << missing[0];
  EXPECT_EQ(missing[0].find("follow"), std::string::npos) << missing[0];
}

// A mimic joint without a limit of jerk took the place of the one that is taken where none is known.
TEST(MotionLimits, OfJerkAreKnownWhateverTheMultiplier) {
  Warnings missing;
  LimitSettings settings;
  settings.acceleration = 5.0;
  settings.rise_s = 0.05;
  const MotionLimits found = limits_by(settings, missing);
  for (int c = 0; c < 3; ++c) EXPECT_EQ(found.jerk[c], 100.0) << c;
}

}  // namespace
}  // namespace tocca::motion_limits_tests
