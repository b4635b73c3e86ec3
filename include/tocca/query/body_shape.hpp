// Layer: query.  May include: everything below.  Checked by tools/check_layers.py.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "tocca/contact/rss_tree.hpp"
#include "tocca/model/kinematic_tree.hpp"
#include "tocca/model/part.hpp"
#include "tocca/shape/polytope.hpp"

namespace tocca {

/// What many bodies of a world can share: the geometry of one rigid thing, prepared once. Immutable.
///
/// Its bodies become pieces, in their order: a box, a hull or a mesh that bounds a convex solid is a polytope; whatever else there is
/// (round primitives, non-convex meshes) is one more piece, by the trees of shape/. Several pieces stand under a hierarchy of
/// convex hulls (cohen-1995, section 3.4): each node's polytope contains all below it.
class BodyShape {
 public:
  /// Layout   Depth-first: the left child of node i is i + 1, the right child i + link; a leaf has link 0.
  struct Node {
    PolytopePointer hull;  ///< contains everything below; a polytope piece itself in its leaf
    Index link = 0;
    int piece = -1;      ///< of a leaf
    bool exact = false;  ///< the leaf's piece is its hull; otherwise its part is to be asked
  };

  /// Requires at least one body. Fails: InputError (no file name) where a hull cannot be built (flat things have none: they
  /// are kept as surfaces, and their node's hull is that of a box around them).
  explicit BodyShape(std::span<const Body> bodies);

  const std::vector<Node>& nodes() const noexcept { return nodes_; }
  int piece_count() const noexcept { return piece_count_; }
  /// All pieces, for what polytopes cannot answer: meshes and round things.
  const Part& part() const noexcept { return *part_; }
  const RssTree& tree() const noexcept { return *tree_; }

 private:
  std::vector<Node> nodes_;
  int piece_count_ = 0;
  std::unique_ptr<const Part> part_;
  std::unique_ptr<const RssTree> tree_;
};

using BodyShapePointer = std::shared_ptr<const BodyShape>;

}  // namespace tocca
