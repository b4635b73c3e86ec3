#pragma once

#include <Eigen/LU>
#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tocca/core/error.hpp"
#include "tocca/shape/mesh.hpp"

namespace tocca {

/// Red, green and blue from 0 to 1, as a screen shows them (sRGB).
using Colour = std::array<double, 3>;

/// What a reader noticed in passing about the look of the triangles from this one on, up to the next such entry. Nothing
/// is looked up for it, and nothing about it is an error: most meshes are read to be checked, not to be shown.
struct MeshMaterial {
  std::size_t first_triangle = 0;
  std::optional<Colour> colour = {};  ///< where the file says it (COLLADA, glTF)
  std::string name = {};              ///< where a library beside the file says it (OBJ)
};

/// What a reader fills; TriangleMesh takes over the arrays and checks them. Readers guarantee indices in range.
struct MeshArrays {
  std::vector<Vector3> vertices;
  std::vector<Triangle> triangles;
  std::vector<MeshMaterial> materials;          ///< ascending; empty: the file has none
  std::vector<std::string> material_libraries;  ///< names of files that OBJ keeps its colours in

  /// Adds a corner and returns its index. Throws InputError (no file name) if 32 bits do not suffice.
  Index add_vertex(const Vector3& position);
};

// `bytes` is the content of `file`, which is named in errors and warnings (glTF: its buffers lie beside it).
// Each throws InputError with file and place, whatever the bytes.
#define TOCCA_MESH_FORMAT(extension, reader, words) \
  MeshArrays reader(std::string_view bytes, const std::filesystem::path& file, Warnings& warnings);
#include "io/mesh_formats.def"

class MeshRemarks;  // io/mesh_remarks.hpp

/// load_mesh() as the file has it: nothing is welded or dropped, coordinates may be infinite, triangles without area.
MeshArrays load_arrays(const std::filesystem::path& file, const Vector3& scale, MeshRemarks& remarks);

/// A map of nested scenes (COLLADA, glTF): any linear part, mirrors and shears included.
struct Affine {
  Matrix3 linear = Matrix3::Identity();
  Vector3 translation = Vector3::Zero();

  Vector3 operator*(const Vector3& p) const { return linear * p + translation; }
  Affine operator*(const Affine& inner) const { return {linear * inner.linear, *this * inner.translation}; }
  bool mirrors() const { return linear.determinant() < 0.0; }
};

/// Places the vertices and triangles that were added last, from the given ones on. A mirror reverses the triangles, so
/// that outside stays outside.
void place_part(std::size_t first_vertex, std::size_t first_triangle, const Affine& placement, MeshArrays& mesh);

/// How much a scene may repeat its parts, either by nodes that show one mesh or by meshes that share their data: a
/// kilobyte of references could otherwise ask for more memory than there is.
class RepetitionBudget {
 public:
  /// Counts vertices and corners of triangles, which take one byte or more each in a file: what is read once gives at
  /// most as many as the file has `bytes`. False once there are too many repetitions beyond that.
  bool spend(std::size_t count, std::size_t bytes) {
    spent_ += count;
    return spent_ <= bytes + limit;
  }

 private:
  static constexpr std::size_t limit = 10'000'000;
  std::size_t spent_ = 0;
};

}  // namespace tocca
