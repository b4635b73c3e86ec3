#pragma once

#include <functional>

#include "io/coordinate_names.hpp"
#include "io/json_cursor.hpp"
#include "io/path_pieces.hpp"
#include "tocca/io/path.hpp"

namespace tocca {

/// The length of a list of a message; nothing, as YAML writes it, is an empty one. Fails if `ros2 topic echo` has left
/// the list out or cut it off.
std::size_t list_size(const JsonCursor& list);

/// Is this a trajectory with points?
bool has_points(const JsonCursor& trajectory);

/// A duration, in seconds: {sec, nanosec}, ROS 1's {secs, nsecs}, or a number. The double nearest to the exact value, so
/// that 1 s and 500,000,000 ns is the 1.5 of a table.
double read_duration(const JsonCursor& duration);

/// Reads the parts of messages that are about the joints of one robot. Fails: InputError with the place in the message.
class MessageParts {
 public:
  MessageParts(const CoordinateNames& names, const PathOptions& options);

  /// trajectory_msgs/JointTrajectory: joint_names and points, at least one. Without its place.
  TrajectoryPiece read_joints(const JsonCursor& trajectory) const;
  /// Adds a trajectory_msgs/MultiDOFJointTrajectory of the same points: poses of planar and floating joints. A planar
  /// joint turns the shorter way from point to point, since a pose does not count turns.
  void add_poses(const JsonCursor& trajectory, TrajectoryPiece& piece) const;

  using Set = std::function<void(int coordinate, double value)>;
  /// sensor_msgs/JointState. Joints that follow others, and fixed ones, are skipped.
  void read_state(const JsonCursor& state, const Set& set) const;
  /// sensor_msgs/MultiDOFJointState. A joint that the robot lacks must be where it would be without it.
  void read_poses(const JsonCursor& state, const Set& set) const;

 private:
  int coordinate(const JsonCursor& name) const;
  const Joint& pose_joint(const JsonCursor& name) const;
  std::vector<const Joint*> pose_joints(const JsonCursor& joint_names, TrajectoryPiece& piece) const;
  double value(int coordinate, double number) const;
  void read_values(const JsonCursor& list, const TrajectoryPiece& piece, double* row) const;
  bool read_rates(const JsonCursor& point, std::string_view key, bool is_first, TrajectoryPiece& piece,
                  WaypointMatrix& rates, Eigen::Index row) const;

  const CoordinateNames& names_;
  std::vector<bool> in_degrees_;  // by coordinate
};

}  // namespace tocca
