#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tocca/core/error.hpp"
#include "tocca/shape/cloud.hpp"

namespace tocca {

/// Reads the points of a scan, by extension: PCD (text, binary or compressed), PLY (its vertices) or XYZ (a text of three numbers or more
/// a line). Other fields and columns are passed over; the viewpoint of a PCD file is not applied.
///
/// Guarantee   Coordinates keep the precision of the file. Points that have a coordinate that is NaN or infinite, as sensors mark what
///             they did not see, are left out, with one warning that counts them.
/// Fails       InputError: missing, truncated, malformed, or no point that is finite.
std::vector<Vector3> load_points(const std::filesystem::path& file, Warnings& warnings);
/// True if the extension is one that load_points reads. That of a PLY file is that of a mesh as well.
bool is_points_file(const std::filesystem::path& file);

/// What a map does not know: is it taken to be free, or, within the bounds of what the map knows, to be occupied?
enum class UnknownSpace { free, occupied };

/// Reads the occupied cells of an OctoMap as boxes: `.bt` (what is most likely), or `.ot` (probabilities; occupied from 0.5 on, which is
/// the library's own threshold). Cells that the map has merged stay one box.
///
/// Guarantee   The boxes are those of the file, each centre rounded once.
/// Fails       InputError: missing, truncated, malformed, of a kind other than OcTree or ColorOcTree, or without any occupied cell.
CloudPointer load_octomap(const std::filesystem::path& file, UnknownSpace unknown = UnknownSpace::free);
/// True if the extension is `.bt` or `.ot`.
bool is_octomap_file(const std::filesystem::path& file);

}  // namespace tocca
