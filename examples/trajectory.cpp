// Checks a trajectory message from a controller or MoveIt before it is executed. Usage: example_trajectory
#include <cstdint>
#include <cstdio>
#include <string>
#include <tocca/check/path_checker.hpp>
#include <tocca/core/error.hpp>
#include <tocca/model/robot.hpp>
#include <tocca/model/scene.hpp>
#include <vector>

/// The path that a message describes. JointTrajectory is anything with the fields of ROS 2's trajectory_msgs. Joints
/// are found by name; others stay at `rest`. Positions alone give straight lines, velocities cubics, accelerations
/// quintics, like the spline interpolation of ros2_control's joint trajectory controller.
template <class JointTrajectory>
tocca::Path path_of(const JointTrajectory& message, const tocca::KinematicTree& tree,
                    const tocca::Configuration& rest) {
  const auto rows = static_cast<Eigen::Index>(message.points.size());
  const bool velocities = !message.points.at(0).velocities.empty();
  const bool accelerations = velocities && !message.points[0].accelerations.empty();
  tocca::Path path;
  path.waypoints = rest.transpose().replicate(rows, 1);
  path.velocities = path.accelerations = tocca::WaypointMatrix::Zero(rows, rest.size());
  path.interpolation.assign(static_cast<std::size_t>(rest.size()), tocca::Interpolation::linear);
  for (const auto& point : message.points) {
    path.time_s.push_back(point.time_from_start.sec + 1e-9 * point.time_from_start.nanosec);
    if (point.velocities.empty() == velocities || (velocities && point.accelerations.empty() == accelerations)) {
      throw tocca::InputError("", "points", "have not all the same fields", "give each point velocities, or none");
    }
  }
  for (std::size_t j = 0; j < message.joint_names.size(); ++j) {
    const int joint = tree.find_joint(message.joint_names[j]);
    if (joint < 0) throw tocca::InputError("", message.joint_names[j], "no such joint", "check the robot's name");
    const int column = tree.joints()[static_cast<std::size_t>(joint)].first_coordinate;
    if (column < 0) continue;  // it mimics another joint
    path.interpolation[static_cast<std::size_t>(column)] = accelerations ? tocca::Interpolation::quintic
                                                           : velocities  ? tocca::Interpolation::cubic
                                                                         : tocca::Interpolation::linear;
    for (Eigen::Index row = 0; row < rows; ++row) {
      const auto& point = message.points[static_cast<std::size_t>(row)];
      path.waypoints(row, column) = point.positions.at(j);
      if (velocities) path.velocities(row, column) = point.velocities.at(j);
      if (accelerations) path.accelerations(row, column) = point.accelerations.at(j);
    }
  }
  return path;
}

// What trajectory_msgs::msg::JointTrajectory looks like; with ROS, include its header instead.
struct Duration {
  std::int32_t sec;
  std::uint32_t nanosec;
};
struct Point {
  std::vector<double> positions, velocities, accelerations;
  Duration time_from_start;
};
struct JointTrajectory {
  std::vector<std::string> joint_names;
  std::vector<Point> points;
};

int main() {
  // A robot and a scene built in the program: a bar that turns beside a post.
  tocca::KinematicTree::JointSpec turn;
  turn.name = "turn";
  turn.type = tocca::JointType::continuous;
  turn.parent_link = "base";
  turn.child_link = "bar";
  turn.axis = tocca::Vector3::UnitZ();
  const tocca::Collider bar{tocca::Pose::from_rpy({0.5, 0, 0}, {0, 0, 0}), tocca::Box{{1.0, 0.1, 0.1}}};
  const tocca::Robot robot{"turner", tocca::KinematicTree::build({{"base", {}}, {"bar", {bar}}}, {turn}), {}};
  const tocca::Scene scene{
      {{"post", tocca::Pose::from_rpy({0, 0.8, 0}, {0, 0, 0}), {{{}, tocca::Cylinder{0.05, 1.0}}}}}};
  const tocca::Checker checker(robot, scene);

  const JointTrajectory message{
      {"turn"},
      {{{0.0}, {0.0}, {0.0}, {0, 0}}, {{1.0}, {1.2}, {0.0}, {1, 0}}, {{2.5}, {0.0}, {0.0}, {2, 500'000'000}}}};
  const tocca::Path path = path_of(message, robot.tree, robot.tree.zero_configuration());
  const tocca::Verdict verdict = tocca::PathChecker(checker).first(path);
  const tocca::SegmentVerdict& last = verdict.segments.back();
  if (last.outcome == tocca::Outcome::contact) {
    const std::size_t from = static_cast<std::size_t>(last.index);
    const double seconds = path.time_s[from] + last.time.lo * (path.time_s[from + 1] - path.time_s[from]);
    std::printf("do not execute: after %.4f seconds %s touches %s\n", seconds, last.contacts[0].a.c_str(),
                last.contacts[0].b.c_str());
  }
  return verdict.outcome == tocca::Outcome::contact ? 0 : 1;  // this one is meant to touch
}
