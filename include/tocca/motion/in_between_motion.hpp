#pragma once

#include "tocca/motion/walked_motion.hpp"

namespace tocca {

/// The paper's in-between motion of one body (redon-2004, equations 2 to 5): its origin moves on a straight line at
/// constant velocity while it turns at a constant rate about an axis through that origin, fixed in body and world
/// alike:
///   X_WB(t) = ((1 - t) from + t to, start.rotation * R(axis_B, t angle)).
class InBetweenMotion : public WalkedMotion<InBetweenMotion> {
 public:
  /// By the shortest rotation. At t = 1 the orientation is the end's to within rounding (about 1e-15).
  InBetweenMotion(const Pose& start, const Pose& end);
  /// By any angle, more than a turn included, about `axis_B` (any length but zero) in the body's frame.
  InBetweenMotion(const Pose& start, const Vector3& to, const Vector3& axis_B, double angle_rad);

  /// The same motion on a part of its time. angle_rad() then says where it ends, not how far it turns.
  InBetweenMotion restricted(const Stretch& stretch) const {
    InBetweenMotion result = *this;
    result.angle_ = angle_.restricted(stretch);
    for (Coordinate& q : result.position_) q = q.restricted(stretch);
    return result;
  }

  const Vector3& axis_B() const { return axis_.direction; }
  double angle_rad() const { return angle_.at(1.0).value; }

  template <class Walk>
  void walk(Walk& walk) const {
    walk.turn(rotation_, axis_, angle_);
    for (int i = 2; i >= 0; --i) walk.slide({}, Axis(Vector3::Unit(i)), position_[i]);
  }

 private:
  Placement rotation_;
  Axis axis_;
  Coordinate angle_, position_[3];
};

static_assert(Motion<InBetweenMotion>);

}  // namespace tocca
