#pragma once

#include <vector>

#include "motion/carriers.hpp"
#include "sweep/clip_boxes.hpp"

namespace tocca {

/// Poses and chords of all movers over the windows of a binary subdivision of [0, 1] or a part of it, each computed at
/// most once and only when asked for. A window at level k is one half of the window at level k - 1 under examination,
/// so one set of chords per level suffices.
class ChordTable {
 public:
  static constexpr int most_levels = 64;

  /// The motions of a new step; `volumes` hold the bodies (for the tubes). Both must outlive the questions. Invalidates
  /// everything; allocates only if there are more movers or links than ever before.
  void begin(std::span<const Mover> movers, std::span<const Lss> volumes, double from = 0.0, double to = 1.0);

  // The window of a level: level 0 is [from, to]; enter(k, second) takes the first or second half of level k - 1.
  void enter(int level, bool second_half);
  double start(int level) const { return time_[window_[level].first]; }
  double end(int level) const { return time_[window_[level].last]; }

  const Chord& chord(int level, int mover);

 private:
  struct Window {
    int first, last;  ///< time slots
    std::uint64_t stamp;
  };
  const Pose& pose(int slot, int mover);
  Carriers::Links links(int slot, int tree);
  DirectedTube tube(int level, int mover);
  void set_window(int level, int first, int last);
  void set_time(int slot, double time);
  std::size_t at(int row, int mover) const {
    return static_cast<std::size_t>(row) * movers_.size() + static_cast<std::size_t>(mover);
  }

  std::span<const Mover> movers_;
  std::span<const Lss> volumes_;
  Carriers carriers_;
  // Slots: 0 and 1 are the ends of [from, to]; slot 2 + k is the middle of the window at level k.
  double time_[most_levels + 2] = {};
  Window window_[most_levels] = {};
  std::uint64_t stamp_ = 0, slot_stamp_[most_levels + 2] = {};
  std::vector<Pose> poses_, link_poses_, joint_poses_;
  std::vector<std::uint64_t> pose_stamp_, tree_stamp_, chord_stamp_;
  std::vector<Chord> chords_;
};

}  // namespace tocca
