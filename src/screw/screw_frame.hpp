#pragma once

#include "tocca/motion/screw_parameters.hpp"
#include "tocca/shape/lss.hpp"

namespace tocca {

/// The frame S in which the screw of a body A, seen from a body B, is simplest. Its origin is a point of A at t = 0 (near its
/// middle), its z axis the screw's direction; the screw's axis runs through (-arm_m, 0), so that coordinates stay small
/// however far away the axis is. With w = t angle_rad, a point (x, y, z) of A at t = 0 is at
///   x(t) = x - (arm + x) (1 - cos w) - y sin w
///   y(t) = y + (arm + x) sin w - y (1 - cos w)
///   z(t) = z + t translation
/// In cylinder coordinates about the axis (radius, angle, height) that is a straight line at constant speed: the radius stays,
/// angle and height grow with t. Pure translations (angle_rad = 0) move along z; x and y stay.
struct ScrewFrame {
  Pose X_SA;  ///< A at t = 0
  Pose X_SB;
  double arm_m = 0.0;
  double angle_rad = 0.0;      ///< >= 0: the z axis is turned so; 0 or at least ScrewParameters::negligible_turn_rad
  double translation_m = 0.0;  ///< any sign
  /// No point of A (in lss_a) or B (in lss_b), placed by X_SA and the formula, or by X_SB, in real arithmetic, is farther from its
  /// true place relative to the other than this: rounding of this frame's own numbers. Placing in doubles comes on top
  /// (placing_error of contact/convex_piece.hpp).
  double rounding_m = 0.0;

  ScrewFrame() = default;
  /// All coordinates finite. Proof of the bounds: docs/maths/screw_frame.md.
  ScrewFrame(const ScrewParameters& screw_of_A_in_B, const Lss& lss_a, const Lss& lss_b);

  Vector3 moved(const Vector3& at_start, double t) const;  ///< a point of A, by the formula, in doubles
  Pose pose(double t) const;                               ///< X_SA at t
  /// No point of A within `reach_m` of the axis moves faster; metres per unit of t.
  double speed(double reach_m) const;
  /// moved(p, t) is no farther than this from the formula, in real arithmetic, if |p| <= reach_m; neither is pose(t), applied in
  /// real arithmetic to a point p_A with |p_A| + |X_SA.translation| <= reach_m.
  double moving_error(double reach_m) const;
};

}  // namespace tocca
