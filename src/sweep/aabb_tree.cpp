#include "sweep/aabb_tree.hpp"

#include <algorithm>

namespace tocca {
namespace {

/// Half of the sum would overflow for the largest boxes; the order only decides how good the tree is. A box from end to
/// end has its centre at 0: sorting needs numbers.
float centre(const Aabb& box, int axis) {
  const auto middle = static_cast<float>(0.5 * box.lower[axis] + 0.5 * box.upper[axis]);
  return middle == middle ? middle : 0.0f;
}

template <class Centres>
std::size_t longest_side(const Centres& centres) {
  auto least = centres.front().at, most = least;
  for (const auto& centre : centres) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      least[axis] = std::min(least[axis], centre.at[axis]);
      most[axis] = std::max(most[axis], centre.at[axis]);
    }
  }
  std::size_t longest = 0;
  for (std::size_t axis = 1; axis < 3; ++axis) {
    if (most[axis] - least[axis] > most[longest] - least[longest]) longest = axis;
  }
  return longest;
}

Aabb known(const Aabb& box) {
  Aabb result;
  for (int i = 0; i < 3; ++i) {
    result.lower[i] = known_lower(box.lower[i]);
    result.upper[i] = known_upper(box.upper[i]);
  }
  return result;
}

}  // namespace

void AabbTree::append(std::span<Centre> things, bool by_place) {
  const std::size_t node = nodes_.size();
  nodes_.push_back({{Vector3::Zero(), Vector3::Zero()}, 0, things.front().thing});
  if (things.size() == 1) return;
  const std::size_t half = things.size() / 2;
  if (by_place) {
    const std::size_t axis = longest_side(things);
    const auto middle = things.begin() + static_cast<std::ptrdiff_t>(half);
    std::nth_element(things.begin(), middle, things.end(), [axis](const Centre& a, const Centre& b) {
      return a.at[axis] < b.at[axis] || (a.at[axis] == b.at[axis] && a.thing < b.thing);
    });
  }
  append(things.first(half), by_place);
  nodes_[node].link = static_cast<int>(nodes_.size() - node);
  append(things.subspan(half), by_place);
}

AabbTree AabbTree::by_place(std::span<const Aabb> boxes) {
  AabbTree tree;
  tree.place(boxes);
  return tree;
}

void AabbTree::place(std::span<const Aabb> boxes) {
  nodes_.clear();
  centres_.clear();
  for (const Aabb& box : boxes) {
    centres_.push_back({{centre(box, 0), centre(box, 1), centre(box, 2)}, static_cast<int>(centres_.size())});
  }
  if (!centres_.empty()) append(centres_, true);
  refit(boxes);
}

AabbTree AabbTree::by_order(int count) {
  AabbTree tree;
  for (int i = 0; i < count; ++i) tree.centres_.push_back({{}, i});
  if (count > 0) tree.append(tree.centres_, false);
  return tree;
}

void AabbTree::refit(std::span<const Aabb> boxes) {
  for (std::size_t i = nodes_.size(); i-- > 0;) {  // children come after their parents
    Node& node = nodes_[i];
    if (node.is_leaf()) {
      node.box = known(boxes[static_cast<std::size_t>(node.thing)]);
    } else {
      const Aabb &left = nodes_[i + 1].box, &right = nodes_[i + static_cast<std::size_t>(node.link)].box;
      node.box = {left.lower.cwiseMin(right.lower), left.upper.cwiseMax(right.upper)};
    }
  }
}

}  // namespace tocca
