#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "tocca/core/require.hpp"
#include "tocca/shape/pose.hpp"

namespace tocca {

using Index = std::uint32_t;
inline constexpr Index no_index = 0xffffffffu;  ///< none
/// The largest coordinate or size allowed, in metres: sums and products of a few then stay finite, even as floats.
inline constexpr double largest_coordinate = 1e30;

using Triangle = std::array<Index, 3>;  ///< vertex indices, counter-clockwise seen from outside

/// Such a triangle is only a segment or a point: it bounds nothing.
inline bool names_a_vertex_twice(const Triangle& t) { return t[0] == t[1] || t[1] == t[2] || t[2] == t[0]; }

/// An indexed triangle mesh, validated, with the adjacency that lets a query test each feature once.
///
/// Guarantee   Every index is in range and every coordinate at most largest_coordinate in size. Vertices at exactly the
///             same place are one vertex.
///             Triangles keep the order and number the caller gave (zero-area ones included, as segments), so that a
///             triangle index in a verdict is the caller's. At least one triangle has positive area: decided exactly,
///             whatever the size of the coordinates. Vertices that no triangle uses are dropped; -0 is stored as 0.
/// Cost        O(n) time (1 M triangles: about half a second); keeps about 60 bytes per triangle.
class TriangleMesh {
 public:
  /// Two vertices and what they bound.
  struct Edge {
    std::array<Index, 2> vertices;   ///< ascending; equal only where a triangle names the same vertex twice
    std::array<Index, 2> triangles;  ///< the first two triangles at this edge; the second is no_triangle at a border
  };
  static constexpr Index no_triangle = no_index;

  /// Triangles connected through edges. What hangs on a closed surface by an edge, like a fin, is a component of its
  /// own: triangles with an edge that no other triangle has are set aside, repeatedly, before the rest is connected.
  /// Triangles that name a vertex twice belong to whatever is at their edge and bound nothing.
  struct Component {
    Index triangle;  ///< the first of its triangles
    bool closed;     ///< it bounds a solid: in some reading every edge has an even number of triangles (crossings())
    bool oriented;   ///< no triangle is repeated, and each edge is used equally often in both directions
    bool manifold;   ///< oriented, and each edge has exactly two triangles
    bool repeated;   ///< some of its triangles are equal: they have the same three vertices, in any order
  };

  /// What a ray enters or leaves where it crosses a triangle: a solid, in those of its readings whose bits are set.
  struct Crossing {
    Index solid;
    std::uint64_t ways;
  };

  /// Takes over the arrays without copying them. Throws InputError (place "triangle 17", ...; no file name) where it
  /// cannot give the guarantee.
  TriangleMesh(std::vector<Vector3> vertices, std::vector<Triangle> triangles);

  /// For bodies that deform: which vertices are the same depends on the triangles alone, not on where the vertices
  /// happen to be. Vertices keep their numbers, even those that share a place or that no triangle uses; triangles may
  /// have any area. Throws InputError if an index or a coordinate is out of range, or there is no triangle.
  static TriangleMesh unwelded(std::vector<Vector3> vertices, std::vector<Triangle> triangles);

  const std::vector<Vector3>& vertices() const noexcept { return vertices_; }
  const std::vector<Triangle>& triangles() const noexcept { return triangles_; }
  const std::vector<Edge>& edges() const noexcept { return edges_; }
  /// The edges of a triangle: entry k joins its vertices k and (k + 1) % 3.
  const std::array<Index, 3>& triangle_edges(Index triangle) const {
    TOCCA_REQUIRE(triangle < triangles_.size(), "a mesh has no such triangle");
    return triangle_edges_[triangle];
  }

  /// Representative triangles: each vertex and each edge belongs to exactly one triangle that contains it.
  /// Bits 0..2: the triangle owns its vertex k; bits 3..5: it owns its edge k. Testing only owned features tests each
  /// feature once.
  std::uint8_t owned_features(Index triangle) const {
    TOCCA_REQUIRE(triangle < triangles_.size(), "a mesh has no such triangle");
    return owned_features_[triangle];
  }

  /// In the order of their first triangles; never empty.
  const std::vector<Component>& components() const noexcept { return components_; }
  /// The component a triangle belongs to.
  Index component(Index triangle) const {
    TOCCA_REQUIRE(triangle < triangles_.size(), "a mesh has no such triangle");
    return component_.empty() ? 0 : component_[triangle];
  }
  /// The solids that a ray enters or leaves through this triangle; none if it bounds none.
  ///
  /// Guarantee   A point is inside the mesh if and only if, for some solid, the exclusive or of the `ways` of all
  ///             triangles that its ray crosses is not 0. A closed component is a solid by the even-odd rule. Where
  ///             some of its triangles are equal, each set of equal ones may be read as one triangle or as none, and so
  ///             may each triangle without area: a point is inside if it is in any reading that gives every edge an
  ///             even number of triangles. A cavity (a manifold component in an oriented one, wound against it, that
  ///             touches neither another triangle nor itself) belongs to the solid around it, so that its inside is
  ///             outside. unwelded() meshes, whose vertices move, have no cavities, and none of their triangles counts
  ///             as having no area.
  /// Proof       docs/maths/solids.md
  std::span<const Crossing> crossings(Index triangle) const {
    const Index row = crossing_row_.empty() ? component(triangle) : crossing_row_[triangle];
    return {crossings_.data() + row_begin_[row], row_begin_[row + 1] - row_begin_[row]};
  }
  Index solid_count() const noexcept { return solid_count_; }  ///< solids are numbered below this
  /// Every component is closed: the mesh bounds a solid, whichever way its triangles are wound.
  bool closed() const noexcept { return closed_; }
  std::size_t zero_area_triangles() const noexcept { return zero_area_triangles_; }
  /// Triangles equal to an earlier one.
  std::size_t repeated_triangles() const noexcept { return repeated_triangles_; }
  std::size_t bytes() const noexcept;  ///< memory used, adjacency included

 private:
  struct AsGiven {};
  TriangleMesh(AsGiven, std::vector<Vector3> vertices, std::vector<Triangle> triangles);
  void check_input() const;
  void weld_vertices();
  std::vector<Index> find_zero_areas();
  void join_edges(const std::vector<Index>& flat);
  void name_components(std::vector<Index>& first_triangle, const std::vector<std::uint8_t>& faults);
  void name_solids(const std::vector<Index>& first_equal, const std::vector<Index>& flat,
                   const std::vector<std::uint8_t>& peeled);
  void read(const std::vector<std::uint8_t>& doubtful, const std::vector<Index>& first_equal,
            const std::vector<Index>& flat);
  void find_cavities();
  void own_vertices();

  std::vector<Vector3> vertices_;
  std::vector<Triangle> triangles_;
  std::vector<Edge> edges_;
  std::vector<std::array<Index, 3>> triangle_edges_;
  std::vector<std::uint8_t> owned_features_;
  std::vector<Component> components_;
  std::vector<Index> component_;     // empty while there is only one component
  std::vector<Index> crossing_row_;  // of each triangle; empty while it is that of its component
  std::vector<Index> row_begin_;     // where in crossings_ each row begins, and the end; first the components' rows
  std::vector<Crossing> crossings_;
  Index solid_count_ = 0;
  bool closed_ = false;
  std::size_t zero_area_triangles_ = 0, repeated_triangles_ = 0;
};

using MeshPointer = std::shared_ptr<const TriangleMesh>;

}  // namespace tocca
