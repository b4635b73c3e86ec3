#pragma once

#include <variant>

#include "tocca/core/require.hpp"
#include "tocca/motion/coordinate.hpp"
#include "tocca/motion/motion.hpp"
#include "tocca/motion/placement.hpp"

namespace tocca {

// Motions of what no joint carries, one class per kind. Each is a Motion (motion.hpp); restricted() is the same motion
// on a part of its time.

/// A body that stays where it is: X_WB(t) = the stored pose, exactly.
class StaticMotion {
 public:
  explicit StaticMotion(const Pose& X_WB) : pose_(X_WB) {}

  StaticMotion restricted(const Stretch&) const { return *this; }

  Pose pose(double) const { return pose_; }
  double tube(const Interval&, const Lss&) const { return 0.0; }
  DirectedTube directed_tube(const Interval& time, const Lss& volume) const;
  double speed(const Interval&, const Lss&) const { return 0.0; }
  IntervalPose enclosure(const Interval& time) const;
  LinearEnclosure linear_enclosure(const Interval& time) const;

 private:
  friend struct Stages;  // motion/stages.hpp: hands the stages to a walk
  template <class Walk>
  void walk(Walk& walk) const;

  Pose pose_;
};

/// Translation at constant velocity: X_WB(t) = (rotation, (1 - t) from + t to), exact at both ends.
class LinearMotion {
 public:
  LinearMotion(const Matrix3& rotation, const Vector3& from, const Vector3& to);
  /// Requires two poses with the same rotation; the start's is used.
  LinearMotion(const Pose& start, const Pose& end) : LinearMotion(start.rotation, start.translation, end.translation) {
    TOCCA_REQUIRE((start.rotation - end.rotation).cwiseAbs().maxCoeff() <= 1e-12, "a linear motion must not rotate");
  }

  LinearMotion restricted(const Stretch& stretch) const;

  Pose pose(double t) const;
  double tube(const Interval& time, const Lss& volume) const;
  DirectedTube directed_tube(const Interval& time, const Lss& volume) const;
  double speed(const Interval& time, const Lss& volume) const;
  IntervalPose enclosure(const Interval& time) const;
  LinearEnclosure linear_enclosure(const Interval& time) const;

 private:
  friend struct Stages;
  template <class Walk>
  void walk(Walk& walk) const;

  Matrix3 rotation_;
  Coordinate position_[3];
  double speed_;
};

/// A turn about an axis fixed in the world while sliding along it, both at constant rates (kim-2003, corrected):
///   X_WB(t) = T(t translation * direction) T(point) start.rotation R(axis_B, t angle) T(origin_B)
/// with T a translation, axis_B the direction and -origin_B the axis's point, both in the body's frame at the start.
class ScrewMotion {
 public:
  /// `point` and `direction` (any length but zero) in the world; any angle; metres along the direction.
  ScrewMotion(const Pose& start, const Vector3& point, const Vector3& direction, double angle_rad,
              double translation_m);

  /// The screw from one pose to another by the shortest rotation plus `turns` whole turns (negative: backwards).
  /// Poses that differ by a translation give a pure translation. Below smallest_arc_rad the axis is so far away that
  /// its rounding would outweigh the arc: the origin then moves on the arc's chord, off by at most |step| * angle / 8.
  static ScrewMotion between(const Pose& start, const Pose& end, int turns = 0);
  static constexpr double smallest_arc_rad = 0x1p-26;

  /// angle_rad() and translation_m() of the result say where it ends, not how far it goes.
  ScrewMotion restricted(const Stretch& stretch) const;

  Pose pose(double t) const;
  double tube(const Interval& time, const Lss& volume) const;
  DirectedTube directed_tube(const Interval& time, const Lss& volume) const;
  double speed(const Interval& time, const Lss& volume) const;
  IntervalPose enclosure(const Interval& time) const;
  LinearEnclosure linear_enclosure(const Interval& time) const;

  const Vector3& point() const { return start_.pose.translation; }
  const Vector3& direction() const { return direction_.direction; }
  const Vector3& axis_B() const { return axis_.direction; }
  const Vector3& origin_B() const { return origin_.pose.translation; }
  double angle_rad() const { return angle_.at(1.0).value; }
  double translation_m() const { return slide_.at(1.0).value; }

 private:
  friend struct Stages;
  template <class Walk>
  void walk(Walk& walk) const;

  Placement origin_, start_;
  Axis axis_, direction_;
  Coordinate angle_, slide_;
};

/// The paper's in-between motion of one body (redon-2004, equations 2 to 5): its origin moves on a straight line at
/// constant velocity while it turns at a constant rate about an axis through that origin, fixed in both body and world:
///   X_WB(t) = ((1 - t) from + t to, start.rotation * R(axis_B, t angle)).
class InBetweenMotion {
 public:
  /// By the shortest rotation. At t = 1 the orientation is that of the end to within rounding (about 1e-15).
  InBetweenMotion(const Pose& start, const Pose& end);
  /// By any angle, even more than a full turn, about `axis_B` (any length but zero) in the body's frame.
  InBetweenMotion(const Pose& start, const Vector3& to, const Vector3& axis_B, double angle_rad);

  /// angle_rad() of the result says where it ends, not how far it turns.
  InBetweenMotion restricted(const Stretch& stretch) const;

  Pose pose(double t) const;
  double tube(const Interval& time, const Lss& volume) const;
  DirectedTube directed_tube(const Interval& time, const Lss& volume) const;
  double speed(const Interval& time, const Lss& volume) const;
  IntervalPose enclosure(const Interval& time) const;
  LinearEnclosure linear_enclosure(const Interval& time) const;

  const Vector3& axis_B() const { return axis_.direction; }
  double angle_rad() const { return angle_.at(1.0).value; }

 private:
  friend struct Stages;
  template <class Walk>
  void walk(Walk& walk) const;

  Placement rotation_;
  Axis axis_;
  Coordinate angle_, position_[3];
};

/// Any of the motions above.
using RigidMotion = std::variant<StaticMotion, LinearMotion, ScrewMotion, InBetweenMotion>;

}  // namespace tocca
