#pragma once

#include <filesystem>
#include <string_view>

#include "tocca/core/error.hpp"

namespace tocca {

/// The file that `uri`, written in the file `owner`, means: a path relative to the owner's folder, an absolute path,
/// file:///path, or package://NAME/path.
///
/// A package is looked for from the owner's folder upwards (a folder called NAME there or on the way, or one whose
/// package.xml says it is NAME), then in $ROS_PACKAGE_PATH and $AMENT_PREFIX_PATH.
/// Fails: InputError without file and place: another scheme (nothing is fetched), not the name of a mesh file, or no
/// such file.
std::filesystem::path find_mesh(std::string_view uri, const std::filesystem::path& owner);

}  // namespace tocca
