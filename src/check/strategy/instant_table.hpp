// Where everything is at some instants of a step, and how fast it moves between them.
#pragma once

#include <vector>

#include "check/strategy/moving_pairs.hpp"
#include "motion/carriers.hpp"

namespace tocca {

/// Poses of all movers of a step at the times of a bisection, each computed at most once and only when asked for,
/// and shared by all pairs: what schwarzer-2002 (section 4) left for later. All links of a tree are placed together.
class InstantTable {
 public:
  struct Placed {
    Chord chord;           ///< of no length: both ends are the pose, the tube is the pose's rounding
    Lss volume;            ///< contains the body, `error_m` apart
    double error_m = 0.0;  ///< no point of the body, placed by the pose in doubles, is farther from its true place

    const Pose& X() const { return chord.start; }
  };

  /// The movers of a new step. `reaches`: for each of them, how far what is placed with its poses (its items, the
  /// volumes around them) reaches from its own origin. Both must outlive the questions. Slots 0, 1 and 2 are the start, the end and
  /// the middle of the step.
  void begin(std::span<const Mover> movers, std::span<const Lss> volumes, std::span<const double> reaches);

  int add(double time);
  /// Forgets all but the first `count`.
  void keep(int count) { times_.resize(static_cast<std::size_t>(count)); }
  int count() const { return static_cast<int>(times_.size()); }
  double time(int slot) const { return times_[static_cast<std::size_t>(slot)]; }

  const Placed& placed(int slot, int mover);
  /// No true point of the mover's body is faster at any time of the step.
  double speed(int mover);
  /// The same during a window, whose middle is the slot's time (to rounding).
  double speed(int middle_slot, const Interval& window, int mover);

 private:
  /// Negative: not computed yet.
  struct Whole {
    double speed = -1.0;
    double pose_error = -1.0;  ///< at any time; infinite: compute it for each time
  };
  Carriers::Links links(int slot, int tree);
  TreeMotion::QuickBounds quick(int middle_slot, const Interval& window, int mover);

  std::span<const Mover> movers_;
  std::span<const Lss> volumes_;
  std::span<const double> reaches_;
  Carriers carriers_;
  std::vector<Whole> whole_;
  std::vector<double> times_;
  // [slot][mover], [slot][link], [slot][tree]
  std::vector<Placed> placed_;
  std::vector<Pose> link_poses_, joint_poses_;
  std::vector<char> has_placed_, has_links_;
};

}  // namespace tocca
