#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "shape/cell_labels.hpp"
#include "shape/obb.hpp"
#include "shape/tree.hpp"
#include "tocca/core/require.hpp"
#include "tocca/model/kinematic_tree.hpp"
#include "tocca/shape/lss.hpp"

namespace tocca {

/// A link or an object as queries see it: all of its colliders in one frame, in flat arrays, and one tree of oriented
/// boxes over their items. An item is a triangle of a mesh, a whole primitive (convex hulls are primitives), or a grain of a
/// cloud, which is a primitive like any other: a ball or a box.
///
/// Guarantee   The true place of a vertex (its mesh's vertex through the collider's placement and `X_PL`, in real arithmetic)
///             is within rounding_m() of the stored one; each primitive's `pose` likewise moves no point of it by more.
///             Each node's box contains the stored items below it, and `lss` contains all of them, dilated by
///             rounding_m().
/// Layout      tree: as Tree (left child next, right child at node + link), a leaf's items at item_order[link ...].
class Part {
 public:
  /// A round solid, a box or a hull, placed. Refers to the part.
  struct Primitive {
    const Geometry& geometry;  ///< never a mesh or a cloud
    Pose pose;                 ///< X_PB, in the part's frame
  };
  /// One collider's share of the arrays.
  struct Piece {
    MeshPointer mesh;  ///< none for a primitive and for a cloud
    Index first_item = 0,
          item_count = 0;  ///< a mesh's triangles or a cloud's grains, in their own order; or one primitive
    Index first_vertex = 0, vertex_count = 0;  ///< of a mesh
  };
  using Node = Tree<Obb>::Node;

  /// `X_PL` places everything in a frame other than the link's: the world, for what stands still.
  /// Requires at least one collider.
  explicit Part(std::span<const Collider> bodies, const Pose& X_PL = {});

  const std::vector<Piece>& pieces() const noexcept { return pieces_; }
  const std::vector<Vector3>& vertices() const noexcept { return vertices_; }
  /// Items 0 .. triangle_count() - 1 are triangles: indices into vertices().
  const std::vector<Triangle>& triangles() const noexcept { return triangles_; }
  Index triangle_count() const noexcept { return static_cast<Index>(triangles_.size()); }
  /// Items from triangle_count() on are primitives; those from first_grain() on are grains of clouds.
  Index first_grain() const noexcept { return first_grain_; }
  bool has_grains() const noexcept { return first_grain_ < item_count(); }
  Index item_count() const noexcept { return triangle_count() + static_cast<Index>(centres_.size()); }
  Primitive primitive(Index item) const { return {geometry(item), {form_of(item).rotation, centre(item)}}; }
  const Geometry& geometry(Index primitive) const { return form_of(primitive).geometry; }
  /// The origin of a primitive's own frame.
  const Vector3& centre(Index primitive) const {
    TOCCA_REQUIRE(primitive >= triangle_count() && primitive < item_count(), "a part has no such primitive");
    return centres_[primitive - triangle_count()];
  }
  Index piece_of(Index item) const {
    TOCCA_REQUIRE(item < piece_of_item_.size(), "a part has no such item");
    return piece_of_item_[item];
  }
  /// As TriangleMesh::owned_features; none for a primitive.
  std::uint8_t owned_features(Index item) const;
  /// The caller's index of a triangle in its own mesh; -1 for a primitive or a grain.
  std::int64_t triangle_in_mesh(Index item) const;

  const std::vector<Node>& nodes() const noexcept { return nodes_; }
  std::span<const Index> items(const Node& leaf) const { return {item_order_.data() + leaf.link, leaf.count}; }
  /// All items below a node if they are in at most `most_leaves` leaves; none otherwise.
  std::span<const Index> items_below(Index node, Index most_leaves) const;
  static constexpr std::size_t most_depth = 160;

  const Lss& lss() const noexcept { return lss_; }
  double rounding_m() const noexcept { return rounding_m_; }

  /// One point per connected piece of surface, and per primitive that is no grain: if surfaces do not touch, the part is inside
  /// a closed surface if one of these points is, or the centre of a grain (for_each_grain in contact/containment.hpp).
  const std::vector<Vector3>& representatives() const noexcept { return representatives_; }
  /// Does any mesh have a closed component, so that something could be inside?
  bool has_closed_mesh() const noexcept { return has_closed_mesh_; }
  /// Is the point inside a solid of one of the meshes?
  ///
  /// Guarantee   Exact for the stored vertices and the given doubles: the rule of TriangleMesh::crossings, decided with
  ///             exact signs whatever the ray meets (edges, vertices, zero-area triangles). On the surface: either answer.
  ///             Coordinates below 1e-92 m in size count as 0.
  /// Cost        A label of the grid of cells; near a surface, a ray to the next cell that is outside. Allocates nothing.
  bool contains(const Vector3& point) const;
  /// As TriangleMesh::crossings, of the triangle's own mesh.
  std::span<const TriangleMesh::Crossing> crossings(Index triangle) const;

 private:
  friend class PartBuilder;
  /// What primitives are that differ in nothing but their place: one for each of a kind in a cloud.
  struct Form {
    Geometry geometry;
    Matrix3 rotation;
  };
  const Form& form_of(Index primitive) const {
    TOCCA_REQUIRE(primitive >= triangle_count() && primitive < item_count(), "a part has no such primitive");
    return forms_[form_of_[primitive - triangle_count()]];
  }

  std::vector<Piece> pieces_;
  std::vector<Vector3> vertices_;
  std::vector<Triangle> triangles_;
  std::vector<Form> forms_;
  std::vector<Vector3> centres_;  // of primitives
  std::vector<Index> form_of_;    // likewise
  Index first_grain_ = 0;
  std::vector<Index> piece_of_item_, item_order_;
  std::vector<Node> nodes_;
  std::vector<Vector3> representatives_;
  Lss lss_{};
  double rounding_m_ = 0.0;
  bool has_closed_mesh_ = false;
  CellLabels cells_;  // of the closed meshes
};

}  // namespace tocca
