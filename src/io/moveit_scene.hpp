#pragma once

#include <filesystem>

#include "tocca/core/error.hpp"
#include "tocca/model/scene.hpp"

namespace tocca {

/// Reads a MoveIt `.scene` (with and without the objects' own poses and subframes).
/// Fails: InputError with file, line and remedy.
Scene load_moveit_scene(const std::filesystem::path& file, Warnings& warnings);

}  // namespace tocca
