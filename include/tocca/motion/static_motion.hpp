#pragma once

#include "tocca/motion/coordinate.hpp"
#include "tocca/motion/directed_tube.hpp"
#include "tocca/motion/enclosure_walk.hpp"
#include "tocca/motion/motion.hpp"

namespace tocca {

/// A body that stays where it is: X_WB(t) = the stored pose, exactly.
class StaticMotion {
 public:
  explicit StaticMotion(const Pose& X_WB) : pose_(X_WB) {}

  StaticMotion restricted(const Stretch&) const { return *this; }

  Pose pose(double) const { return pose_; }
  double tube(const Interval&, const Lss&) const { return 0.0; }
  DirectedTube directed_tube(const Interval&, const Lss&) const { return {0.0}; }
  double speed(const Interval&, const Lss&) const { return 0.0; }
  IntervalPose enclosure(const Interval&) const { return enclosed(pose_); }
  LinearEnclosure linear_enclosure(const Interval&) const { return LinearEnclosure(pose_); }

 private:
  Pose pose_;
};

static_assert(Motion<StaticMotion>);

}  // namespace tocca
