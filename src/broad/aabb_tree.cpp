#include "tocca/broad/aabb_tree.hpp"

#include <algorithm>
#include <numeric>

namespace tocca {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

/// Half of the sum would overflow for the largest boxes; the order only decides how good the tree is. A box from end to
/// end has its centre at 0: sorting needs numbers.
double centre(const Aabb& box, int axis) {
  const double middle = 0.5 * box.lower[axis] + 0.5 * box.upper[axis];
  return middle == middle ? middle : 0.0;
}

int longest_side(std::span<const int> things, std::span<const Aabb> boxes) {
  Vector3 least, most;
  for (int axis = 0; axis < 3; ++axis) {
    least[axis] = most[axis] = centre(boxes[at(things.front())], axis);
    for (const int thing : things) {
      least[axis] = std::min(least[axis], centre(boxes[at(thing)], axis));
      most[axis] = std::max(most[axis], centre(boxes[at(thing)], axis));
    }
  }
  int longest = 0;
  (most - least).maxCoeff(&longest);
  return longest;
}

/// Contains both. An end that is not a number stays one: fmin and fmax would drop it.
Aabb around(const Aabb& a, const Aabb& b) {
  Aabb result;
  for (int i = 0; i < 3; ++i) {
    result.lower[i] = !(b.lower[i] >= a.lower[i]) ? b.lower[i] : a.lower[i];
    result.upper[i] = !(b.upper[i] <= a.upper[i]) ? b.upper[i] : a.upper[i];
    if (a.lower[i] != a.lower[i]) result.lower[i] = a.lower[i];
    if (a.upper[i] != a.upper[i]) result.upper[i] = a.upper[i];
  }
  return result;
}

}  // namespace

void AabbTree::append(std::span<int> things, std::span<const Aabb> boxes) {
  const std::size_t node = nodes_.size();
  nodes_.push_back({{Vector3::Zero(), Vector3::Zero()}, 0, things.front()});
  if (things.size() == 1) return;
  const std::size_t half = things.size() / 2;
  if (!boxes.empty()) {
    const int axis = longest_side(things, boxes);
    const auto middle = things.begin() + static_cast<std::ptrdiff_t>(half);
    std::nth_element(things.begin(), middle, things.end(), [&](int a, int b) {
      const double x = centre(boxes[at(a)], axis), y = centre(boxes[at(b)], axis);
      return x < y || (!(y < x) && a < b);
    });
  }
  append(things.first(half), boxes);
  nodes_[node].link = static_cast<int>(nodes_.size() - node);
  append(things.subspan(half), boxes);
}

AabbTree AabbTree::by_place(std::span<const Aabb> boxes) {
  AabbTree tree;
  tree.place(boxes);
  return tree;
}

void AabbTree::place(std::span<const Aabb> boxes) {
  nodes_.clear();
  things_.resize(boxes.size());
  std::iota(things_.begin(), things_.end(), 0);
  if (!things_.empty()) append(things_, boxes);
  refit(boxes);
}

AabbTree AabbTree::by_order(int count) {
  AabbTree tree;
  std::vector<int> things(at(count));
  std::iota(things.begin(), things.end(), 0);
  if (count > 0) tree.append(things, {});
  return tree;
}

void AabbTree::refit(std::span<const Aabb> boxes) {
  for (std::size_t i = nodes_.size(); i-- > 0;) {  // children come after their parents
    Node& node = nodes_[i];
    node.box = node.is_leaf() ? boxes[at(node.thing)] : around(nodes_[i + 1].box, nodes_[i + at(node.link)].box);
  }
}

}  // namespace tocca
