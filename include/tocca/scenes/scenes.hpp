#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace tocca {

/// A benchmark scene by name.
struct SceneName {
  std::string name, what;  ///< "puma-pipes"; one line about it
};

/// The benchmark scenes (docs/guide/scenes.md), generated with fixed seeds.
const std::vector<SceneName>& benchmark_scenes();

/// How the still objects of a scene with robots are written: one by one, or as one object with one mesh, as scans and
/// exports of whole plants come.
enum class SceneLayout { objects, one_mesh };

/// Writes the scene `name` ("puma-pipes", "polytopes-1000", ...) into `folder` as URDF, OBJ, CSV and JSON files that
/// the loaders read back; returns the files written, the most useful first. The same name gives the same bytes.
/// Fails: InputError for an unknown name, an unwritable folder, or one mesh of a scene that has no still objects.
std::vector<std::filesystem::path> write_benchmark_scene(std::string_view name, const std::filesystem::path& folder,
                                                         SceneLayout layout = SceneLayout::objects);

}  // namespace tocca
