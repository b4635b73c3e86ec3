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

/// Writes the scene `name` ("puma-pipes", "polytopes-1000", ...) into `folder` as URDF, OBJ, CSV and JSON files that
/// the loaders read back; returns the files written, the most useful first. The same name gives the same bytes.
/// Fails: InputError for an unknown name or an unwritable folder.
std::vector<std::filesystem::path> write_benchmark_scene(std::string_view name, const std::filesystem::path& folder);

}  // namespace tocca
