// Layer: motion.  May include: shape, model and what they use.  Checked by tools/check_layers.py.
#pragma once

#include "tocca/shape/pose.hpp"

namespace tocca {

/// The screw from one pose to another (kim-2003, Fig. 2): the body's points move as
///   q(t) = point + t translation_m direction + R(direction, t angle_rad) (q(0) - point),  0 <= t <= 1.
struct ScrewParameters {
  Pose start;                            ///< of the body at t = 0
  Vector3 point = Vector3::Zero();       ///< of the axis, the one nearest to the body's origin at the start
  Vector3 direction = Vector3::UnitX();  ///< unit length to rounding
  double angle_rad = 0.0;                ///< 0 for a pure translation; whole turns included
  double translation_m = 0.0;            ///< along the direction
  bool half_turn = false;                ///< half a turn either way is as short: reversed() is the other choice

  /// Metres a turn; infinite for a pure translation.
  double pitch_m() const;
  /// The same poses at both ends, turning the other way round by 2 pi less the angle.
  ScrewParameters reversed() const;
  Pose pose(double t) const;
};

/// By the shortest rotation, and `turns` whole turns more (negative: backwards). At half a turn the direction is the one whose
/// first component that is not zero is positive. Poses that differ by a translation alone (below the rounding of their
/// orientations): a pure translation, or, with turns, a screw along it through the body's origin.
ScrewParameters screw_between(const Pose& start, const Pose& end, int turns = 0);

}  // namespace tocca
