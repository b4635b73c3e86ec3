#pragma once

#include <filesystem>

namespace tocca {

/// Does the file hold a path or edges, as PathReader reads them, and not a scene? By extension where that says it all
/// (meshes, scans, OctoMaps, URDF, MoveIt's .scene), else by content: JSON holds a trajectory if it names joints as ROS does. What
/// is neither is taken for a path, whose reader then says what is wrong. "-" is the standard input: a path.
bool holds_path(const std::filesystem::path& file);

}  // namespace tocca
