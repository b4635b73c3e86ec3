#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "tocca/core/error.hpp"
#include "tocca/shape/mesh.hpp"

namespace tocca {

/// Reads a triangle mesh in one of the mesh_formats(), chosen by the file's extension. All parts of the file become one
/// mesh, in file order.
///
/// Guarantee   Coordinates keep the precision of the file (doubles stay doubles). Polygons are triangulated without
///             changing their outline. Nothing but the file itself (glTF: its buffers beside it) is opened.
/// Fails       InputError: missing, truncated, malformed, non-finite, index out of range, no triangle of positive area.
///             Zero-area triangles are kept, with one warning.
MeshPointer load_mesh(const std::filesystem::path& file, const Vector3& scale, Warnings& warnings);

/// A kind of file that load_mesh reads.
struct MeshFormat {
  std::string_view extension;  ///< ".stl"; upper case in a file's name is the same
  std::string_view words;      ///< a description for people: "STL, text or binary"
};
std::span<const MeshFormat> mesh_formats();
/// The extensions for a message: ".stl, .obj, ... or .glb".
std::string mesh_extensions();
/// True if the extension is one that load_mesh reads.
bool is_mesh_file(const std::filesystem::path& file);

/// Writes an OBJ file that load_mesh reads back exactly.
void write_obj(const std::filesystem::path& file, const TriangleMesh& mesh);

/// A binary PLY file that load_mesh reads back exactly; unlike in a TriangleMesh, any triangles are allowed.
std::string to_ply(std::span<const Vector3> vertices, std::span<const Triangle> triangles);

}  // namespace tocca
