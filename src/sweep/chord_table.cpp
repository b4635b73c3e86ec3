#include "sweep/chord_table.hpp"

#include "tocca/core/require.hpp"

namespace tocca {
namespace {

template <class T>
void grow(std::vector<T>& items, std::size_t count) {
  if (items.size() < count) items.resize(count);
}

}  // namespace

void ChordTable::begin(std::span<const Mover> movers, std::span<const Lss> volumes, double from, double to) {
  TOCCA_REQUIRE(movers.size() == volumes.size(), "each mover must have a volume");
  TOCCA_REQUIRE(0.0 <= from && from <= to && to <= 1.0, "a window of time lies inside [0, 1]");
  movers_ = movers;
  volumes_ = volumes;
  carriers_.list(movers);
  const std::size_t slots = most_levels + 2;
  grow(poses_, slots * movers.size());
  grow(pose_stamp_, slots * movers.size());
  grow(link_poses_, slots * carriers_.link_count());
  grow(joint_poses_, slots * carriers_.link_count());
  grow(tree_stamp_, slots * carriers_.tree_count());
  grow(chords_, most_levels * movers.size());
  grow(chord_stamp_, most_levels * movers.size());
  set_time(0, from);
  set_time(1, to);
  set_window(0, 0, from == to ? 0 : 1);
}

void ChordTable::set_time(int slot, double time) {
  time_[slot] = time;
  slot_stamp_[slot] = ++stamp_;
}

void ChordTable::enter(int level, bool second_half) {
  TOCCA_REQUIRE(level > 0 && level < most_levels, "time can be halved at most 63 times");
  const Window& parent = window_[level - 1];
  const int middle = 2 + level - 1;
  set_window(level, second_half ? middle : parent.first, second_half ? parent.last : middle);
}

void ChordTable::set_window(int level, int first, int last) {
  window_[level] = {first, last, ++stamp_};
  set_time(2 + level, 0.5 * (time_[first] + time_[last]));
}

Carriers::Links ChordTable::links(int slot, int tree) {
  const std::size_t row = static_cast<std::size_t>(slot) * carriers_.link_count();
  const std::span<Pose> in_world = carriers_.stretch(tree, link_poses_.data() + row);
  const std::span<Pose> in_parent = carriers_.stretch(tree, joint_poses_.data() + row);
  std::uint64_t& stamp =
      tree_stamp_[static_cast<std::size_t>(slot) * carriers_.tree_count() + static_cast<std::size_t>(tree)];
  if (stamp != slot_stamp_[slot]) {
    stamp = slot_stamp_[slot];
    carriers_.tree(tree).poses(time_[slot], in_world, in_parent);
  }
  return {in_world, in_parent};
}

const Pose& ChordTable::pose(int slot, int mover) {
  const std::size_t index = at(slot, mover);
  if (pose_stamp_[index] == slot_stamp_[slot]) return poses_[index];
  pose_stamp_[index] = slot_stamp_[slot];
  const Mover& source = movers_[static_cast<std::size_t>(mover)];
  const int tree = carriers_.tree_of(mover);
  return poses_[index] = tree < 0 ? source.pose(time_[slot]) : carried_pose(source, links(slot, tree));
}

DirectedTube ChordTable::tube(int level, int mover) {
  const int tree = carriers_.tree_of(mover);
  const std::span<const Pose> middle = tree < 0 ? std::span<const Pose>() : links(2 + level, tree).in_world;
  return movers_[static_cast<std::size_t>(mover)].directed_tube({start(level), end(level)},
                                                                volumes_[static_cast<std::size_t>(mover)], middle);
}

const Chord& ChordTable::chord(int level, int mover) {
  const std::size_t index = at(level, mover);
  Chord& chord = chords_[index];
  if (chord_stamp_[index] == window_[level].stamp) return chord;
  chord_stamp_[index] = window_[level].stamp;
  chord.start = pose(window_[level].first, mover);
  chord.end = pose(window_[level].last, mover);
  chord.set_tube(tube(level, mover));
  chord.finish();
  return chord;
}

}  // namespace tocca
