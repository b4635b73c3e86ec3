#include "sweep/lss_culling.hpp"

#include <array>

#include "core/rounding.hpp"
#include "sweep/separation.hpp"

namespace tocca {
namespace {

/// A stretch of windows of the sweep against a box of the part and all below it.
struct Task {
  Index node;
  int first, last;
};

/// Windows are halved at most 8 times (most_windows = 2^8), boxes at most Part::most_depth times, and each split leaves
/// one task behind.
static_assert(LssSweep::most_windows <= 256);
using Stack = std::array<Task, Part::most_depth + 16>;

class CullingWalk {
 public:
  CullingWalk(const LssSweep& sweep, const Part& still, double dilation_m)
      : sweep_(sweep), still_(still), dilation_m_(rounded_up(dilation_m + still.rounding_m(), 1.0)) {}

  bool meets() {
    std::size_t waiting = 0;
    stack_[waiting++] = {0, 0, sweep_.windows()};
    while (waiting > 0) {
      if (pairs_ > most_culling_pairs) return true;
      const Task task = stack_[--waiting];
      const Part::Node& node = still_.nodes()[task.node];
      if (is_apart(task, separation::Box{node.volume})) continue;
      const bool one_window = task.last - task.first == 1;
      if (node.is_leaf() && one_window) {
        if (meets_item(task, node)) return true;
      } else if (node.is_leaf() || (!one_window && length(task) > size(node.volume))) {
        const int middle = task.first + (task.last - task.first) / 2;
        stack_[waiting++] = {task.node, middle, task.last};
        stack_[waiting++] = {task.node, task.first, middle};
      } else {
        stack_[waiting++] = {task.node + node.link, task.first, task.last};
        stack_[waiting++] = {task.node + 1, task.first, task.last};
      }
    }
    return false;
  }

  std::uint64_t pairs() const { return pairs_; }

 private:
  template <class Shape>
  bool is_apart(const Task& task, const Shape& shape) {
    ++pairs_;
    const double distance = above(sweep_.radius_m(task.first, task.last) + dilation_m_);
    return separation::apart({sweep_.ends(task.first, task.last)}, shape, distance, direction_);
  }

  bool meets_item(const Task& task, const Part::Node& leaf) {
    for (const Index item : still_.items(leaf)) {
      if (item >= still_.triangle_count()) return true;  // of a primitive, its box was all that is looked at
      const Triangle& t = still_.triangles()[item];
      const std::array<Vector3, 3> corner{still_.vertices()[t[0]], still_.vertices()[t[1]], still_.vertices()[t[2]]};
      if (!is_apart(task, separation::Points{corner})) return true;
    }
    return false;
  }

  /// How far apart the first and the last ruling are: for choosing, not for proving.
  double length(const Task& task) const {
    const auto ends = sweep_.ends(task.first, task.last);
    return (ends[ends.size() - 2] - ends[0]).norm() + (ends[ends.size() - 1] - ends[1]).norm();
  }
  static double size(const Obb& box) { return static_cast<double>(box.half.sum()); }

  const LssSweep& sweep_;
  const Part& still_;
  double dilation_m_;
  Vector3 direction_ = Vector3::Zero();
  std::uint64_t pairs_ = 0;
  Stack stack_;
};

}  // namespace

bool can_touch(const LssSweep& sweep, const Part& still, double dilation_m, CullingCount& count) {
  CullingWalk walk(sweep, still, dilation_m);
  const bool meets = walk.meets();
  count.volumes += walk.pairs();
  ++count.asked;
  count.culled += meets ? 0 : 1;
  return meets;
}

void LssCulling::cull(const LssSweep& sweep, double dilation_m, std::vector<int>& candidates) {
  std::erase_if(candidates,
                [&](int k) { return !can_touch(sweep, *still_[static_cast<std::size_t>(k)], dilation_m, count_); });
}

}  // namespace tocca
