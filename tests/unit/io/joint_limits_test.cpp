// What is proven here: limits of joints mean what MoveIt says; a timed path reads back with the same bits from a trajectory of
// ROS as from a table.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "files.hpp"
#include "tocca/io/path.hpp"
#include "tocca/io/robot.hpp"

namespace tocca::joint_limits_tests {
namespace {

using testing::ScratchFolder;

const char* const urdf = R"(<robot name="r">
<link name="base"/><link name="upper"><collision><geometry><sphere radius="0.1"/></geometry></collision></link>
<link name="lower"/><link name="left"/><link name="right"/>
<joint name="shoulder" type="revolute"><parent link="base"/><child link="upper"/><limit lower="-1" upper="1" velocity="2.5" effort="9"/></joint>
<joint name="elbow" type="continuous"><parent link="upper"/><child link="lower"/><limit velocity="0" effort="0"/></joint>
<joint name="grip" type="prismatic"><parent link="lower"/><child link="left"/><limit lower="0" upper="1" velocity="0.5"/></joint>
<joint name="follow" type="prismatic"><parent link="lower"/><child link="right"/><limit lower="-2" upper="0" velocity="0.5"/>
  <mimic joint="grip" multiplier="-2"/></joint>
</robot>)";

const char* const limits = R"(
default_velocity_scaling_factor: 0.1
default_acceleration_scaling_factor: 0.5
joint_limits:
  shoulder:
    has_velocity_limits: true
    max_velocity: 2.0
    has_acceleration_limits: true
    max_acceleration: 3.75
    has_jerk_limits: true
    max_jerk: 5000
  elbow: {has_velocity_limits: true, max_velocity: 1.5, has_acceleration_limits: true, max_acceleration: 8,
          has_deceleration_limits: true, max_deceleration: 6}
  grip: {has_velocity_limits: false, max_velocity: 9, has_acceleration_limits: False, max_acceleration: 0}
  gone: {has_velocity_limits: false}
)";

Robot load(const ScratchFolder& folder, std::string_view yaml, Warnings& warnings) {
  return load_robot(folder.write("r.urdf", urdf), {"", false, folder.write("limits.yaml", yaml)}, warnings);
}

TEST(JointLimits, MeanWhatMoveItSays) {
  const ScratchFolder folder;
  Warnings warnings;
  const Robot robot = load(folder, limits, warnings);
  const auto rates = [&](const char* name) {
    return robot.tree.joints()[static_cast<std::size_t>(robot.tree.find_joint(name))].rates;
  };
  EXPECT_EQ(rates("shoulder").velocity, 2.0);
  EXPECT_EQ(rates("shoulder").acceleration, 3.75);
  EXPECT_EQ(rates("shoulder").jerk, 5000.0);
  EXPECT_EQ(rates("elbow").velocity, 1.5);
  EXPECT_EQ(rates("elbow").acceleration, 6.0);  // the lower of both
  EXPECT_EQ(rates("grip").velocity, 0.5);       // the URDF's
  EXPECT_FALSE(rates("grip").acceleration.has_value());
  EXPECT_EQ(robot.velocity_scale, 0.1);
  EXPECT_EQ(robot.acceleration_scale, 0.5);
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_NE(warnings[0].find("'gone'"), std::string::npos);
}

TEST(JointLimits, OfTheUrdfAreVelocitiesAndZeroIsNone) {
  const ScratchFolder folder;
  const Robot robot = load_robot(folder.write("r.urdf", urdf));
  EXPECT_EQ(robot.tree.joints()[0].rates.velocity, 2.5);
  EXPECT_FALSE(robot.tree.joints()[1].rates.velocity.has_value());
}

TEST(JointLimits, OfTheUrdfMayBeAccelerationsAndJerksToo) {
  const ScratchFolder folder;
  std::string text = urdf;
  const std::string_view given = "velocity=\"2.5\"";
  text.replace(text.find(given), given.size(), "velocity=\"2.5\" acceleration=\"4\" deceleration=\"3\" jerk=\"70\"");
  const Robot robot = load_robot(folder.write("r.urdf", text));
  EXPECT_EQ(robot.tree.joints()[0].rates.velocity, 2.5);
  EXPECT_EQ(robot.tree.joints()[0].rates.acceleration, 3.0);  // the lower of both
  EXPECT_EQ(robot.tree.joints()[0].rates.jerk, 70.0);
  EXPECT_FALSE(robot.tree.joints()[1].rates.acceleration.has_value());
}

TEST(JointLimits, OfDecelerationMayBeNegativeAsSomePlannersOfMoveItAsk) {
  const ScratchFolder folder;
  Warnings warnings;
  const Robot robot =
      load(folder, "joint_limits: {elbow: {has_deceleration_limits: true, max_deceleration: -1.5}}", warnings);
  EXPECT_EQ(robot.tree.joints()[1].rates.acceleration, 1.5);
  EXPECT_INPUT_ERROR(
      load(folder, "joint_limits: {elbow: {has_deceleration_limits: true, max_deceleration: 0}}", warnings),
      "joint_limits.elbow.max_deceleration");
}

TEST(JointLimits, WithoutTheirFlagAreNotUsedAndThatIsSaid) {
  const ScratchFolder folder;
  Warnings warnings;
  const Robot robot = load(folder, "joint_limits: {elbow: {max_velocity: 0.25}, shoulder: {max_jerk: 2}}", warnings);
  EXPECT_FALSE(robot.tree.joints()[1].rates.velocity.has_value());
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_NE(warnings[0].find("'elbow' and 'shoulder'"), std::string::npos) << warnings[0];
  EXPECT_NE(warnings[0].find("has_velocity_limits"), std::string::npos) << warnings[0];
}

TEST(JointLimits, AreFoundInsideTheNodesOfRos2) {
  const ScratchFolder folder;
  Warnings warnings;
  const Robot robot =
      load(folder,
           "/**:\n  ros__parameters:\n    robot_description_planning:\n      joint_limits:\n        elbow:\n"
           "          has_velocity_limits: true\n          max_velocity: 3\n          has_position_limits: true\n",
           warnings);
  EXPECT_EQ(robot.tree.joints()[1].rates.velocity, 3.0);
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_NE(warnings[0].find("position limits"), std::string::npos);
}

TEST(JointLimits, AreRefusedWithFileAndPlace) {
  const ScratchFolder folder;
  Warnings warnings;
  const auto read = [&](std::string_view yaml) { return load(folder, yaml, warnings); };
  EXPECT_INPUT_ERROR(read(""), "limits.yaml");
  EXPECT_INPUT_ERROR(read("limits: 3\nmore: 4"), "limits.yaml", "limits");
  EXPECT_INPUT_ERROR(read("joint_limits: {elbow: {has_velocity_limits: true}}"), "joint_limits.elbow", "max_velocity");
  EXPECT_INPUT_ERROR(read("joint_limits: {elbow: {has_velocity_limits: true, max_velocity: 0}}"),
                     "joint_limits.elbow.max_velocity");
  EXPECT_INPUT_ERROR(read("joint_limits: {elbow: {has_velocity_limits: maybe, max_velocity: 1}}"), "true or false");
  EXPECT_INPUT_ERROR(read("joint_limits: {elbow: {max_speed: 1}}"), "max_speed");
  EXPECT_INPUT_ERROR(read("default_velocity_scaling_factor: 2\njoint_limits: {}"), "at most 1");
  EXPECT_INPUT_ERROR(load_robot(folder.write("r.urdf", urdf), {"", false, folder.path() / "none.yaml"}), "none.yaml");
}

Path timed_path() {
  Path path;
  path.waypoints.resize(3, 3);
  path.waypoints << 0.1, -0.2, 1.0 / 3.0, 0.5, 1e-17, 0.25, -0.75, 2.0, 1e-3;
  path.velocities = 0.3 * path.waypoints;
  path.accelerations = -0.7 * path.waypoints;
  path.time_s = {0.0, 0.123457, 12345.999999};
  path.interpolation.assign(3, Interpolation::quintic);
  return path;
}

TEST(TrajectoryWriter, GivesTheSameBitsAsATable) {
  const ScratchFolder folder;
  const Robot robot = load_robot(folder.write("r.urdf", urdf));
  const Path path = timed_path();
  write_path_trajectory(folder.path() / "path.yaml", robot.tree, path);
  write_path_csv(folder.path() / "path.csv", robot.tree, path);
  for (const char* name : {"path.yaml", "path.csv"}) {
    SCOPED_TRACE(name);
    const Path read = load_path(folder.path() / name, robot);
    EXPECT_EQ(read.time_s, path.time_s);
    EXPECT_EQ(read.waypoints, path.waypoints);
    EXPECT_EQ(read.velocities, path.velocities);
    EXPECT_EQ(read.accelerations, path.accelerations);
    EXPECT_EQ(read.interpolation, path.interpolation);
  }
}

TEST(TrajectoryWriter, RefusesWhatATrajectoryCannotSay) {
  const ScratchFolder folder;
  const Robot robot = load_robot(folder.write("r.urdf", urdf));
  const std::filesystem::path file = folder.path() / "path.yaml";
  Path path = timed_path();
  path.time_s[1] = 1.0 / 3.0;
  EXPECT_INPUT_ERROR(write_path_trajectory(file, robot.tree, path), "path.yaml", "nanoseconds");
  path.time_s = {-1.0, 0.0, 1.0};
  EXPECT_INPUT_ERROR(write_path_trajectory(file, robot.tree, path), "begin at zero");
  path.time_s.clear();
  EXPECT_INPUT_ERROR(write_path_trajectory(file, robot.tree, path), "has none");
  EXPECT_INPUT_ERROR(write_path_trajectory(file, testing::sample_tree(), path), "cart");
}

}  // namespace
}  // namespace tocca::joint_limits_tests
