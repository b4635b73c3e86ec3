#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "io/mesh_readers.hpp"
#include "tocca/core/error.hpp"
#include "tocca/model/kinematic_tree.hpp"

namespace tocca {

/// Triangles of visual meshes that a page takes, each mesh counted once however many links show it: about 3 MB.
inline constexpr std::size_t most_visual_triangles = 200'000;

/// A shape that a link shows, in one colour.
struct LinkVisual {
  std::string link;
  Collider shape;
  std::optional<Colour> colour;  ///< where any file says it
};

/// What the links of a URDF look like: its <visual> elements, in the order of the file. It is for pages alone: nothing of this
/// is ever checked, and loading a robot does not read it.
///
/// Colours     those of the mesh file (COLLADA: diffuse, OBJ: Kd of its library, glTF: base colour), else of the <material>.
///             What is fully transparent is left out; all else is opaque.
/// Never fails What cannot be read (a missing mesh, a malformed element, the URDF itself) is left out with a warning. So are
///             the largest meshes, where there are more than `most_triangles` in all.
std::vector<LinkVisual> read_visuals(const std::filesystem::path& urdf, Warnings& warnings,
                                     std::size_t most_triangles = most_visual_triangles);

/// The colours of an OBJ file's materials, from the libraries that lie beside it.
void find_colours(const std::filesystem::path& obj, MeshArrays& mesh);

}  // namespace tocca
