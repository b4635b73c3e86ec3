#pragma once

#include <filesystem>

#include "tocca/core/error.hpp"
#include "tocca/model/scene.hpp"

namespace tocca {

/// Mesh paths are relative to the file. Fails: InputError with file, place and remedy.
Scene load_scene_json(const std::filesystem::path& file, Warnings& warnings);

}  // namespace tocca
