#pragma once

#include "tocca/motion/coordinate.hpp"
#include "tocca/motion/placement.hpp"

namespace tocca {

// A walk goes over the stages of a motion from the body (tip) to the world (root). Three walks read the same list of
// stages: PoseWalk, BoundWalk (tube and speed), EnclosureWalk; so a kind of motion only has to list its stages once.
//   place(X)             p -> X p;  base(X) likewise, for the placement of a whole chain
//   slide(X, axis, q)    p -> X (p + q(t) axis)
//   turn(X, axis, q)     p -> X R(axis, q(t)) p,  R = I + sin q [axis]x + (1 - cos q) [axis]x^2

/// The pose at one time, in doubles; its rounding is bounded by BoundWalk.
class PoseWalk {
 public:
  explicit PoseWalk(double time) : time_(time) {}

  void place(const Placement& X) {
    pose_ = begun_ ? X.pose * pose_ : X.pose;
    begun_ = true;
  }
  void base(const Placement& X) { place(X); }
  void slide(const Placement& X, const Axis& axis, const Coordinate& q) {
    pose_.translation += q.at(time_).value * axis.direction;
    begun_ = true;
    pose_ = X.pose * pose_;
  }
  void turn(const Placement& X, const Axis& axis, const Coordinate& q) {
    const Matrix3 rotation = X.pose.rotation * rotation_about(axis.direction, q.at(time_).value);
    const Pose turned{rotation, X.pose.translation};
    pose_ = begun_ ? turned * pose_ : turned;
    begun_ = true;
  }

  const Pose& pose() const { return pose_; }

 private:
  double time_;
  bool begun_ = false;  // before: the identity, with which nothing need be multiplied
  Pose pose_;
};

}  // namespace tocca
