#include "tocca/broad/moving_box_tree.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tocca {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
/// In comparisons of boxes, for each thing and level of the tree; measured.
constexpr double build_cost = 3.0;

Aabb box_of(const BoxTable::Ends& ends) { return {{ends[0], ends[1], ends[2]}, {ends[3], ends[4], ends[5]}}; }

void note(const BoxTable& table, int a, int b, OverlapChanges& changes) {
  if (!table.overlapped(a, b)) changes.begun.push_back({std::min(a, b), std::max(a, b)});
}

}  // namespace

void BoxHierarchy::build(const BoxTable& table) {
  things_.clear();
  loose_.clear();
  boxes_.clear();
  for (std::size_t i = 0; i < table.number_count(); ++i) {
    const int thing = static_cast<int>(i);
    if (!table.is_present(thing)) continue;
    things_.push_back(thing);
    boxes_.push_back(box_of(table.ends(thing)));
  }
  tree_.place(boxes_);
  removed_ = 0;
  first_work_ = -1.0;
  lost_work_ = 0.0;
  is_built_ = true;
}

/// Brings the leaves up to date with who there is and where. A removed thing leaves a box without a point, which only
/// boxes from end to end seem to overlap.
void BoxHierarchy::refit(const BoxTable& table) {
  tree_.refit_moved([&](int leaf, Aabb& box) {
    int& thing = things_[static_cast<std::size_t>(leaf)];
    if (thing < 0) return false;
    if (table.is_gone(thing)) {
      thing = -1;
      box = {Vector3::Constant(infinity), Vector3::Constant(-infinity)};
      ++removed_;
      return true;
    }
    if (!table.is_moved(thing)) return false;
    box = box_of(table.ends(thing));
    return true;
  });
  std::erase_if(loose_, [&](int thing) { return table.is_gone(thing); });
  loose_.insert(loose_.end(), table.fresh().begin(), table.fresh().end());
}

/// The leaves' boxes are the things' own: what the search visits does overlap.
void BoxHierarchy::search(const BoxTable& table, OverlapChanges& changes) const {
  for_each_overlap_within(
      tree_,
      [&](int leaf_a, int leaf_b) {
        const int a = things_[static_cast<std::size_t>(leaf_a)], b = things_[static_cast<std::size_t>(leaf_b)];
        if (a >= 0 && b >= 0) note(table, a, b, changes);
      },
      [&](const AabbTree::Node& x, const AabbTree::Node& y) {
        ++changes.work;
        return x.moved || y.moved;
      });
}

void BoxHierarchy::search_loose(const BoxTable& table, OverlapChanges& changes) const {
  for (std::size_t i = 0; i < loose_.size(); ++i) {
    const int a = loose_[i];
    const bool moved = table.is_moved(a);
    for (std::size_t j = i + 1; j < loose_.size(); ++j) {
      if (table.overlap_now(a, loose_[j])) note(table, a, loose_[j], changes);
    }
    for_each_overlap(
        tree_, box_of(table.ends(a)),
        [&](int leaf) {
          const int b = things_[static_cast<std::size_t>(leaf)];
          if (b >= 0) note(table, a, b, changes);
        },
        [&](const AabbTree::Node& node) {
          ++changes.work;
          return moved || node.moved;
        });
  }
}

/// Each loose thing is compared with all others, so a few times the root of the count costs no more than the search.
bool BoxHierarchy::is_worn(const BoxTable& table) const {
  const double count = static_cast<double>(things_.size() + loose_.size() + table.fresh().size());
  const double outside = static_cast<double>(loose_.size() + table.fresh().size());
  return outside > 2.0 * std::sqrt(count) || 2 * removed_ > things_.size() ||
         lost_work_ > build_cost * count * std::log2(count + 1.0);
}

void BoxHierarchy::find(const BoxTable& table, OverlapChanges& changes) {
  if (!is_built_ || is_worn(table)) {
    build(table);
  } else {
    refit(table);
  }
  search(table, changes);
  if (!table.moved().empty()) {
    const double moved = static_cast<double>(table.moved().size()), work = static_cast<double>(changes.work);
    if (first_work_ < 0.0) first_work_ = work / moved;
    lost_work_ += std::max(0.0, work - first_work_ * moved);
  }
  search_loose(table, changes);
}

std::size_t BoxHierarchy::bytes() const noexcept {
  return tree_.bytes() + (things_.capacity() + loose_.capacity()) * sizeof(int) + boxes_.capacity() * sizeof(Aabb);
}

}  // namespace tocca
