#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tocca/core/error.hpp"
#include "tocca/model/robot.hpp"

namespace tocca {

/// What to read besides the URDF itself.
struct RobotOptions {
  std::filesystem::path srdf;  ///< empty: no pairs are disabled
  bool visual = false;         ///< use visual geometry for links without collision geometry
  /// MoveIt's joint_limits.yaml: limits of velocity, acceleration and jerk, and what parts of them to move with. Empty: the
  /// URDF's velocities.
  std::filesystem::path joint_limits{};
};

/// Reads a URDF, its meshes and, if given, its SRDF and its joint limits. package:// is looked up from the URDF's folder upwards.
/// A file outside the URDF's own folder tree is opened only if it is a mesh; nothing is executed or fetched.
/// Fails: InputError with file, place and remedy. Warns about names in the SRDF or among the limits that the URDF lacks and, once with
/// their names, about links whose only geometry is visual if that is not asked for.
Robot load_robot(const std::filesystem::path& urdf, const RobotOptions& options, Warnings& warnings);
/// The same for callers who read no warnings.
inline Robot load_robot(const std::filesystem::path& urdf, const RobotOptions& options = {}) {
  Warnings unread;
  return load_robot(urdf, options, unread);
}

/// Names of the links that have visual but no collision geometry. Fails like load_robot.
std::vector<std::string> visual_only_links(const std::filesystem::path& urdf);

}  // namespace tocca
