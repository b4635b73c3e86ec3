#include "screw/screw_frame.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "core/rounding.hpp"

namespace tocca {
namespace {

/// How far from `center` points of the volume may be.
double reach_from(const Vector3& center, const Lss& volume) {
  return std::max((volume.a - center).stableNorm(), (volume.b - center).stableNorm()) + volume.radius;
}

/// The part of `c` across the unit vector z, taken twice: once leaves a rest along z that a small result would not bear. Zero
/// where nothing but rounding is left.
Vector3 part_across(const Vector3& c, const Vector3& z) {
  const Vector3 once = c - c.dot(z) * z;
  const Vector3 twice = once - once.dot(z) * z;
  if (twice.stableNorm() > 0.5 * once.stableNorm()) return twice;
  return Vector3::Zero();
}

}  // namespace

ScrewFrame::ScrewFrame(const ScrewParameters& screw, const Lss& lss_a, const Lss& lss_b) {
  const double sense = screw.angle_rad < 0.0 ? -1.0 : 1.0;
  Vector3 z = sense * screw.direction.stableNormalized(), x;
  angle_rad = sense * screw.angle_rad;
  translation_m = sense * screw.translation_m;

  const Vector3 middle_A = 0.5 * (lss_a.a + lss_a.b);
  const Vector3 origin = screw.start * middle_A;
  const Vector3 from_axis = origin - screw.point;
  const double stretch_a = greatest_stretch(screw.start.rotation);
  double moved_wrongly = 64.0 * unit_roundoff * std::min(angle_rad, 2.0) * from_axis.stableNorm();
  if (angle_rad < ScrewParameters::negligible_turn_rad) {
    // A turn too small to matter: all points move as the middle does at the start. What is neglected: the turn of the others
    // about the middle (angle * reach), the middle's arc (angle^2 / 2 * its distance from the axis), rounding of its step.
    const Vector3 turning = angle_rad * z.cross(from_axis);
    const Vector3 step = translation_m * z + turning;
    moved_wrongly += angle_rad * stretch_a * reach_from(middle_A, lss_a) + angle_rad * turning.stableNorm() +
                     32.0 * unit_roundoff * std::abs(translation_m);
    angle_rad = 0.0;
    translation_m = step.stableNorm();
    if (translation_m > 0.0) z = step.stableNormalized();
    x = z.unitOrthogonal();
  } else {
    x = part_across(from_axis, z);
    arm_m = x.stableNorm();
    x = arm_m > 0.0 ? x.stableNormalized().eval() : z.unitOrthogonal();
  }

  Matrix3 to_frame;  // from B's frame
  to_frame << x.transpose(), z.cross(x).transpose(), z.transpose();
  X_SB = {to_frame, -(to_frame * origin)};
  const Vector3 a_from_origin = screw.start.translation - origin;
  X_SA = {to_frame * screw.start.rotation, to_frame * a_from_origin};
  // The rows of to_frame are within 37 u of an exact frame whose z is the screw's; products and sums add under 16 u of what
  // they are made of; the axis, seen from there, is off by 48 u of its distance, and points move by at most min(angle, 2) of that.
  const double placed_from = stretch_a * reach_from(Vector3::Zero(), lss_a) + a_from_origin.stableNorm() +
                             reach_from(Vector3::Zero(), lss_b) + origin.stableNorm();
  rounding_m = rounded_up(64.0 * unit_roundoff * placed_from + moved_wrongly, 64.0);
}

Vector3 ScrewFrame::moved(const Vector3& at_start, double t) const {
  const double turn = t * angle_rad, half = std::sin(0.5 * turn);
  const double sine = std::sin(turn), versine = 2.0 * half * half, out = arm_m + at_start.x();
  return {at_start.x() - (out * versine + at_start.y() * sine), at_start.y() + (out * sine - at_start.y() * versine),
          at_start.z() + t * translation_m};
}

Pose ScrewFrame::pose(double t) const {
  const double turn = t * angle_rad, half = std::sin(0.5 * turn);
  const double sine = std::sin(turn), versine = 2.0 * half * half;
  Pose result = X_SA;
  result.rotation.row(0) -= versine * X_SA.rotation.row(0) + sine * X_SA.rotation.row(1);
  result.rotation.row(1) += sine * X_SA.rotation.row(0) - versine * X_SA.rotation.row(1);
  result.translation = moved(X_SA.translation, t);
  return result;
}

double ScrewFrame::speed(double reach_m) const {
  return rounded_up(std::hypot(angle_rad * reach_m, translation_m), 8.0);
}

double ScrewFrame::moving_error(double reach_m) const {
  // turn is off by u angle, sine and versine (4 ulps of the platform's sine, squared for the versine) by that and 16 u of at
  // most min(angle, 2); sums and products of coordinates add 8 u. In pose() the same happens to each entry of its rows.
  const double whole = arm_m + reach_m;
  const double turned = whole * (2.0 * angle_rad + 32.0 * std::min(angle_rad, 2.0));
  return rounded_up(unit_roundoff * (turned + 16.0 * reach_m + 4.0 * std::abs(translation_m)), 16.0);
}

}  // namespace tocca
