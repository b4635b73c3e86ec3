#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tocca/core/error.hpp"
#include "tocca/model/robot.hpp"

namespace tocca {

/// What to read beside the URDF itself.
struct RobotOptions {
  std::filesystem::path srdf;  ///< empty: no pairs are disabled
  bool visual = false;         ///< take visual geometry where a link has no collision geometry
};

/// Reads a URDF, its meshes and, if given, its SRDF. package:// is looked up from the URDF's folder upwards.
/// A file outside the URDF's own folder tree is opened only if it is a mesh; nothing is executed or fetched.
/// Fails: InputError with file, place and remedy. Names in the SRDF that the URDF lacks: a warning; links
/// whose only geometry is visual, where it is not asked for: one warning with their names.
Robot load_robot(const std::filesystem::path& urdf, const RobotOptions& options, Warnings& warnings);

/// Names of the links that have visual but no collision geometry. Fails as load_robot.
std::vector<std::string> visual_only_links(const std::filesystem::path& urdf);

}  // namespace tocca
