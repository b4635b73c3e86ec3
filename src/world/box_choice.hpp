#pragma once

#include "world/sweep_and_prune.hpp"

namespace tocca {

/// Lists while the motion is coherent, the hierarchy while it is not. Decided by counting, never by clocks: the same
/// calls make the same choices.
class ListsOrHierarchy {
 public:
  void find(const BoxTable& table, OverlapChanges& changes);
  bool uses_lists() const noexcept { return uses_lists_; }
  std::size_t bytes() const noexcept { return lists_.bytes() + hierarchy_.bytes(); }

 private:
  void leave_lists();

  EndpointLists lists_;
  BoxHierarchy hierarchy_;
  bool uses_lists_ = false;
  int coherent_steps_ = 0;  // in a row, in the hierarchy
  int patience_ = 4;        // this many of them lead back to the lists; grows if the lists did not last
};

/// The broad phase that chooses for itself between SweepAndPrune and MovingBoxTree.
using AdaptiveBoxPairs = MovingBoxes<ListsOrHierarchy>;
static_assert(BoxPairs<AdaptiveBoxPairs>);

}  // namespace tocca
