#pragma once

#include <memory>
#include <span>
#include <vector>

#include "tocca/core/require.hpp"
#include "tocca/model/kinematic_tree.hpp"
#include "tocca/world/world_results.hpp"

namespace tocca {

class Polytope;  // shape/polytope.hpp

/// The geometry of one rigid thing, prepared once, for many bodies of a world to share. Immutable.
///
/// Its colliders become pieces, in their order: a box, a hull or a mesh that bounds a convex solid is a polytope;
/// anything else (round primitives, non-convex meshes) becomes one more piece, kept in the trees of shape/. Several
/// pieces are arranged under a hierarchy of convex hulls (cohen-1995, section 3.4): each node's polytope contains
/// everything below.
///
/// Guarantee   No true point (the colliders' geometry through their placements, in real arithmetic) is farther than
///             rounding_m() from the pieces as stored, and each piece lies in the hulls above it, up to the same
///             rounding.
class BodyShape {
 public:
  /// Layout   Depth-first: the left child of node i is i + 1, the right child i + link; a leaf has link 0.
  struct Node {
    std::shared_ptr<const Polytope> hull;  ///< contains everything below; a polytope piece itself in its leaf
    Index link = 0;
    int piece = -1;      ///< if it is a leaf
    bool exact = false;  ///< the leaf's piece is its hull; otherwise ask its part
    bool is_leaf() const { return link == 0; }
  };
  struct Piece;  // world/body_piece.hpp: one collider as the trees know it

  /// Requires at least one collider. Flat things have no hull: they are kept as surfaces, and their node's hull is that
  /// of a box around them. Fails: InputError (no file name) where no hull can be built from the coordinates.
  explicit BodyShape(std::span<const Collider> bodies);
  ~BodyShape();
  BodyShape(BodyShape&&) noexcept;

  const std::vector<Node>& nodes() const noexcept { return nodes_; }
  const Polytope& root() const noexcept { return *nodes_.front().hull; }
  /// The whole shape is one convex polytope.
  bool is_polytope() const noexcept { return nodes_.front().exact; }
  int piece_count() const noexcept { return static_cast<int>(pieces_.size()); }
  const Piece& piece(int index) const {
    TOCCA_REQUIRE(index >= 0 && index < piece_count(), "a shape has no such piece");
    return *pieces_[static_cast<std::size_t>(index)];
  }
  double rounding_m() const noexcept { return rounding_m_; }
  /// The feature that a place of a body of this shape names, in the shape's frame: one point for a vertex, two for an edge, a face's
  /// corners in their order; none where it names none. Vertices keep their coordinates where colliders are not placed.
  std::vector<Vector3> corners(const BodyPlace& place) const;

 private:
  struct Leaf;
  void add_piece(const Collider& body, std::vector<Leaf>& leaves);
  void join(std::span<Leaf> leaves);

  std::vector<Node> nodes_;
  std::vector<std::unique_ptr<const Piece>> pieces_;
  double rounding_m_ = 0.0;
};

using BodyShapePointer = std::shared_ptr<const BodyShape>;

}  // namespace tocca
