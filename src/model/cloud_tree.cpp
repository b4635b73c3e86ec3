#include "model/cloud_tree.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "shape/rounding.hpp"
#include "tocca/core/parallel.hpp"
#include "tocca/core/require.hpp"

namespace tocca {
namespace {

/// Where a grain is, relative to a corner of the cloud: precise enough to choose splits by, never to bound anything.
struct Entry {
  std::array<float, 3> place;
  Index grain;
};

struct Corners {
  Vector3 lower, upper;
};

/// The corners' coordinates are sums c - h, c + h that round by w of themselves; so does the centre's, and the difference
/// with it: 4 w of the largest coordinate cover all three.
Obb box_of(const Corners& corners) {
  Obb box;
  box.center = 0.5 * (corners.lower + corners.upper);
  box.axes.setIdentity();
  for (int k = 0; k < 3; ++k) {
    const double reach = std::max(corners.upper[k] - box.center[k], box.center[k] - corners.lower[k]);
    const double size = std::max(std::fabs(corners.lower[k]), std::fabs(corners.upper[k]));
    box.half[k] = float_above((reach + 4.0 * unit_roundoff * size) * (1.0 + 4.0 * unit_roundoff) + underflow_slack);
  }
  return box;
}

class CloudTreeBuilder {
 public:
  CloudTreeBuilder(std::span<const Vector3> centres, std::span<const Vector3> half,
                   std::span<const std::uint8_t> half_of)
      : centres_(centres), half_(half), half_of_(half_of), entries_(centres.size()) {}

  void run(CloudTree& tree) {
    fill_entries();
    plan({0, entries_.size()}, std::max<std::size_t>(1024, entries_.size() / most_tasks));
    std::vector<Subtree> subtrees(tasks_.size());
    parallel_for(tasks_.size(), [&](std::size_t k) {
      subtrees[k].nodes.reserve(tasks_[k].count);  // about: leaves are more than half full
      subtrees[k].corners = build(tasks_[k], subtrees[k].nodes);
    });
    std::size_t nodes = plan_.size();
    for (const Subtree& subtree : subtrees) nodes += subtree.nodes.size();
    tree.nodes.reserve(nodes);
    std::size_t next_plan = 0, next_task = 0;
    stitch(subtrees, next_plan, next_task, tree.nodes);
    tree.order.resize(entries_.size());
    for (std::size_t i = 0; i < entries_.size(); ++i) tree.order[i] = entries_[i].grain;
  }

 private:
  static constexpr std::size_t most_tasks = 32;

  /// Of entries.
  struct Range {
    std::size_t first, count;
  };
  struct Subtree {
    std::vector<Part::Node> nodes;
    Corners corners;
  };

  void fill_entries() {
    Vector3 least = centres_[0];
    for (const Vector3& p : centres_) least = least.cwiseMin(p);
    constexpr std::size_t block = 4096;
    parallel_for((centres_.size() + block - 1) / block, [&](std::size_t k) {
      const std::size_t end = std::min(centres_.size(), (k + 1) * block);
      for (std::size_t i = k * block; i < end; ++i) {
        const Vector3 offset = centres_[i] - least;
        for (int c = 0; c < 3; ++c) entries_[i].place[static_cast<std::size_t>(c)] = static_cast<float>(offset[c]);
        entries_[i].grain = static_cast<Index>(i);
      }
    });
  }

  /// Sorts the entries of a range into two: the number of the first. At the middle of the longest side, so that boxes stay
  /// compact; where that leaves too few on a side, at the median.
  std::size_t split(Range range) {
    const auto begin = entries_.begin() + static_cast<std::ptrdiff_t>(range.first);
    const auto end = begin + static_cast<std::ptrdiff_t>(range.count);
    std::array<float, 3> least = begin->place, most = least;
    for (auto entry = begin; entry != end; ++entry) {
      for (std::size_t c = 0; c < 3; ++c) {
        least[c] = std::min(least[c], entry->place[c]);
        most[c] = std::max(most[c], entry->place[c]);
      }
    }
    std::size_t axis = 0;
    for (std::size_t c = 1; c < 3; ++c) axis = most[c] - least[c] > most[axis] - least[axis] ? c : axis;
    const float middle = least[axis] + 0.5f * (most[axis] - least[axis]);
    const auto cut = std::partition(begin, end, [&](const Entry& entry) { return entry.place[axis] < middle; });
    const auto first = static_cast<std::size_t>(cut - begin);
    if (std::min(first, range.count - first) * CloudTree::least_part >= range.count) return first;
    const std::size_t half = range.count / 2;
    std::nth_element(begin, begin + static_cast<std::ptrdiff_t>(half), end, [&](const Entry& x, const Entry& y) {
      return x.place[axis] != y.place[axis] ? x.place[axis] < y.place[axis] : x.grain < y.grain;
    });
    return half;
  }

  /// The nodes above what one task builds, depth first: true where there is a node, false where a task begins.
  void plan(Range range, std::size_t most) {
    if (range.count <= most) {
      plan_.push_back(0);
      tasks_.push_back(range);
      return;
    }
    plan_.push_back(1);
    const std::size_t first = split(range);
    plan({range.first, first}, most);
    plan({range.first + first, range.count - first}, most);
  }

  Corners build(Range range, std::vector<Part::Node>& nodes) {
    const std::size_t self = nodes.size();
    nodes.emplace_back();
    if (range.count <= CloudTree::leaf_size) {
      const Corners corners = corners_of(range);
      nodes[self] = {box_of(corners), static_cast<Index>(range.first), static_cast<Index>(range.count)};
      return corners;
    }
    const std::size_t first = split(range);
    const Corners left = build({range.first, first}, nodes);
    const auto link = static_cast<Index>(nodes.size() - self);
    return join(nodes, self, link, left, build({range.first + first, range.count - first}, nodes));
  }

  static Corners join(std::vector<Part::Node>& nodes, std::size_t self, Index link, const Corners& left,
                      const Corners& right) {
    const Corners both{left.lower.cwiseMin(right.lower), left.upper.cwiseMax(right.upper)};
    nodes[self] = {box_of(both), link, 0};
    return both;
  }

  Corners corners_of(Range range) const {
    Corners corners{Vector3::Constant(std::numeric_limits<double>::infinity()), {}};
    corners.upper = -corners.lower;
    for (std::size_t i = range.first; i < range.first + range.count; ++i) {
      const Index grain = entries_[i].grain;
      const Vector3& half = half_[half_of_.empty() ? 0 : half_of_[grain]];
      corners.lower = corners.lower.cwiseMin(centres_[grain] - half);
      corners.upper = corners.upper.cwiseMax(centres_[grain] + half);
    }
    return corners;
  }

  Corners stitch(std::vector<Subtree>& subtrees, std::size_t& next_plan, std::size_t& next_task,
                 std::vector<Part::Node>& nodes) {
    if (plan_[next_plan++] == 0) {
      const Subtree& own = subtrees[next_task++];
      nodes.insert(nodes.end(), own.nodes.begin(), own.nodes.end());
      return own.corners;
    }
    const std::size_t self = nodes.size();
    nodes.emplace_back();
    const Corners left = stitch(subtrees, next_plan, next_task, nodes);
    const auto link = static_cast<Index>(nodes.size() - self);
    return join(nodes, self, link, left, stitch(subtrees, next_plan, next_task, nodes));
  }

  std::span<const Vector3> centres_, half_;
  std::span<const std::uint8_t> half_of_;
  std::vector<Entry> entries_;
  std::vector<char> plan_;
  std::vector<Range> tasks_;
};

}  // namespace

CloudTree::CloudTree(std::span<const Vector3> centres, std::span<const Vector3> half,
                     std::span<const std::uint8_t> half_of) {
  TOCCA_REQUIRE(!centres.empty(), "a cloud has at least one grain");
  CloudTreeBuilder(centres, half, half_of).run(*this);
}

}  // namespace tocca
