#include "tocca/sweep/chord_table.hpp"

#include <algorithm>
#include <limits>

namespace tocca {
namespace {

template <class T>
void grow(std::vector<T>& items, std::size_t count) {
  if (items.size() < count) items.resize(count);
}

}  // namespace

void ChordTable::begin(std::span<const Mover> movers, std::span<const Lss> volumes, double from, double to) {
  movers_ = movers;
  volumes_ = volumes;
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
  const std::size_t slots = most_levels + 2;
  grow(poses_, slots * movers.size());
  grow(pose_stamp_, slots * movers.size());
  grow(link_poses_, slots * static_cast<std::size_t>(link_count_));
  grow(joint_poses_, slots * static_cast<std::size_t>(link_count_));
  grow(tree_stamp_, slots * trees_.size());
  grow(chords_, most_levels * movers.size());
  grow(chord_stamp_, most_levels * movers.size());
  chords_made_ = 0;
  set_time(0, from);
  set_time(1, to);
  set_window(0, 0, from == to ? 0 : 1);
}

void ChordTable::set_time(int slot, double time) {
  time_[slot] = time;
  slot_stamp_[slot] = ++stamp_;
}

void ChordTable::enter(int level, bool second_half) {
  const Window& parent = window_[level - 1];
  const int middle = 2 + level - 1;
  set_window(level, second_half ? middle : parent.first, second_half ? parent.last : middle);
}

void ChordTable::set_window(int level, int first, int last) {
  window_[level] = {first, last, ++stamp_};
  set_time(2 + level, 0.5 * (time_[first] + time_[last]));
}

/// The poses of all links of the tree that carries a mover, at a slot's time: all at once cost little more than the last
/// of them.
ChordTable::Links ChordTable::links(int slot, int tree) {
  const std::size_t first = static_cast<std::size_t>(slot) * static_cast<std::size_t>(link_count_) +
                            static_cast<std::size_t>(first_link_[static_cast<std::size_t>(tree)]);
  const TreeMotion& motion = *trees_[static_cast<std::size_t>(tree)];
  const auto count = static_cast<std::size_t>(motion.link_count());
  const std::span<Pose> in_world(link_poses_.data() + first, count), in_parent(joint_poses_.data() + first, count);
  std::uint64_t& stamp = tree_stamp_[static_cast<std::size_t>(slot) * trees_.size() + static_cast<std::size_t>(tree)];
  if (stamp != slot_stamp_[slot]) {
    stamp = slot_stamp_[slot];
    motion.poses(time_[slot], in_world, in_parent);
  }
  return {in_world, in_parent};
}

const Pose& ChordTable::pose(int slot, int mover) {
  const std::size_t index = at(slot, mover);
  if (pose_stamp_[index] == slot_stamp_[slot]) return poses_[index];
  pose_stamp_[index] = slot_stamp_[slot];
  const Mover& source = movers_[static_cast<std::size_t>(mover)];
  const int tree = tree_of_[static_cast<std::size_t>(mover)];
  if (tree < 0) return poses_[index] = source.pose(time_[slot]);
  const auto [in_world, in_parent] = links(slot, tree);
  const Pose link = source.ancestor() < 0 ? in_world[static_cast<std::size_t>(source.link())]
                                          : source.tree()->chained_pose(source.ancestor(), source.link(), in_parent);
  return poses_[index] = source.grip() ? link * source.grip()->pose : link;
}

double ChordTable::tube(int level, int mover) {
  const Mover& motion = movers_[static_cast<std::size_t>(mover)];
  const Lss& volume = volumes_[static_cast<std::size_t>(mover)];
  const Interval time(start(level), end(level));
  const int tree = tree_of_[static_cast<std::size_t>(mover)];
  if (tree < 0) return motion.tube(time, volume);
  const double quick =
      motion.tree()
          ->quick_bounds(time, motion.ancestor(), motion.link(), motion.grip(), volume, links(2 + level, tree).in_world)
          .tube;
  return quick < std::numeric_limits<double>::infinity() ? quick : motion.tube(time, volume);
}

const Chord& ChordTable::chord(int level, int mover) {
  const std::size_t index = at(level, mover);
  Chord& chord = chords_[index];
  if (chord_stamp_[index] == window_[level].stamp) return chord;
  chord_stamp_[index] = window_[level].stamp;
  ++chords_made_;
  chord.start = pose(window_[level].first, mover);
  chord.end = pose(window_[level].last, mover);
  chord.tube = tube(level, mover);
  chord.finish();
  return chord;
}

}  // namespace tocca
