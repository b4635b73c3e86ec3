#pragma once

#include <span>
#include <vector>

#include "shape/bounding_volume.hpp"
#include "tocca/core/require.hpp"

namespace tocca {

/// A binary tree of bounding volumes over the triangles of a mesh, in one array.
///
/// Guarantee   Each node's volume contains every triangle below it, in real arithmetic. Each triangle of the mesh lies
///             in exactly one leaf. The same mesh gives the same tree, bit for bit, with any number of threads. No node
///             is deeper than most_depth, so a traversal's stack can be an array.
/// Layout      Depth-first: the left child of node i is i + 1, the right child i + node.link; the root is 0.
/// Cost        Built in parallel, O(n log n). About 1.3 nodes per triangle; docs/decisions/0004-tree-layout.md has
///             figures.
/// Not claimed That siblings do not overlap, or that the tree is the best one: splits are chosen by the surface-area
///             heuristic over bins along the volume's own axes, which keeps long thin triangles that run askew
///             together.
template <BoundingVolume V>
class Tree {
 public:
  /// A volume and what is below it.
  struct Node {
    V volume;
    Index link;   ///< leaf: where its triangles start; otherwise: how far ahead the right child is
    Index count;  ///< leaf: how many triangles; otherwise 0

    bool is_leaf() const { return count != 0; }
  };
  static constexpr std::size_t leaf_size = 2;  ///< triangles in a leaf, at most
  static constexpr std::size_t most_depth = 96;

  /// The mesh is read only here; the tree keeps no reference to it.
  explicit Tree(const TriangleMesh& mesh);

  const std::vector<Node>& nodes() const noexcept { return nodes_; }
  static Index left(Index node) { return node + 1; }
  Index right(Index node) const {
    TOCCA_REQUIRE(node < nodes_.size() && !nodes_[node].is_leaf(), "a leaf has no children");
    return node + nodes_[node].link;
  }
  /// The mesh's triangles in a leaf.
  std::span<const Index> triangles(const Node& leaf) const {
    TOCCA_REQUIRE(leaf.is_leaf(), "only a leaf has triangles");
    return {triangles_.data() + leaf.link, leaf.count};
  }
  std::size_t bytes() const noexcept;  ///< memory used

 private:
  std::vector<Node> nodes_;
  std::vector<Index> triangles_;  // the mesh's triangles, leaf by leaf
};

}  // namespace tocca
