#pragma once

#include "tocca/core/require.hpp"
#include "tocca/motion/coordinate.hpp"
#include "tocca/motion/directed_tube.hpp"
#include "tocca/motion/motion.hpp"

namespace tocca {

/// Translation at constant velocity: X_WB(t) = (rotation, (1 - t) from + t to), exact at both ends.
class LinearMotion {
 public:
  LinearMotion(const Matrix3& rotation, const Vector3& from, const Vector3& to);
  /// Requires two poses of the same rotation; the start's is taken.
  LinearMotion(const Pose& start, const Pose& end) : LinearMotion(start.rotation, start.translation, end.translation) {
    TOCCA_REQUIRE((start.rotation - end.rotation).cwiseAbs().maxCoeff() <= 1e-12, "a linear motion does not turn");
  }

  /// The same motion on a part of its time.
  LinearMotion restricted(const Stretch& stretch) const;

  Pose pose(double t) const;
  double tube(const Interval& time, const Lss& volume) const;
  DirectedTube directed_tube(const Interval& time, const Lss& volume) const { return {tube(time, volume)}; }
  double speed(const Interval& time, const Lss& volume) const;
  IntervalPose enclosure(const Interval& time) const;
  LinearEnclosure linear_enclosure(const Interval& time) const;

 private:
  Matrix3 rotation_;
  Coordinate position_[3];
  double speed_;
};

static_assert(Motion<LinearMotion>);

}  // namespace tocca
