// Changes of a scene as text: one JSON object a line.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "tocca/check/checker.hpp"
#include "tocca/core/error.hpp"

namespace tocca::cli {

/// Applies one: {"move": NAME, "pose": POSE}, {"add": OBJECT}, {"remove": NAME}, {"attach": NAME, "link": LINK, "grasp": POSE} or
/// {"detach": NAME, "pose": POSE}; objects and poses are those of scene files, grasp and the last pose may be left out. Meshes are looked for
/// beside `file`. Throws InputError if it makes no sense; then nothing has changed.
void apply_change(const std::string& line, const std::filesystem::path& file, Checker& checker);

/// The lines that turn one scene file's text into another's, by the names of its objects. Nothing if either is no scene of JSON: whoever loads it
/// says why.
std::optional<std::vector<std::string>> scene_difference(const std::string& before, const std::string& after);

}  // namespace tocca::cli
