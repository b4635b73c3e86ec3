#include "deformable/end_boxes.hpp"

#include <algorithm>

namespace tocca {

/// With |x - centre| <= E along each axis: a difference and up to two sums in doubles are off by 2^-50 E, the conversion by 2^-24 of at most
/// 3 E; moving it by the margin rounds by 2^-24 of 3 E and of the margin. Together less than 2^-22 * 3 E, and 2^-120 is above everything that
/// underflows. E is taken to be the whole side, twice what it need be.
EndFrame EndFrame::around(const FloatBox& box) {
  EndFrame frame;
  float side = 0.0f;
  for (int i = 0; i < 3; ++i) {
    const double lower = static_cast<double>(box.lower(i)), upper = static_cast<double>(box.upper(i));
    frame.centre[i] = 0.5 * (lower + upper);
    side = std::max(side, static_cast<float>(upper - lower));
  }
  frame.margin = 3.0f * 0x1p-22f * side + 0x1p-120f;
  return frame;
}

void EndBoxes::fit(const DeformingTree& tree, std::span<const Vector3> from, std::span<const Vector3> to,
                   const EndFrame& frame) {
  tree_ = &tree;
  margin_ = frame.margin;
  points_.resize(from.size());
  for (std::size_t i = 0; i < from.size(); ++i) {
    for (std::size_t end = 0; end < 2; ++end) {
      const Vector3 d = (end == 0 ? from[i] : to[i]) - frame.centre;
      const double x = d.x(), y = d.y(), z = d.z();
      const double along[12] = {x, y, z, x + y + z, x + y, x - y, x + z, x - z, y + z, y - z, x + y - z, x - y + z};
      for (std::size_t k = 0; k < 12; ++k) {
        points_[i].along[8 * (k / 4) + 4 * end + k % 4] = static_cast<float>(along[k]);
      }
    }
  }
  triangles_.resize(tree.triangle_count());
  for (Index place = 0; place < triangles_.size(); ++place) {
    const auto& [i, k, l] = tree.corners(place);
    triangles_[place] = edge(i, k).joined(vertex(l));
  }
  nodes_.resize(2 * leaf_count());
  for (auto node = static_cast<Index>(leaf_count()); node < nodes_.size(); ++node) {
    const auto [first, last] = leaf(node);
    nodes_[node] = triangle_box(first);
    for (Index place = first + 1; place < last; ++place) nodes_[node] = nodes_[node].joined(triangle_box(place));
  }
  for (std::size_t i = leaf_count() - 1; i > 0; --i) nodes_[i] = nodes_[2 * i].joined(nodes_[2 * i + 1]);
}

}  // namespace tocca
