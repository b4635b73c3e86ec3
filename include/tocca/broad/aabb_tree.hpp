// Layer: broad.  May include: motion, verdict and what they use.  Checked by tools/check_layers.py.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "tocca/shape/aabb.hpp"

namespace tocca {

/// Do two boxes share a point? A box with a NaN end counts as everywhere.
inline bool overlap(const Aabb& a, const Aabb& b) {
  for (int i = 0; i < 3; ++i) {
    if (a.upper[i] < b.lower[i] || b.upper[i] < a.lower[i]) return false;
  }
  return true;
}

/// How large a box is, for comparisons alone.
inline double half_girth(const Aabb& box) { return (box.upper - box.lower).sum(); }

/// A binary hierarchy of axis-aligned boxes over things known by number.
///
/// Layout      Depth-first: the left child of node i is i + 1, the right child i + node.link; a leaf has link 0.
/// Guarantee   Each box contains all boxes below it. No deeper than log2(count) + 1.
class AabbTree {
 public:
  struct Node {
    Aabb box;
    int link;           ///< leaf: 0; otherwise how far ahead the right child is
    int thing;          ///< of a leaf
    bool moved = true;  ///< at the last refit: it, or something below it
    bool is_leaf() const { return link == 0; }
  };

  /// Over boxes that stay where they are: halves along the longest side of the centres' box.
  static AabbTree by_place(std::span<const Aabb> boxes);
  /// The same into this tree, which allocates only where it has held fewer things so far.
  void place(std::span<const Aabb> boxes);
  /// Over things in a row, such as the links of a chain: neighbours stay neighbours. The boxes come with refit().
  static AabbTree by_order(int count);

  /// New boxes for the same things, from the leaves to the root. One for each thing; allocates nothing.
  void refit(std::span<const Aabb> boxes);

  /// New boxes for some of them: move(thing, box) sets the box of one that moved and returns true.
  template <class Move>
  void refit_moved(Move&& move);

  const std::vector<Node>& nodes() const noexcept { return nodes_; }
  std::size_t bytes() const noexcept { return nodes_.capacity() * sizeof(Node) + centres_.capacity() * sizeof(Centre); }

 private:
  struct Centre {
    std::array<float, 3> at;
    int thing;
  };
  void append(std::span<Centre> things, bool by_place);
  std::vector<Node> nodes_;
  std::vector<Centre> centres_;  // scratch of place()
};

/// Contains both. No NaN.
inline Aabb around(const Aabb& a, const Aabb& b) { return {a.lower.cwiseMin(b.lower), a.upper.cwiseMax(b.upper)}; }

template <class Move>
void AabbTree::refit_moved(Move&& move) {
  for (std::size_t i = nodes_.size(); i-- > 0;) {  // children come after their parents
    Node& node = nodes_[i];
    if (node.is_leaf()) {
      node.moved = move(node.thing, node.box);
    } else {
      const Node &left = nodes_[i + 1], &right = nodes_[i + static_cast<std::size_t>(node.link)];
      node.moved = left.moved || right.moved;
      if (node.moved) node.box = around(left.box, right.box);
    }
  }
}

/// visit(thing_a, thing_b) for each overlapping pair of leaves below nodes i and j for which, and above which, all pairs of nodes are
/// worth(node_a, node_b) a look.
template <class Visit, class Worth>
void for_each_overlap(const AabbTree& a, const AabbTree& b, Visit& visit, Worth& worth, int i, int j) {
  const AabbTree::Node &x = a.nodes()[static_cast<std::size_t>(i)], &y = b.nodes()[static_cast<std::size_t>(j)];
  if (!worth(x, y) || !overlap(x.box, y.box)) return;
  if (x.is_leaf() && y.is_leaf()) {
    visit(x.thing, y.thing);
  } else if (y.is_leaf() || (!x.is_leaf() && !(half_girth(x.box) < half_girth(y.box)))) {
    for_each_overlap(a, b, visit, worth, i + 1, j);
    for_each_overlap(a, b, visit, worth, i + x.link, j);
  } else {
    for_each_overlap(a, b, visit, worth, i, j + 1);
    for_each_overlap(a, b, visit, worth, i, j + y.link);
  }
}

/// visit(thing) for each leaf that overlaps the box and is worth(node) a look, like all above it.
template <class Visit, class Worth>
void for_each_overlap(const AabbTree& tree, const Aabb& box, Visit&& visit, Worth&& worth, int i = 0) {
  if (tree.nodes().empty()) return;
  const AabbTree::Node& node = tree.nodes()[static_cast<std::size_t>(i)];
  if (!worth(node) || !overlap(node.box, box)) return;
  if (node.is_leaf()) {
    visit(node.thing);
  } else {
    for_each_overlap(tree, box, visit, worth, i + 1);
    for_each_overlap(tree, box, visit, worth, i + node.link);
  }
}

/// visit(thing_a, thing_b) for each overlapping pair of leaves.
template <class Visit>
void for_each_overlap(const AabbTree& a, const AabbTree& b, Visit&& visit) {
  const auto worth = [](const AabbTree::Node&, const AabbTree::Node&) { return true; };
  if (!a.nodes().empty() && !b.nodes().empty()) for_each_overlap(a, b, visit, worth, 0, 0);
}

/// visit(thing_a, thing_b) for each overlapping pair of different leaves, each pair once, where worth() as above.
template <class Visit, class Worth>
void for_each_overlap_within(const AabbTree& tree, Visit&& visit, Worth&& worth) {
  const int count = static_cast<int>(tree.nodes().size());
  for (int i = 0; i < count; ++i) {
    const AabbTree::Node& node = tree.nodes()[static_cast<std::size_t>(i)];
    if (!node.is_leaf() && worth(node, node)) for_each_overlap(tree, tree, visit, worth, i + 1, i + node.link);
  }
}
template <class Visit>
void for_each_overlap_within(const AabbTree& tree, Visit&& visit) {
  for_each_overlap_within(tree, visit, [](const AabbTree::Node&, const AabbTree::Node&) { return true; });
}

}  // namespace tocca
