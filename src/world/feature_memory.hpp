// Closest features of many node pairs of two bodies, kept from step to step.
#pragma once

#include <cstdint>
#include <vector>

#include "world/closest_features.hpp"

namespace tocca {

/// Which nodes: of which shape of body a, and of body b (links, where the body is articulated).
struct NodePair {
  Index shape_a = 0, node_a = 0, shape_b = 0, node_b = 0;
  bool operator==(const NodePair&) const = default;
};

/// Open addressing; the pair of both roots has a place of its own, so that two polytopes need no table. Grows up to
/// most_entries, then forgets everything: lost features cost only time.
class FeatureMemory {
 public:
  static constexpr std::size_t most_entries = 1024;

  /// Where the walk over these two begins; any features if they were not met before.
  FeaturePair recall(const NodePair& nodes) const {
    if (nodes == NodePair{}) return root_;
    if (entries_.empty()) return {};
    const Entry& entry = entries_[place(nodes)];
    return is_used(entry) ? entry.features : FeaturePair{};
  }
  void keep(const NodePair& nodes, const FeaturePair& features) {
    if (nodes == NodePair{}) {
      root_ = features;
      return;
    }
    if (2 * (count_ + 1) > entries_.size()) grow();
    Entry& entry = entries_[place(nodes)];
    if (!is_used(entry)) ++count_;
    entry = {nodes, features, now_};
  }
  /// Constant time except for one call in four billion: entries of an earlier time count as empty.
  void forget() {
    if (++now_ == 0) {
      entries_.assign(entries_.size(), {});
      now_ = 1;
    }
    count_ = 0;
    root_ = {};
  }

 private:
  struct Entry {
    NodePair nodes{};
    FeaturePair features{};
    std::uint32_t time = 0;
  };
  bool is_used(const Entry& entry) const { return entry.time == now_; }

  std::size_t place(const NodePair& nodes) const {
    std::uint64_t h = (std::uint64_t{nodes.shape_a} << 32 | nodes.node_a) * 0x9e3779b97f4a7c15u;
    h = (h ^ h >> 29 ^ (std::uint64_t{nodes.shape_b} << 32 | nodes.node_b)) * 0xbf58476d1ce4e5b9u;
    const std::size_t mask = entries_.size() - 1;
    std::size_t i = static_cast<std::size_t>(h >> 32) & mask;
    while (is_used(entries_[i]) && !(entries_[i].nodes == nodes)) i = (i + 1) & mask;
    return i;
  }
  void grow() {
    if (entries_.size() >= 2 * most_entries) return forget();
    std::vector<Entry> old(entries_.empty() ? 16 : 2 * entries_.size());
    old.swap(entries_);
    for (const Entry& entry : old) {
      if (is_used(entry)) entries_[place(entry.nodes)] = entry;
    }
  }

  FeaturePair root_;
  std::vector<Entry> entries_;  // a power of two
  std::size_t count_ = 0;
  std::uint32_t now_ = 1;
};

}  // namespace tocca
