#include "plan/nearest.hpp"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/index.hpp"
#include "tocca/core/require.hpp"

namespace tocca {
namespace {

constexpr float infinitely_far = std::numeric_limits<float>::infinity();
constexpr int lanes = 8;
using Lanes = Eigen::Array<float, lanes, 1>;

}  // namespace

NearestNeighbours::NearestNeighbours(const PlanSpace& space, int expected) {
  std::vector<std::pair<double, Column>> columns;
  for (const PlanSpace::Degree& degree : space.degrees()) {
    const Column column{degree.coordinate, static_cast<float>(degree.weight)};
    if (degree.kind == PlanSpace::DegreeKind::orientation) {
      orientations_.push_back(column);
    } else {
      columns.emplace_back(degree.weight * (degree.upper - degree.lower), column);
    }
  }
  std::stable_sort(columns.begin(), columns.end(), [](const auto& x, const auto& y) { return x.first > y.first; });
  for (const auto& [spread, column] : columns) numbers_.push_back(column);
  width_ = numbers_.size() + 4 * orientations_.size();
  leaf_floats_ = width_ * capacity;
  written_.resize(width_);
  moved_.resize(leaf_floats_);
  const std::size_t leaves = 1 + 2 * at(std::max(0, expected)) / at(capacity);  // split in halves: at least half full
  leaves_.reserve(leaves * leaf_floats_);
  indices_.reserve(leaves * at(capacity));
  nodes_.reserve(2 * leaves);
  boxes_.reserve(2 * leaves * 2 * numbers_.size());
  clear();
}

void NearestNeighbours::clear() {
  size_ = depth_ = 0;
  nodes_.clear();
  boxes_.clear();
  leaves_.clear();
  indices_.clear();
  new_node(0);
  open_.reserve(64);
}

/// A leaf; `leaf` may be the next one that there is not yet.
int NearestNeighbours::new_node(int leaf) {
  nodes_.emplace_back().leaf = leaf;
  boxes_.insert(boxes_.end(), numbers_.size(), infinitely_far);
  boxes_.insert(boxes_.end(), numbers_.size(), -infinitely_far);
  if (at(leaf) * at(capacity) == indices_.size()) {
    // A place without a configuration is infinitely far from everything.
    leaves_.resize(leaves_.size() + leaf_floats_, infinitely_far);
    indices_.resize(indices_.size() + at(capacity), -1);
  }
  return static_cast<int>(nodes_.size()) - 1;
}

void NearestNeighbours::write(const Configuration& q) {
  std::size_t k = 0;
  for (const Column& column : numbers_) written_[k++] = column.weight * static_cast<float>(q[column.coordinate]);
  for (const Column& column : orientations_) {
    const Eigen::Vector4d unit = q.segment<4>(column.coordinate).stableNormalized();
    for (const double value : unit) written_[k++] = static_cast<float>(value);
  }
}

int NearestNeighbours::add(const Configuration& q) {
  write(q);
  int node = 0, depth = 0;
  for (;; ++depth) {
    widen(node, written_.data(), 1);
    const Node& here = nodes_[at(node)];
    if (here.left < 0) break;
    node = here.column >= 0 && written_[at(here.column)] < here.split ? here.left : here.right;
  }
  put(node, written_.data(), 1, size_);
  if (nodes_[at(node)].members == capacity) {
    split(node);
    depth_ = std::max(depth_, depth + 1);
    open_.reserve(at(depth_) + 2);
  }
  return size_++;
}

void NearestNeighbours::widen(int node, const float* values, int stride) {
  float* box = boxes_.data() + at(node) * 2 * numbers_.size();
  for (std::size_t k = 0; k < numbers_.size(); ++k) {
    const float value = values[k * at(stride)];
    box[k] = std::min(box[k], value);
    box[numbers_.size() + k] = std::max(box[numbers_.size() + k], value);
  }
}

void NearestNeighbours::put(int node, const float* values, int stride, int index) {
  Node& leaf = nodes_[at(node)];
  float* place = leaf_values(leaf.leaf) + leaf.members;
  for (std::size_t k = 0; k < width_; ++k) place[k * capacity] = values[k * at(stride)];
  indices_[at(leaf.leaf) * at(capacity) + at(leaf.members)] = index;
  ++leaf.members;
}

/// Halves a full leaf at the middle of what spreads most. Where nothing spreads, it stays and gets an empty sibling.
void NearestNeighbours::split(int node) {
  const float* box = boxes_.data() + at(node) * 2 * numbers_.size();
  std::size_t widest = 0;
  float spread = 0.0f;
  for (std::size_t k = 0; k < numbers_.size(); ++k) {
    const float own = box[numbers_.size() + k] - box[k];
    if (own > spread && own < infinitely_far) {
      spread = own;
      widest = k;
    }
  }
  const int leaf = nodes_[at(node)].leaf;
  std::copy_n(leaf_values(leaf), leaf_floats_, moved_.begin());
  std::array<int, capacity> moved_indices;
  std::copy_n(indices_.begin() + static_cast<std::ptrdiff_t>(at(leaf) * at(capacity)), capacity, moved_indices.begin());
  const int left = new_node(leaf);
  const int right = new_node(static_cast<int>(indices_.size()) / capacity);
  Node& parent = nodes_[at(node)];
  parent.left = left;
  parent.right = right;
  parent.leaf = -1;
  if (spread > 0.0f) {
    std::array<float, capacity> values;
    std::copy_n(moved_.begin() + static_cast<std::ptrdiff_t>(widest * capacity), capacity, values.begin());
    std::nth_element(values.begin(), values.begin() + capacity / 2, values.end());
    parent.column = static_cast<int>(widest);
    parent.split = values[capacity / 2];
    // Where the lower half is all the same, the split is the least number above it.
    if (!(*std::min_element(values.begin(), values.end()) < parent.split)) {
      parent.split = infinitely_far;
      for (const float value : values) {
        if (value > values[capacity / 2]) parent.split = std::min(parent.split, value);
      }
    }
  }
  std::fill_n(leaf_values(leaf), leaf_floats_, infinitely_far);
  for (int k = 0; k < capacity; ++k) {
    const float* values = moved_.data() + k;
    const bool goes_left = parent.column < 0 || values[at(parent.column) * capacity] < parent.split;
    const int child = goes_left ? left : right;
    widen(child, values, capacity);
    put(child, values, capacity, moved_indices[at(k)]);
  }
}

/// Of the squared length to anything below a node. Rounded as visit_leaf() rounds, term by term, so that it is never
/// above what that finds.
float NearestNeighbours::bound(int node) const {
  const float* lower = boxes_.data() + at(node) * 2 * numbers_.size();
  const float* upper = lower + numbers_.size();
  float sum = 0.0f;
  for (std::size_t k = 0; k < numbers_.size(); ++k) {
    const float change = std::max(std::max(lower[k] - written_[k], written_[k] - upper[k]), 0.0f);
    sum += change * change;
  }
  return sum;
}

template <class Visit>
void NearestNeighbours::visit_leaf(const Node& node, float& bound, Visit& visit) const {
  const float* values = leaf_values(node.leaf);
  const int* indices = indices_.data() + at(node.leaf) * at(capacity);
  for (int first = 0; first < node.members; first += lanes) {
    Lanes sum = Lanes::Zero();
    for (std::size_t k = 0; k < numbers_.size(); ++k) {
      const Lanes change = Eigen::Map<const Lanes>(values + k * capacity + first) - written_[k];
      sum += change * change;
    }
    for (std::size_t k = 0; k < orientations_.size(); ++k) {
      const std::size_t begin = numbers_.size() + 4 * k;
      Lanes dot = Lanes::Zero();
      for (std::size_t i = begin; i < begin + 4; ++i) {
        dot += Eigen::Map<const Lanes>(values + i * capacity + first) * written_[i];
      }
      // With |dot| = cos(angle / 2): (4 sin(angle / 4))^2 = 8 (1 - |dot|).
      sum += (8.0f * orientations_[k].weight * orientations_[k].weight) * (1.0f - dot.abs()).max(0.0f);
    }
    if (!(sum.minCoeff() <= bound)) continue;
    for (int lane = 0; lane < std::min(lanes, node.members - first); ++lane) {
      if (sum[lane] <= bound) bound = visit(indices[first + lane], sum[lane]);
    }
  }
}

/// Calls visit(index, squared length) for configurations that are no farther than the bound which the last call returned;
/// all those that are nearest in the end are among them.
template <class Visit>
void NearestNeighbours::visit_nearer(const Configuration& q, Visit&& visit) {
  write(q);
  float limit = std::numeric_limits<float>::max();
  open_.clear();
  open_.push_back({0.0f, 0});
  while (!open_.empty()) {
    const Open next = open_.back();
    open_.pop_back();
    if (next.bound > limit) continue;
    int here = next.node;
    while (nodes_[at(here)].left >= 0) {
      Open near{bound(nodes_[at(here)].left), nodes_[at(here)].left};
      Open far{bound(nodes_[at(here)].right), nodes_[at(here)].right};
      if (far.bound < near.bound) std::swap(near, far);
      if (far.bound <= limit) open_.push_back(far);
      here = near.node;
      if (near.bound > limit) break;
    }
    if (nodes_[at(here)].left < 0) visit_leaf(nodes_[at(here)], limit, visit);
  }
}

NearestNeighbours::Neighbour NearestNeighbours::nearest(const Configuration& q) {
  Neighbour best;
  if (size_ > 0) best.index = 0;  // even where all lengths are beyond floats
  visit_nearer(q, [&](int index, float square) {
    if (square < best.length || index < best.index) best = {index, square};
    return square;
  });
  best.length = std::sqrt(best.length);
  return best;
}

int NearestNeighbours::nearest(const Configuration& q, std::span<Neighbour> result) {
  if (result.empty()) return 0;
  std::size_t count = 0;
  visit_nearer(q, [&](int index, float square) {
    const auto before = [&](const Neighbour& other) {
      return square < other.length || (square == other.length && index < other.index);
    };
    if (count == result.size() && !before(result[count - 1])) return static_cast<float>(result[count - 1].length);
    std::size_t place = count < result.size() ? count++ : count - 1;
    for (; place > 0 && before(result[place - 1]); --place) result[place] = result[place - 1];
    result[place] = {index, square};
    return count < result.size() ? std::numeric_limits<float>::max() : static_cast<float>(result[count - 1].length);
  });
  for (Neighbour& neighbour : result.first(count)) neighbour.length = std::sqrt(neighbour.length);
  return static_cast<int>(count);
}

}  // namespace tocca
