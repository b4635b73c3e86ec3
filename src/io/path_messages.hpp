#pragma once

#include <memory>
#include <string>

#include "io/path_rows.hpp"

namespace tocca {

/// A path as messages of ROS: `text` is YAML or JSON of trajectory_msgs/JointTrajectory, moveit_msgs/RobotTrajectory or
/// DisplayTrajectory, or of an action's goal with one of them; several documents, and several trajectories of one, are
/// played one after the other as in join_pieces(). Effort and headers are ignored.
/// Fails: InputError with file and place. A key that such a message does not have is refused: it may be a misspelt one.
std::unique_ptr<PathRows> read_path_messages(std::string text, const std::string& file, const CoordinateNames& names,
                                             const Configuration& defaults, const PathOptions& options,
                                             Warnings& warnings);

}  // namespace tocca
