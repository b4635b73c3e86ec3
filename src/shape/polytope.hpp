#pragma once

#include <array>
#include <memory>
#include <span>
#include <vector>

#include "tocca/core/require.hpp"
#include "tocca/shape/convex_hull.hpp"

namespace tocca {

/// A convex polytope as walks over its surface need it: vertices, edges and faces that know their neighbours, in flat
/// arrays. The features and their Voronoi regions of cohen-1995 (section 3, Lin-Canny).
///
/// Guarantee   Combinatorics like ConvexHull's, exact: a closed surface, each edge between two faces, faces whole
///             polygons.
///             Each face's stored plane is rounded: every point of the polytope has normal . x <= offset + plane_error.
class Polytope {
 public:
  /// Its faces: `left` runs tail to head counter-clockwise seen from outside, `right` the other way.
  struct Edge {
    Index tail, head, left, right;
  };
  /// The plane of a face: normal . x = offset, up to rounding.
  struct Plane {
    Vector3 normal;  ///< outward, unit to rounding
    double offset;
  };

  explicit Polytope(std::span<const Vector3> points);  ///< their hull; fails like ConvexHull
  explicit Polytope(ConvexHull hull);

  const ConvexHull& hull() const noexcept { return hull_; }
  const std::vector<Vector3>& vertices() const noexcept { return hull_.vertices(); }
  const std::vector<Edge>& edges() const noexcept { return edges_; }
  const std::vector<Plane>& planes() const noexcept { return planes_; }  ///< one per face
  /// The edges at a vertex, in the order of ConvexHull::neighbours.
  std::span<const Index> vertex_edges(Index vertex) const { return piece(vertex_edges_, vertex_edge_start_, vertex); }
  /// The edges around a face, in the order of its corners: edge k leaves corner k.
  std::span<const Index> face_edges(Index face) const { return piece(face_edges_, face_edge_start_, face); }

  const Vector3& centre() const noexcept { return centre_; }  ///< inside, to rounding: the mean of the vertices
  double radius() const noexcept { return radius_; }          ///< all of it is within this of the centre; rounded up
  double reach() const noexcept { return reach_; }            ///< and within this of its frame's origin; rounded up
  double plane_error() const noexcept { return plane_error_; }
  /// Few vertices: looking at all of them in order costs less than climbing even from the right one.
  bool few_vertices() const noexcept { return lane_count_ > 0; }
  /// The greatest direction . v over the vertices as computed: at most dot_error (farthest_vertex.hpp) below the true maximum.
  /// Requires few_vertices().
  double farthest_along(const Vector3& direction) const;
  /// At least direction . v for every vertex, and at most a millionth of the reach more: the same in single precision, for a `length` that
  /// is the direction's, at most 2. Requires few_vertices().
  double reach_along(const Vector3& direction, double length) const;
  std::size_t bytes() const noexcept;  ///< memory used

 private:
  static std::span<const Index> piece(const std::vector<Index>& items, const std::vector<Index>& start, Index i) {
    TOCCA_REQUIRE(std::size_t{i} + 1 < start.size(), "a polytope has no such vertex or face");
    return {items.data() + start[i], items.data() + start[i + 1]};
  }
  void link_edges();
  void fill_lanes();

  static constexpr std::size_t most_lanes = 64;

  // Few vertices: all x, all y, all z, each padded to a multiple of four with the last one. What most questions need
  // from a polytope comes first, in one place.
  std::size_t lane_count_ = 0;
  Vector3 centre_;
  double radius_ = 0.0, reach_ = 0.0, plane_error_ = 0.0;
  std::array<float, 3 * most_lanes> short_lanes_{};
  std::vector<double> lanes_;
  ConvexHull hull_;
  std::vector<Edge> edges_;
  std::vector<Plane> planes_;
  std::vector<Index> vertex_edge_start_, vertex_edges_, face_edge_start_, face_edges_;
};

using PolytopePointer = std::shared_ptr<const Polytope>;

}  // namespace tocca
