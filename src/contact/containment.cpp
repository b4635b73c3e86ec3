#include "contact/containment.hpp"

#include <algorithm>
#include <array>

#include "core/rounding.hpp"

namespace tocca {
SolidIndex::SolidIndex(std::span<const Part* const> parts) : parts_(parts.begin(), parts.end()) {
  std::vector<Node> leaves;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (!parts[i]->has_closed_mesh()) continue;
    const Obb& box = parts[i]->nodes().front().volume;
    // as in AxisRay::may_meet; the sum and difference with the centre round by w of their size
    const Vector3 reach = (box.axes.cast<double>().cwiseAbs() * box.half.cast<double>()) * (1.0 + 8.0 * unit_roundoff) +
                          4.0 * unit_roundoff * box.center.cwiseAbs() + Vector3::Constant(0x1p-300);
    leaves.push_back({box.center - reach, box.center + reach, 0, static_cast<int>(i)});
  }
  nodes_.reserve(2 * leaves.size());
  if (!leaves.empty()) build(leaves);
}

void SolidIndex::build(std::span<Node> leaves) {
  if (leaves.size() == 1) {
    nodes_.push_back(leaves.front());
    return;
  }
  Node node{leaves[0].lower, leaves[0].upper, 0, 0};
  Vector3 least = node.lower + node.upper, most = least;
  for (const Node& leaf : leaves) {
    node.lower = node.lower.cwiseMin(leaf.lower);
    node.upper = node.upper.cwiseMax(leaf.upper);
    least = least.cwiseMin(leaf.lower + leaf.upper);
    most = most.cwiseMax(leaf.lower + leaf.upper);
  }
  int axis = 0;
  (most - least).maxCoeff(&axis);
  const auto middle = leaves.begin() + static_cast<std::ptrdiff_t>(leaves.size() / 2);
  std::nth_element(leaves.begin(), middle, leaves.end(), [axis](const Node& x, const Node& y) {
    return x.lower[axis] + x.upper[axis] < y.lower[axis] + y.upper[axis];
  });
  const std::size_t self = nodes_.size();
  nodes_.push_back(node);
  build({leaves.begin(), middle});
  nodes_[self].right = static_cast<Index>(nodes_.size());
  build({middle, leaves.end()});
}

void SolidIndex::append_containing(const Vector3& point, std::vector<int>& found) const {
  if (nodes_.empty()) return;
  std::array<Index, 40> stack;  // halves of at most 2^32 parts
  std::size_t size = 0;
  Index node = 0;
  const std::size_t first = found.size();
  while (true) {
    const Node& here = nodes_[node];
    if ((here.lower.array() <= point.array()).all() && (point.array() <= here.upper.array()).all()) {
      if (here.right != 0) {
        stack[size++] = here.right;
        ++node;
        continue;
      }
      if (parts_[static_cast<std::size_t>(here.part)]->contains(point)) found.push_back(here.part);
    }
    if (size == 0) break;
    node = stack[--size];
  }
  std::sort(found.begin() + static_cast<std::ptrdiff_t>(first), found.end());
}

}  // namespace tocca
