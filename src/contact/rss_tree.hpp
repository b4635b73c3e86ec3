#pragma once

#include <span>
#include <vector>

#include "model/part.hpp"
#include "shape/rss.hpp"
#include "tocca/core/require.hpp"

namespace tocca {

/// Binary trees of rectangle-swept spheres over the items of several parts that share a frame, and a tree of trees over
/// them: what distances are measured with (schwarzer-2002, section 3.2).
///
/// Guarantee   Each node's volume contains the stored items below it, in real arithmetic. Below the root of a part the
///             tree has the structure of Part::nodes().
/// Layout      Depth-first, as Tree: the left child of node i is i + 1, the right child i + link; the root is 0.
///             No deeper than most_depth. Refers to the parts.
class RssTree {
 public:
  /// A volume and what is below it.
  struct Node {
    Rss volume;
    float size = 0.0f;  ///< about its greatest extent: for choosing which of two nodes to open
    Index link = 0;     ///< leaf: its node in Part::nodes(); otherwise: how far ahead the right child is
    int part = -1;      ///< which part it belongs to; -1: several
    bool is_leaf = false;
    bool is_root = false;  ///< of a part
  };
  /// Of a part's own tree, and of the halves above.
  static constexpr std::size_t most_depth = Part::most_depth + 33;

  RssTree() = default;
  explicit RssTree(std::span<const Part* const> parts);

  bool empty() const noexcept { return nodes_.empty(); }
  const std::vector<Node>& nodes() const noexcept { return nodes_; }
  const Part& part(int index) const {
    TOCCA_REQUIRE(index >= 0 && static_cast<std::size_t>(index) < parts_.size(), "a tree has no such part");
    return *parts_[static_cast<std::size_t>(index)];
  }
  std::span<const Index> items(const Node& leaf) const {
    TOCCA_REQUIRE(leaf.is_leaf, "only a leaf has items");
    const Part& own = part(leaf.part);
    return own.items(own.nodes()[leaf.link]);
  }
  /// For each node's volume: |centre| + half sizes + radius is at most this.
  double reach_m() const noexcept { return reach_m_; }

 private:
  void add_part(int index);
  void add_parts(std::span<int> group);
  void fit_volumes();

  std::vector<const Part*> parts_;
  std::vector<Node> nodes_;
  double reach_m_ = 0.0;
};

}  // namespace tocca
