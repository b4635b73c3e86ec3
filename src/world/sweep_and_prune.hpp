#pragma once

#include <utility>

#include "world/moving_box_tree.hpp"

namespace tocca {

/// On each axis one list of the ends of all boxes, kept from step to step and sorted again by insertion.
class EndpointLists {
 public:
  /// Sorts, and notes which pairs begin to overlap. False if that would take more swaps than sorting anew: the lists
  /// then have to adopt() the table, and something else finds the pairs.
  bool follow(const BoxTable& table, OverlapChanges& changes);
  /// Everything that is there now, sorted anew.
  void adopt(const BoxTable& table);
  std::size_t bytes() const noexcept;

 private:
  /// Ends by value, minima first among equals; a sentinel in front. Two arrays: a pair of unlike members is copied as a
  /// whole but written member by member, which stalls the processor.
  struct List {
    std::vector<double> values;
    std::vector<std::uint32_t> tags;  ///< 2 * thing, plus 1 for the maximum
  };
  bool sort(std::size_t axis, const BoxTable& table, std::uint64_t most_swaps, OverlapChanges& changes);

  std::array<List, 3> lists_;
  std::vector<std::pair<double, std::uint32_t>> ends_;  // scratch of adopt()
};

/// Lists while they follow; the hierarchy for the steps in which everything jumps or much is new.
class ListsThenHierarchy {
 public:
  void find(const BoxTable& table, OverlapChanges& changes);
  std::size_t bytes() const noexcept { return lists_.bytes() + hierarchy_.bytes(); }

 private:
  EndpointLists lists_;
  BoxHierarchy hierarchy_;
};

/// Sweep and prune (cohen-1995, section 4). Two boxes begin to overlap on an axis where a minimum passes a maximum; the other two
/// axes are then compared directly. Pairs that ended are found by going through the pairs themselves: there are few.
///
/// Cost        Coherent motion: things + endpoints swapped + pairs. Swaps grow with things^(5/3) where everything
///             moves, as each list sees only its own axis.
using SweepAndPrune = MovingBoxes<ListsThenHierarchy>;
static_assert(BoxPairs<SweepAndPrune>);

}  // namespace tocca
