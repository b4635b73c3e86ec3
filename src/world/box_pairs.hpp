#pragma once

#include <concepts>
#include <cstdint>
#include <vector>

#include "shape/aabb.hpp"
#include "tocca/world/world_results.hpp"

namespace tocca {

/// What a step changed, each list ascending.
struct OverlapChanges {
  std::vector<BodyPair> begun, ended;
  /// Work done: endpoints swapped in sorted lists, or boxes compared in a tree.
  std::uint64_t work = 0;
  bool by_lists = false;  ///< which of the two; where nothing moved, as in the step before
};

/// What a broad phase over many moving boxes offers. It remembers the boxes and which of them overlap from step to step.
///
///   add, update, remove   Things are numbered from 0, with gaps; numbers may be used again after remove().
///                         In any order, any number of times between two steps.
///   step(changes)         Brings the overlapping pairs up to date and reports what changed since the last step. Boxes
///                         that share a point overlap. A removed thing's pairs are ended; where its number is used
///                         again, the same two numbers may be among those begun as well: end first, then begin.
///   pairs()               As of the last step, ascending.
///
/// Requires    Boxes that are not empty. Infinite ends are legal; a NaN end counts as everywhere.
/// Guarantee   Exactly the pairs of overlapping boxes: all of these phases give the same answers.
/// Memory      Proportional to things and overlapping pairs, never things squared. No allocation in a step that has no more
///             things and pairs than one before.
template <class B>
concept BoxPairs = requires(B& broad, int thing, const Aabb& box, OverlapChanges& changes) {
  broad.add(thing, box);
  broad.update(thing, box);
  broad.remove(thing);
  broad.step(changes);
  { broad.pairs() } -> std::convertible_to<const std::vector<BodyPair>&>;
};

}  // namespace tocca
