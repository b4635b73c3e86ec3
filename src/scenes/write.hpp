// Layer: scenes.  May include: io and what it uses.  Checked by tools/check_layers.py.
#pragma once

#include <filesystem>
#include <string_view>

#include "drafts.hpp"

namespace tocca::scenes {

using Files = std::vector<std::filesystem::path>;

/// Coordinates on a grid of a nanometre: what the platform's square roots and Eigen's order of summing leave open is
/// rounded away, and the files stay short.
double rounded(double value);
MeshPointer mesh_of(const Solid& solid);

/// Makes the folder. Fails: InputError.
void make_folder(const std::filesystem::path& folder);
/// Writes a whole text file. Fails: InputError.
void write_text(const std::filesystem::path& file, std::string_view text);

/// NAME.urdf with meshes beside it and, where self pairs touch by construction, NAME.srdf; the URDF first.
Files write_robot(const std::filesystem::path& folder, const RobotDraft& robot);
/// scene.json with its meshes.
Files write_objects(const std::filesystem::path& folder, const std::vector<ObjectDraft>& objects);
/// Everything of a scene with robots: one robot at the origin gets path.csv, several get problem.json and their paths.
Files write_cell(const std::filesystem::path& folder, const CellDraft& cell);

}  // namespace tocca::scenes
