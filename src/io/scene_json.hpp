#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>

#include "tocca/core/error.hpp"
#include "tocca/model/scene.hpp"

namespace tocca {

/// Mesh paths are relative to the file. Fails: InputError with file, place and remedy.
Scene load_scene_json(const std::filesystem::path& file, Warnings& warnings);
/// One object as such a file has it; `file` is where it would stand.
SceneObject read_scene_object(const nlohmann::json& object, const std::filesystem::path& file, Warnings& warnings);

}  // namespace tocca
