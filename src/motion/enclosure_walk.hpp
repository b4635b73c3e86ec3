#pragma once

#include <limits>

#include "motion/interval_pose.hpp"
#include "tocca/motion/coordinate.hpp"
#include "tocca/motion/placement.hpp"

namespace tocca {

/// X * (cos q A + sin q B + C) with q over `time`: one link in its parent's frame (redon-2004, equations 3 to 5), the
/// rotation about the child's origin.
IntervalPose turned(const Placement& X, const Axis& axis, const Coordinate& q, const Interval& time);
IntervalPose slid(const Placement& X, const Axis& axis, const Coordinate& q, const Interval& time);
IntervalPose enclosed(const Pose& pose);

/// The product of two interval poses. Entries of the rotation are cut to [-gain, gain], which no product of matrices of
/// that gain can leave; an infinite gain cuts nothing.
IntervalPose product(const IntervalPose& X, const IntervalPose& Y,
                     double gain = std::numeric_limits<double>::infinity());

/// The paper's interval matrix of a whole chain (redon-2004, equation 6), multiplied from the tip to the root.
class EnclosureWalk {
 public:
  explicit EnclosureWalk(const Interval& time) : time_(time), pose_(enclosed(Pose{})) {}

  void place(const Placement& X) { apply(enclosed(X.pose), X.gain); }
  void base(const Placement& X) { place(X); }
  void slide(const Placement& X, const Axis& axis, const Coordinate& q) { apply(slid(X, axis, q, time_), X.gain); }
  void turn(const Placement& X, const Axis& axis, const Coordinate& q) {
    apply(turned(X, axis, q, time_), X.gain * axis.gain);
  }

  const IntervalPose& pose() const { return pose_; }
  double gain() const { return gain_; }

 private:
  void apply(const IntervalPose& X, double gain) {
    gain_ = above(gain_ * gain);
    pose_ = product(X, pose_, gain_);
  }

  Interval time_;
  IntervalPose pose_;
  double gain_ = 1.0;
};

}  // namespace tocca
