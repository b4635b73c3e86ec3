#pragma once

#include "tocca/shape/pose.hpp"

namespace tocca {

/// The screw from one pose to another (kim-2003, Fig. 2): the body's points move as
///   q(t) = point + t translation_m direction + R(direction, t angle_rad) (q(0) - point),  0 <= t <= 1.
/// That formula, in real arithmetic on the stored doubles with the direction scaled to length 1, is the motion that the
/// proofs are about.
struct ScrewParameters {
  Pose start;                            ///< of the body at t = 0
  Vector3 point = Vector3::Zero();       ///< on the axis, nearest to the body's origin at the start
  Vector3 direction = Vector3::UnitX();  ///< unit length to rounding
  double angle_rad = 0.0;                ///< 0 for a pure translation; whole turns included
  double translation_m = 0.0;            ///< along the direction
  bool half_turn = false;                ///< half a turn: both ways are equally short, reversed() is the other

  /// Metres per turn; infinite for a pure translation.
  double pitch_m() const;
  /// The same poses at both ends, turning the other way by 2 pi less the angle.
  ScrewParameters reversed() const;
  Pose pose(double t) const;

  /// Orientations that differ by less may well be the same after rounding: quaternions turned into matrices (6 u per
  /// entry), seen from another body (15 u) and compared (33 u, u = 2^-53) show turns of up to 57 u.
  static constexpr double negligible_turn_rad = 0x1p-46;
};

/// By the shortest rotation plus `turns` whole turns (negative: backwards). For half a turn, the direction is the one
/// whose first nonzero component is positive. Poses that differ only by a translation (turn below negligible_turn_rad)
/// give a pure translation or, with turns, a screw along it through the body's origin (about x if there is no
/// translation either). Orientations may be mirrored if both are; they may be off a rotation by rounding.
/// Precise     pose(1) is the end pose up to rounding of the coordinates, however far away the axis is.
ScrewParameters screw_between(const Pose& start, const Pose& end, int turns = 0);

}  // namespace tocca
