#pragma once

#include <array>
#include <span>
#include <vector>

#include "shape/aabb.hpp"
#include "sweep/box_ends.hpp"

namespace tocca {

/// Do two boxes share a point? A box with a NaN end counts as everywhere.
inline bool overlap(const Aabb& a, const Aabb& b) {
  return overlap(a.lower.data(), a.upper.data(), b.lower.data(), b.upper.data());
}

/// A binary hierarchy of axis-aligned boxes over things known by number.
///
/// Layout      Depth-first: the left child of node i is i + 1, the right child i + node.link; a leaf has link 0.
/// Guarantee   Each box contains all boxes below it. No deeper than log2(count) + 1.
class AabbTree {
 public:
  /// A box and what is below it.
  struct Node {
    Aabb box;
    int link;   ///< leaf: 0; otherwise how far ahead the right child is
    int thing;  ///< of a leaf
    bool is_leaf() const { return link == 0; }
  };

  /// Over boxes that stay where they are: halved along the longest side of the centres' box.
  static AabbTree by_place(std::span<const Aabb> boxes);
  /// The same into this tree, which allocates only if it has held fewer things so far.
  void place(std::span<const Aabb> boxes);
  /// Over things in a row, such as the links of a chain: neighbours stay neighbours. The boxes come with refit().
  static AabbTree by_order(int count);

  /// New boxes for the same things, from the leaves to the root. One per thing; allocates nothing.
  void refit(std::span<const Aabb> boxes);

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

/// visit(thing_a, thing_b) for each overlapping pair of leaves below nodes i and j.
template <class Visit>
void for_each_overlap(const AabbTree& a, const AabbTree& b, Visit&& visit, int i = 0, int j = 0) {
  if (a.nodes().empty() || b.nodes().empty()) return;
  const AabbTree::Node &x = a.nodes()[static_cast<std::size_t>(i)], &y = b.nodes()[static_cast<std::size_t>(j)];
  if (!overlap(x.box, y.box)) return;
  if (x.is_leaf() && y.is_leaf()) {
    visit(x.thing, y.thing);
  } else if (y.is_leaf() || (!x.is_leaf() && !(x.box.surface() < y.box.surface()))) {
    for_each_overlap(a, b, visit, i + 1, j);
    for_each_overlap(a, b, visit, i + x.link, j);
  } else {
    for_each_overlap(a, b, visit, i, j + 1);
    for_each_overlap(a, b, visit, i, j + y.link);
  }
}

/// visit(thing_a, thing_b) for each overlapping pair of different leaves, each pair once.
template <class Visit>
void for_each_overlap_within(const AabbTree& tree, Visit&& visit) {
  const int count = static_cast<int>(tree.nodes().size());
  for (int i = 0; i < count; ++i) {
    const AabbTree::Node& node = tree.nodes()[static_cast<std::size_t>(i)];
    if (!node.is_leaf()) for_each_overlap(tree, tree, visit, i + 1, i + node.link);
  }
}

}  // namespace tocca
