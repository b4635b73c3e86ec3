#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "model/part.hpp"

namespace tocca {

inline constexpr int lane_count = 8;

/// Eight oriented boxes side by side, one per lane, for the clipping kernels. Each is the literal parallelepiped
///   {origin + offset + sum_k x_k axis_k : |x_k| <= half_k},
/// in the frame of the tree. Lanes beyond `count` are empty.
struct BoxLanes {
  double origin[3];
  float offset[3][lane_count];
  float axis[3][3][lane_count];  ///< [k][component]
  float half[3][lane_count];
  float size[lane_count];           ///< greatest half size
  std::uint32_t child[lane_count];  ///< a node of the tree; for a leaf: where its items start in the part's order
  std::uint32_t node[lane_count];   ///< the part's own node (Part::nodes()), for evidence
  int lane_part[lane_count];        ///< which part the lane belongs to; -1: several
  std::uint8_t items[lane_count];   ///< of a leaf: how many; 0 where the lane is a node
  int part;                         ///< which part all lanes belong to; -1: the lanes are (groups of) whole parts
  int count;
};

/// Trees of several parts in one frame, eight boxes per node, and a tree of trees over them.
///
/// Guarantee   Each lane's box contains the part's node that it stands for, hence the stored items below.
/// Layout      Node 0 is the root. Nodes above the parts have part = -1.
class BoxTree {
 public:
  BoxTree() = default;
  explicit BoxTree(std::span<const Part* const> parts);

  bool empty() const noexcept { return nodes_.empty(); }
  const BoxLanes& node(std::uint32_t index) const { return nodes_[index]; }
  /// How far the axes of any box are from orthonormal: |axis_k . axis_l - (k == l)| <= skew.
  double skew() const noexcept { return skew_; }
  std::size_t bytes() const noexcept { return nodes_.capacity() * sizeof(BoxLanes); }

 private:
  std::uint32_t add_part(const Part& part, int index, Index root);
  std::uint32_t add_top(std::span<const int> group, std::span<const Part* const> parts);
  void set_lane(BoxLanes& node, int lane, const Obb& box);

  std::vector<BoxLanes> nodes_;
  std::vector<std::uint32_t> part_root_;
  double skew_ = 0.0;
};

/// How far the axes of a box are from orthonormal, rounded up.
double skew_of(const Obb& box);

}  // namespace tocca
