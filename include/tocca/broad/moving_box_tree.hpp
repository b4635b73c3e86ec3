// Layer: broad.  May include: motion, verdict and what they use.  Checked by tools/check_layers.py.
#pragma once

#include "tocca/broad/aabb_tree.hpp"
#include "tocca/broad/box_table.hpp"

namespace tocca {

/// A hierarchy over moving boxes: refitted from the leaves up at every step and searched for pairs of which one has moved. It is built
/// anew when the boxes have drifted so far from where they were that the searches have lost as much as building costs. New things
/// stay outside, in a short list, until then.
class BoxHierarchy {
 public:
  void find(const BoxTable& table, OverlapChanges& changes);
  /// Builds anew at the next step: to be called where a step went by without find().
  void forget() { is_built_ = false; }
  std::size_t bytes() const noexcept;

 private:
  void build(const BoxTable& table);
  void refit(const BoxTable& table);
  void search(const BoxTable& table, OverlapChanges& changes) const;
  void search_loose(const BoxTable& table, OverlapChanges& changes) const;
  bool is_worn(const BoxTable& table) const;

  AabbTree tree_;
  std::vector<int> things_;  // of the tree's leaves; -1 where it was removed
  std::vector<int> loose_;   // not in the tree
  std::vector<Aabb> boxes_;  // scratch of build()
  std::size_t removed_ = 0;
  double first_work_ = 0.0;  // for each moved thing, at the first search after building; below 0: none yet
  double lost_work_ = 0.0;   // beyond that, since
  bool is_built_ = false;
};

/// The broad phase for many boxes that all move far. Cost: things * log and overlapping pairs, however they move.
using MovingBoxTree = MovingBoxes<BoxHierarchy>;
static_assert(BoxPairs<MovingBoxTree>);

}  // namespace tocca
