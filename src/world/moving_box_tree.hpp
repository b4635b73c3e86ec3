#pragma once

#include "sweep/aabb_tree.hpp"
#include "world/box_table.hpp"

namespace tocca {

/// A hierarchy over moving boxes: refitted from the leaves up at every step and searched for pairs of which one has
/// moved. It is rebuilt when the boxes have drifted so far that the searches have lost as much as building costs: at
/// the next step, or at once if a single search loses that much. New things stay outside, in a short list, until then.
class BoxHierarchy {
 public:
  void find(const BoxTable& table, OverlapChanges& changes);
  /// Rebuilds at the next step: call it if a step went by without find().
  void forget() { is_built_ = false; }
  std::size_t bytes() const noexcept;

 private:
  /// In single precision, rounded outward: half the memory; what overlaps here is compared again exactly. Depth-first,
  /// like AabbTree's nodes.
  struct alignas(32) Node {
    std::array<float, 3> lower;
    int link;  ///< leaf: 0; otherwise how far ahead the right child is
    std::array<float, 3> upper;
    int thing;  ///< of a leaf; -1 where it was removed
  };
  struct NodePair {
    int a, b;
  };
  static void set_box(Node& node, const BoxTable::Ends& ends);
  static bool meet(const Node& a, const Node& b);

  bool follow(const BoxTable& table, OverlapChanges& changes);
  void build(const BoxTable& table);
  void refit(const BoxTable& table, bool everything);
  std::uint64_t search(double most_looks);
  void search_loose(const BoxTable& table, OverlapChanges& changes) const;
  double leaves() const { return 0.5 * static_cast<double>(nodes_.size() + 1); }
  double expected_looks(const BoxTable& table) const;
  bool is_worn(const BoxTable& table) const;

  std::vector<Node> nodes_;
  std::vector<unsigned char> moved_;  // by node: it, or something below it
  std::vector<NodePair> open_;        // scratch of search()
  std::vector<NodePair> found_;       // the first found_count_: leaves that overlap
  std::vector<int> loose_;            // things that are not in the tree
  AabbTree order_;                    // scratch of build()
  std::vector<Aabb> boxes_;           // likewise
  std::vector<int> things_;           // likewise
  std::size_t found_count_ = 0, removed_ = 0;
  double first_looks_ = 0.0;  // of the search after building, in which everything counts as moved
  double lost_looks_ = 0.0;   // beyond expectation, since then
  bool is_built_ = false;
};

/// The broad phase for many boxes that all move far. Cost: things * log and overlapping pairs, however they move.
using MovingBoxTree = MovingBoxes<BoxHierarchy>;
static_assert(BoxPairs<MovingBoxTree>);

}  // namespace tocca
