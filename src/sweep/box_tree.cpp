#include "sweep/box_tree.hpp"

#include <algorithm>
#include <cmath>

namespace tocca {
namespace {

constexpr double stored_roundoff = 0x1p-24;

bool is_leaf(const Part::Node& node) { return node.is_leaf(); }

/// The nodes of a part's tree that stand for the subtree at `root`, at most eight: the largest is opened first.
int open(const Part& part, Index root, Index* frontier) {
  const auto& nodes = part.nodes();
  int count = 1;
  frontier[0] = root;
  while (count < lane_count) {
    int widest = -1;
    double most = -1.0;
    for (int i = 0; i < count; ++i) {
      const Part::Node& node = nodes[frontier[i]];
      if (is_leaf(node)) continue;
      const double surface = node.volume.surface();
      if (surface > most) {
        most = surface;
        widest = i;
      }
    }
    if (widest < 0) break;
    const Index opened = frontier[widest];
    frontier[widest] = opened + 1;
    frontier[count++] = opened + nodes[opened].link;
  }
  return count;
}

}  // namespace

double skew_of(const Obb& box) {
  const Matrix3 axes = box.axes.cast<double>();
  // Products of floats are exact in double; sums of three lose 3 u of at most 2: far below the last term.
  return (axes.transpose() * axes - Matrix3::Identity()).cwiseAbs().maxCoeff() + 0x1p-48;
}

/// The lane's offset is a float: what its rounding moves the centre by, at most 2^-24 of each coordinate, goes into the
/// half sizes. A shift by e changes the coordinate along axis k by at most |inverse axes| |e|, which is within
/// (1 + 4 skew) of |e| <= sqrt(3) 2^-24 |offset|; 2^-22 |offset| covers it, and the rounding of the sum.
void BoxTree::set_lane(BoxLanes& node, int lane, const Obb& box) {
  double far = 0.0;
  for (int c = 0; c < 3; ++c) {
    const double offset = box.center[c] - node.origin[c];
    far += std::fabs(offset) + std::fabs(box.center[c]) * 0x1p-29;  // the subtraction's own rounding, as offset
    node.offset[c][lane] = static_cast<float>(offset);
  }
  float size = 0.0f;
  for (int k = 0; k < 3; ++k) {
    for (int c = 0; c < 3; ++c) node.axis[k][c][lane] = box.axes(c, k);
    const double half = static_cast<double>(box.half[k]) + 4.0 * stored_roundoff * far;
    node.half[k][lane] = static_cast<float>(half * (1.0 + 2.0 * stored_roundoff));
    size = std::max(size, node.half[k][lane]);
  }
  node.size[lane] = size;
  skew_ = std::max(skew_, skew_of(box));
}

std::uint32_t BoxTree::add_part(const Part& part, int index_of_part, Index root) {
  Index frontier[lane_count];
  const int count = open(part, root, frontier);
  const auto index = static_cast<std::uint32_t>(nodes_.size());
  nodes_.emplace_back();
  BoxLanes node{};
  node.part = index_of_part;
  node.count = count;
  for (int c = 0; c < 3; ++c) node.origin[c] = part.nodes()[root].volume.center[c];
  for (int lane = 0; lane < count; ++lane) {
    const Part::Node& source = part.nodes()[frontier[lane]];
    set_lane(node, lane, source.volume);
    node.node[lane] = frontier[lane];
    node.lane_part[lane] = index_of_part;
    node.items[lane] = static_cast<std::uint8_t>(source.count);
    node.child[lane] = is_leaf(source) ? source.link : add_part(part, index_of_part, frontier[lane]);
  }
  nodes_[index] = node;
  return index;
}

/// Splits the list of parts at the median of the widest axis until eight lists are left.
std::uint32_t BoxTree::add_top(std::span<const int> group_of_parts, std::span<const Part* const> parts) {
  const auto root_of = [&](int part) -> const Obb& { return parts[static_cast<std::size_t>(part)]->nodes()[0].volume; };
  std::vector<std::vector<int>> groups{std::vector<int>(group_of_parts.begin(), group_of_parts.end())};
  while (groups.size() < lane_count) {
    const auto largest = std::max_element(groups.begin(), groups.end(),
                                          [](const auto& x, const auto& y) { return x.size() < y.size(); });
    if (largest->size() < 2) break;
    Vector3 lower = root_of((*largest)[0]).center, upper = lower;
    for (int part : *largest) {
      lower = lower.cwiseMin(root_of(part).center);
      upper = upper.cwiseMax(root_of(part).center);
    }
    int axis = 0;
    (upper - lower).maxCoeff(&axis);
    const auto middle = largest->begin() + static_cast<std::ptrdiff_t>(largest->size() / 2);
    std::nth_element(largest->begin(), middle, largest->end(), [&](int x, int y) {
      const double cx = root_of(x).center[axis], cy = root_of(y).center[axis];
      return cx != cy ? cx < cy : x < y;
    });
    std::vector<int> second(middle, largest->end());
    largest->erase(middle, largest->end());
    groups.push_back(std::move(second));
  }

  const auto index = static_cast<std::uint32_t>(nodes_.size());
  nodes_.emplace_back();
  BoxLanes node{};
  node.part = -1;
  node.count = static_cast<int>(groups.size());
  for (int c = 0; c < 3; ++c) {
    double sum = 0.0;
    for (int part : group_of_parts) sum += root_of(part).center[c];
    node.origin[c] = sum / static_cast<double>(group_of_parts.size());
  }
  for (int lane = 0; lane < node.count; ++lane) {
    const auto& group = groups[static_cast<std::size_t>(lane)];
    const auto l = static_cast<std::size_t>(lane);
    if (group.size() == 1) {
      set_lane(node, lane, root_of(group[0]));
      node.lane_part[l] = group[0];
      node.child[l] = part_root_[static_cast<std::size_t>(group[0])];
      continue;
    }
    std::vector<Vector3> corners;
    double rounding = 0.0;
    for (int part : group) {
      const Obb& box = root_of(part);
      for (const Vector3& corner : box.corners()) corners.push_back(corner);
      const double reach = box.center.norm() + box.half.cast<double>().sum();
      rounding = std::max(rounding, 0x1p-48 * reach);  // corners() promises 2^-50 per coordinate
    }
    set_lane(node, lane, Obb::fit(corners).dilated(rounding));
    node.lane_part[l] = -1;
    node.child[l] = add_top(group, parts);
  }
  nodes_[index] = node;
  return index;
}

BoxTree::BoxTree(std::span<const Part* const> parts) {
  if (parts.empty()) return;
  if (parts.size() == 1) {
    add_part(*parts[0], 0, 0);
    return;
  }
  // The root must be node 0, so the top comes first; it needs to know where parts will be: build them aside.
  BoxTree below;
  std::vector<std::uint32_t> roots;
  for (std::size_t body = 0; body < parts.size(); ++body) {
    roots.push_back(below.add_part(*parts[body], static_cast<int>(body), 0));
  }
  part_root_ = roots;
  skew_ = below.skew_;
  std::vector<int> bodies(parts.size());
  for (std::size_t body = 0; body < parts.size(); ++body) bodies[body] = static_cast<int>(body);
  add_top(bodies, parts);
  const auto top = static_cast<std::uint32_t>(nodes_.size());
  for (BoxLanes& node : nodes_) {
    for (int lane = 0; lane < node.count; ++lane) {
      if (node.lane_part[lane] >= 0) node.child[lane] += top;
    }
  }
  for (BoxLanes node : below.nodes_) {
    for (int lane = 0; lane < node.count; ++lane) {
      if (node.items[lane] == 0) node.child[lane] += top;
    }
    nodes_.push_back(node);
  }
}

}  // namespace tocca
