#include "check/strategy/instant_table.hpp"

#include <algorithm>

#include "contact/convex_piece.hpp"
#include "core/index.hpp"
#include "core/vectors.hpp"

namespace tocca {
void InstantTable::begin(std::span<const Mover> movers, std::span<const Lss> volumes, std::span<const double> reaches) {
  movers_ = movers;
  volumes_ = volumes;
  reaches_ = reaches;
  carriers_.list(movers);
  times_.clear();
  for (const double time : {0.0, 1.0, 0.5}) add(time);
  whole_.assign(movers.size(), {});
}

double InstantTable::speed(int mover) {
  Whole& whole = whole_[at(mover)];
  if (whole.speed >= 0.0) return whole.speed;
  const TreeMotion::QuickBounds bounds = quick(2, {0.0, 1.0}, mover);
  whole = {bounds.speed, bounds.pose_error};
  if (!(bounds.speed < infinity)) whole.speed = movers_[at(mover)].speed({0.0, 1.0}, volumes_[at(mover)]);
  return whole.speed;
}

int InstantTable::add(double time) {
  const std::size_t slot = times_.size();
  times_.push_back(time);
  const auto clear = [&](auto& items, std::size_t width) {
    if (items.size() < (slot + 1) * width) items.resize((slot + 1) * width);
  };
  clear(placed_, movers_.size());
  clear(has_placed_, movers_.size());
  clear(link_poses_, carriers_.link_count());
  clear(joint_poses_, carriers_.link_count());
  clear(has_links_, carriers_.tree_count());
  std::fill_n(has_placed_.begin() + static_cast<std::ptrdiff_t>(slot * movers_.size()), movers_.size(), char{0});
  std::fill_n(has_links_.begin() + static_cast<std::ptrdiff_t>(slot * carriers_.tree_count()), carriers_.tree_count(),
              char{0});
  return static_cast<int>(slot);
}

Carriers::Links InstantTable::links(int slot, int tree) {
  const std::size_t row = at(slot) * carriers_.link_count();
  const std::span<Pose> in_world = carriers_.stretch(tree, link_poses_.data() + row);
  const std::span<Pose> in_parent = carriers_.stretch(tree, joint_poses_.data() + row);
  char& has = has_links_[at(slot) * carriers_.tree_count() + at(tree)];
  if (!has) carriers_.tree(tree).poses(time(slot), in_world, in_parent);
  has = 1;
  return {in_world, in_parent};
}

const InstantTable::Placed& InstantTable::placed(int slot, int mover) {
  const std::size_t index = at(slot) * movers_.size() + at(mover);
  Placed& result = placed_[index];
  if (has_placed_[index]) return result;
  has_placed_[index] = 1;
  const Mover& source = movers_[at(mover)];
  const int tree = carriers_.tree_of(mover);
  const double t = time(slot);
  Chord& chord = result.chord;
  chord.start = tree < 0 ? source.pose(t) : carried_pose(source, links(slot, tree));
  chord.end = chord.start;
  double& pose_error = whole_[at(mover)].pose_error;  // whatever the window: that of this instant needs no other poses
  if (pose_error < 0.0) pose_error = quick(slot, {t, t}, mover).pose_error;
  chord.tube = pose_error;
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
  const int tree = carriers_.tree_of(mover);
  if (tree < 0) return {infinity, infinity, infinity, infinity};
  return motion.tree()->quick_bounds(window, motion.ancestor(), motion.link(), motion.grip(), volumes_[at(mover)],
                                     links(middle_slot, tree).in_world);
}

double InstantTable::speed(int middle_slot, const Interval& window, int mover) {
  const double fast = quick(middle_slot, window, mover).speed;
  return fast < infinity ? fast : movers_[at(mover)].speed(window, volumes_[at(mover)]);
}

}  // namespace tocca
