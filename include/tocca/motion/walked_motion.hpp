#pragma once

#include "tocca/motion/bound_walk.hpp"
#include "tocca/motion/enclosure_walk.hpp"
#include "tocca/motion/flat_walk.hpp"
#include "tocca/motion/linear_enclosure.hpp"
#include "tocca/motion/motion.hpp"
#include "tocca/motion/pose_walk.hpp"

namespace tocca {

/// A motion from the list of its stages: Derived offers `template <class Walk> void walk(Walk&) const`, which calls
/// place, slide, turn and base in order from the body to the world (pose_walk.hpp), and gets the rest, bounds included.
template <class Derived>
class WalkedMotion {
 public:
  Pose pose(double t) const { return walked(PoseWalk(t)).pose(); }
  double tube(const Interval& time, const Lss& volume) const { return walked(BoundWalk(time, volume)).tube(); }
  /// The same, and the direction along which it is thinner.
  DirectedTube directed_tube(const Interval& time, const Lss& volume) const {
    return walked(FlatWalk(time, volume)).tube();
  }
  double speed(const Interval& time, const Lss& volume) const { return walked(BoundWalk(time, volume)).speed(); }
  IntervalPose enclosure(const Interval& time) const { return walked(EnclosureWalk(time)).pose(); }
  LinearEnclosure linear_enclosure(const Interval& time) const { return walked(LinearWalk(time)).pose(); }

 private:
  template <class Walk>
  Walk walked(Walk walk) const {
    static_cast<const Derived&>(*this).walk(walk);
    return walk;
  }
};

}  // namespace tocca
