// A tree of boxes over the grains of a cloud, built in a few milliseconds for 100,000 of them.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "model/part.hpp"

namespace tocca {

/// Boxes along x, y and z over very many small solids.
///
/// Guarantee   Each node's box contains, in real arithmetic, {x : |x_k - centre_k| <= half_k} of each grain below it. Each
///             grain lies in exactly one leaf. The same input gives the same tree, bit for bit, with any number of threads.
/// Layout      nodes: as Part::nodes(), where a leaf's grains are at order[link ...].
/// Cost        Built in parallel, O(n log n): halves of the longest side, or of the number where those are too uneven.
struct CloudTree {
  std::vector<Part::Node> nodes;
  std::vector<Index> order;

  static constexpr std::size_t leaf_size = 4;
  /// A side of a split has no less than this part of the grains: the tree of 2^31 is no deeper than 118 nodes.
  static constexpr std::size_t least_part = 6;

  /// Grain i reaches half[half_of[i]] from its centre; all reach half[0] if `half_of` is empty.
  /// Requires at least one centre, and finite numbers.
  CloudTree(std::span<const Vector3> centres, std::span<const Vector3> half, std::span<const std::uint8_t> half_of);
};

}  // namespace tocca
