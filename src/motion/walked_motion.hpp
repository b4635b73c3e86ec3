#pragma once

#include "motion/bound_walk.hpp"
#include "motion/enclosure_walk.hpp"
#include "motion/flat_walk.hpp"
#include "motion/linear_enclosure.hpp"
#include "motion/pose_walk.hpp"
#include "motion/stages.hpp"

namespace tocca {

/// A completed walk over all stages of a motion.
template <class M, class Walk>
Walk walked(const M& motion, Walk walk) {
  Stages::walk(motion, walk);
  return walk;
}

/// A motion from the list of its stages: Derived offers `template <class Walk> void walk(Walk&) const`, which calls
/// place, slide, turn and base in order from the body to the world (pose_walk.hpp), and gets the rest, including
/// bounds.
template <class Derived>
class WalkedMotion {
 public:
  Pose pose(double t) const { return walked(self(), PoseWalk(t)).pose(); }
  double tube(const Interval& time, const Lss& volume) const { return walked(self(), BoundWalk(time, volume)).tube(); }
  /// The same, and the direction along which it is thinner.
  DirectedTube directed_tube(const Interval& time, const Lss& volume) const {
    return walked(self(), FlatWalk(time, volume)).tube();
  }
  double speed(const Interval& time, const Lss& volume) const {
    return walked(self(), BoundWalk(time, volume)).speed();
  }
  IntervalPose enclosure(const Interval& time) const { return walked(self(), EnclosureWalk(time)).pose(); }
  LinearEnclosure linear_enclosure(const Interval& time) const { return walked(self(), LinearWalk(time)).pose(); }

 private:
  const Derived& self() const { return static_cast<const Derived&>(*this); }
};

}  // namespace tocca
