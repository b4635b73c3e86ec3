#pragma once

#include <span>
#include <vector>

#include "tocca/core/require.hpp"
#include "tocca/shape/mesh.hpp"

namespace tocca {

/// The convex hull of a set of points: a solid polytope.
///
/// Guarantee   Exact: every given point lies on the inner side of every face's plane or in it, decided without
///             rounding.
///             The vertices are the given points that are corners, in their given order; none is repeated or lies
///             within an edge or face. Faces are whole: coplanar triangles are merged into one polygon.
/// Fails       InputError (no file name): points that all lie in one plane, coordinates that are not finite or, unless
///             zero, outside 6e-93 .. 1e30 in size (where the exact sign could not be determined).
/// Cost        O(n log n) expected for points in general position (quickhull).
class ConvexHull {
 public:
  explicit ConvexHull(std::span<const Vector3> points);

  const std::vector<Vector3>& vertices() const noexcept { return vertices_; }
  std::size_t face_count() const noexcept { return face_start_.size() - 1; }
  /// The corners of a face, counter-clockwise seen from outside.
  std::span<const Index> face(std::size_t i) const { return piece(face_corners_, face_start_, i); }
  /// The faces cut into fans of triangles, face by face: face i makes face(i).size() - 2 of them.
  const std::vector<Triangle>& triangles() const noexcept { return triangles_; }
  /// The vertices joined to this one by an edge.
  std::span<const Index> neighbours(Index vertex) const { return piece(neighbours_, neighbour_start_, vertex); }

  /// The vertex farthest along `direction`, up to the rounding of the dot products.
  Index support(const Vector3& direction) const;
  std::size_t bytes() const noexcept;  ///< memory used

 private:
  static std::span<const Index> piece(const std::vector<Index>& items, const std::vector<Index>& start, std::size_t i) {
    TOCCA_REQUIRE(i + 1 < start.size(), "a hull has no such vertex or face");
    return {items.data() + start[i], items.data() + start[i + 1]};
  }
  void link_neighbours();

  std::vector<Vector3> vertices_;
  std::vector<Index> face_start_, face_corners_;     // face i: corners [start[i], start[i + 1])
  std::vector<Index> neighbour_start_, neighbours_;  // likewise
  std::vector<Triangle> triangles_;
};

}  // namespace tocca
