#include "instant_table.hpp"

#include <algorithm>
#include <limits>

#include "tocca/contact/convex_piece.hpp"

namespace tocca {
namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

constexpr double infinity = std::numeric_limits<double>::infinity();

}  // namespace

void InstantTable::begin(std::span<const Mover> movers, std::span<const Lss> volumes, std::span<const double> reaches) {
  movers_ = movers;
  volumes_ = volumes;
  reaches_ = reaches;
  trees_.clear();
  tree_of_.clear();
  first_link_.clear();
  link_count_ = 0;
  for (const Mover& mover : movers) {
    if (!mover.tree()) {
      tree_of_.push_back(-1);
      continue;
    }
    const auto found = std::find(trees_.begin(), trees_.end(), mover.tree());
    tree_of_.push_back(static_cast<int>(found - trees_.begin()));
    if (found != trees_.end()) continue;
    trees_.push_back(mover.tree());
    first_link_.push_back(link_count_);
    link_count_ += mover.tree()->link_count();
  }
  times_.clear();
  for (const double time : {0.0, 1.0, 0.5}) add(time);
  whole_.clear();
  for (std::size_t i = 0; i < movers.size(); ++i) {
    const TreeMotion::QuickBounds bounds = quick(2, {0.0, 1.0}, static_cast<int>(i));
    whole_.push_back({bounds.speed, bounds.pose_error});
    if (!(bounds.speed < infinity)) whole_.back().speed = movers[i].speed({0.0, 1.0}, volumes[i]);
  }
}

int InstantTable::add(double time) {
  const std::size_t slot = times_.size();
  times_.push_back(time);
  const auto clear = [&](auto& items, std::size_t width) {
    if (items.size() < (slot + 1) * width) items.resize((slot + 1) * width);
  };
  clear(placed_, movers_.size());
  clear(has_placed_, movers_.size());
  clear(link_poses_, at(link_count_));
  clear(joint_poses_, at(link_count_));
  clear(has_links_, trees_.size());
  std::fill_n(has_placed_.begin() + static_cast<std::ptrdiff_t>(slot * movers_.size()), movers_.size(), char{0});
  std::fill_n(has_links_.begin() + static_cast<std::ptrdiff_t>(slot * trees_.size()), trees_.size(), char{0});
  return static_cast<int>(slot);
}

InstantTable::Links InstantTable::links(int slot, int tree) {
  const TreeMotion& motion = *trees_[at(tree)];
  const std::size_t first = at(slot) * at(link_count_) + at(first_link_[at(tree)]), count = at(motion.link_count());
  const std::span<Pose> in_world(link_poses_.data() + first, count), in_parent(joint_poses_.data() + first, count);
  char& has = has_links_[at(slot) * trees_.size() + at(tree)];
  if (!has) motion.poses(time(slot), in_world, in_parent);
  has = 1;
  return {in_world, in_parent};
}

const InstantTable::Placed& InstantTable::placed(int slot, int mover) {
  const std::size_t index = at(slot) * movers_.size() + at(mover);
  Placed& result = placed_[index];
  if (has_placed_[index]) return result;
  has_placed_[index] = 1;
  const Mover& source = movers_[at(mover)];
  const int tree = tree_of_[at(mover)];
  const double t = time(slot);
  Chord& chord = result.chord;
  if (tree < 0) {
    chord.start = source.pose(t);
  } else {
    const auto [in_world, in_parent] = links(slot, tree);
    const Pose link = source.ancestor() < 0 ? in_world[at(source.link())]
                                            : source.tree()->chained_pose(source.ancestor(), source.link(), in_parent);
    chord.start = source.grip() ? link * source.grip()->pose : link;
  }
  chord.end = chord.start;
  chord.tube = whole_[at(mover)].pose_error;
  if (!(chord.tube < infinity)) chord.tube = source.tube({t, t}, volumes_[at(mover)]);
  chord.finish();
  // |R^T R - I| in the Frobenius norm is at most three times its greatest entry, which is what the skew bounds.
  const double placing = placing_error(reaches_[at(mover)], 3.0 * chord.skew, chord.start.translation.norm());
  result.error_m = (chord.tube + placing) * (1.0 + 0x1p-50);
  // The ends are placed as items are, within `placing`; the radius grows by no more than the rotation stretches it, which is
  // in `placing` as well.
  const Lss& own = volumes_[at(mover)];
  result.volume = {chord.start * own.a, chord.start * own.b, own.radius};
  return result;
}

TreeMotion::QuickBounds InstantTable::quick(int middle_slot, const Interval& window, int mover) {
  const Mover& motion = movers_[at(mover)];
  const int tree = tree_of_[at(mover)];
  if (tree < 0) return {infinity, infinity, infinity, infinity};
  return motion.tree()->quick_bounds(window, motion.ancestor(), motion.link(), motion.grip(), volumes_[at(mover)],
                                     links(middle_slot, tree).in_world);
}

double InstantTable::speed(int middle_slot, const Interval& window, int mover) {
  const double fast = quick(middle_slot, window, mover).speed;
  return fast < infinity ? fast : movers_[at(mover)].speed(window, volumes_[at(mover)]);
}

}  // namespace tocca
