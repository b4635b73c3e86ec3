// Layer: shape.  May include: core.  Checked by tools/check_layers.py.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "tocca/shape/pose.hpp"

namespace tocca {

using Index = std::uint32_t;
using Triangle = std::array<Index, 3>;  ///< vertex indices, counter-clockwise seen from outside

/// An indexed triangle mesh, validated, with the adjacency that lets a query test each feature once.
///
/// Guarantee   Every index is in range and every coordinate finite. Vertices at exactly the same place are one vertex.
///             Triangles keep the order and number the caller gave (zero-area ones included, as segments), so that a
///             triangle index in a verdict is the caller's. At least one triangle has positive area.
class TriangleMesh {
 public:
  struct Edge {
    std::array<Index, 2> vertices;   ///< ascending
    std::array<Index, 2> triangles;  ///< the first two triangles at this edge; the second is no_triangle at a border
  };
  static constexpr Index no_triangle = 0xffffffffu;

  /// Takes the arrays over without copying them. Throws InputError (place "triangle 17", ...; no file name) where the
  /// guarantee cannot be given.
  TriangleMesh(std::vector<Vector3> vertices, std::vector<Triangle> triangles);

  const std::vector<Vector3>& vertices() const noexcept { return vertices_; }
  const std::vector<Triangle>& triangles() const noexcept { return triangles_; }
  const std::vector<Edge>& edges() const noexcept { return edges_; }
  /// The edges of a triangle: entry k joins its vertices k and (k + 1) % 3.
  const std::array<Index, 3>& triangle_edges(Index triangle) const { return triangle_edges_[triangle]; }

  /// Representative triangles: each vertex and each edge belongs to exactly one triangle that contains it.
  /// Bits 0..2: the triangle owns its vertex k; bits 3..5: it owns its edge k. Testing only owned features tests each
  /// once.
  std::uint8_t owned_features(Index triangle) const { return owned_features_[triangle]; }

  /// Every edge has exactly two triangles that run through it in opposite directions: the mesh bounds a solid.
  bool closed() const noexcept { return closed_; }
  std::size_t zero_area_triangles() const noexcept { return zero_area_triangles_; }
  std::size_t bytes() const noexcept;  ///< memory held, adjacency included

 private:
  std::vector<Vector3> vertices_;
  std::vector<Triangle> triangles_;
  std::vector<Edge> edges_;
  std::vector<std::array<Index, 3>> triangle_edges_;
  std::vector<std::uint8_t> owned_features_;
  bool closed_ = false;
  std::size_t zero_area_triangles_ = 0;
};

using MeshPointer = std::shared_ptr<const TriangleMesh>;

}  // namespace tocca
