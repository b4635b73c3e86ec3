#pragma once

#include "tocca/motion/walked_motion.hpp"

namespace tocca {

/// A turn about an axis fixed in the world while sliding along it, both at constant rates (kim-2003, corrected):
///   X_WB(t) = T(t translation * direction) T(point) start.rotation R(axis_B, t angle) T(origin_B)
/// with T a translation, axis_B the direction and -origin_B the axis' point, both in the body's frame at the start.
class ScrewMotion : public WalkedMotion<ScrewMotion> {
 public:
  /// `point` and `direction` (any length but zero) in the world; any angle; metres along the direction.
  ScrewMotion(const Pose& start, const Vector3& point, const Vector3& direction, double angle_rad,
              double translation_m);

  /// The screw from one pose to another by the shortest rotation, and `turns` whole turns more (negative: backwards).
  /// Poses that differ by a translation give a pure translation. Below smallest_arc_rad the axis is so far away that
  /// its rounding would outweigh the arc: the origin then moves on the arc's chord, off by at most |step| * angle / 8.
  static ScrewMotion between(const Pose& start, const Pose& end, int turns = 0);
  static constexpr double smallest_arc_rad = 0x1p-26;

  /// The same motion on a part of its time. angle_rad() and translation_m() then say where it ends, not how far it goes.
  ScrewMotion restricted(const Stretch& stretch) const {
    ScrewMotion result = *this;
    result.angle_ = angle_.restricted(stretch);
    result.slide_ = slide_.restricted(stretch);
    return result;
  }

  const Vector3& point() const { return start_.pose.translation; }
  const Vector3& direction() const { return direction_.direction; }
  const Vector3& axis_B() const { return axis_.direction; }
  const Vector3& origin_B() const { return origin_.pose.translation; }
  double angle_rad() const { return angle_.at(1.0).value; }
  double translation_m() const { return slide_.at(1.0).value; }

  template <class Walk>
  void walk(Walk& walk) const {
    walk.place(origin_);
    walk.turn(start_, axis_, angle_);
    walk.slide({}, direction_, slide_);
  }

 private:
  Placement origin_, start_;
  Axis axis_, direction_;
  Coordinate angle_, slide_;
};

static_assert(Motion<ScrewMotion>);

}  // namespace tocca
