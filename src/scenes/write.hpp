#pragma once

#include <filesystem>
#include <string_view>

#include "scenes/drafts.hpp"
#include "tocca/model/scene.hpp"

namespace tocca::scenes {

using Files = std::vector<std::filesystem::path>;

/// Coordinates on a grid of a nanometre: differences from the platform's square roots and Eigen's order of summation
/// are rounded away, and the files stay short.
double rounded(double value);
Vector3 each_rounded(const Vector3& v);
MeshPointer mesh_of(const Solid& solid);
/// The hull of the corners as they will be stored: convex to the last bit, triangles in an order that depends on the corners
/// alone.
Solid hull_of(std::vector<Vector3> corners);

/// What the files of write_robot and write_objects describe; rotations of objects as drawn, not through a quaternion.
KinematicTree tree_of(const RobotDraft& robot);
Scene scene_of(const std::vector<ObjectDraft>& objects);

/// Makes the folder. Fails: InputError.
void make_folder(const std::filesystem::path& folder);
/// Writes a whole text file. Fails: InputError.
void write_text(const std::filesystem::path& file, std::string_view text);

/// NAME.urdf with meshes beside it and, where self pairs touch by construction, NAME.srdf; the URDF first.
Files write_robot(const std::filesystem::path& folder, const RobotDraft& robot);
/// scene.json with its meshes.
Files write_objects(const std::filesystem::path& folder, const std::vector<ObjectDraft>& objects);
/// All files of a scene with robots: one robot at the origin gets path.csv, several get problem.json and their paths.
Files write_cell(const std::filesystem::path& folder, const CellDraft& cell);

}  // namespace tocca::scenes
