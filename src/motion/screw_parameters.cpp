#include "tocca/motion/screw_parameters.hpp"

#include <Eigen/Geometry>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/rounding.hpp"
#include "motion/rotation_between.hpp"

namespace tocca {
namespace {

/// Half a turn is equally short either way, as far as rounding can tell; see negligible_turn_rad.
bool is_half_turn(double angle_rad) {
  return std::abs(angle_rad - std::numbers::pi) < ScrewParameters::negligible_turn_rad;
}

/// Whether the first component that is more than rounding is negative.
bool points_backwards(const Vector3& unit) {
  for (const double x : unit) {
    if (std::abs(x) > ScrewParameters::negligible_turn_rad) return x < 0.0;
  }
  return false;
}

}  // namespace

double ScrewParameters::pitch_m() const {
  if (angle_rad == 0.0) return std::numeric_limits<double>::infinity();
  return translation_m * (2.0 * std::numbers::pi / angle_rad);
}

ScrewParameters ScrewParameters::reversed() const {
  ScrewParameters result = *this;
  result.direction = -direction;
  result.angle_rad = 2.0 * std::numbers::pi - angle_rad;
  result.translation_m = -translation_m;
  return result;
}

Pose ScrewParameters::pose(double t) const {
  const Vector3 axis = direction.stableNormalized();
  const double turn = t * angle_rad, half = std::sin(0.5 * turn);
  // The displacement by (R - I) = sin K + (1 - cos) K^2, not by R: a far away point of the axis would cancel.
  const Vector3 across = axis.cross(start.translation - point);
  const Vector3 step = t * translation_m * axis + std::sin(turn) * across + (2.0 * half * half) * axis.cross(across);
  return {rotation_about(axis, turn) * start.rotation, start.translation + step};
}

ScrewParameters screw_between(const Pose& start, const Pose& end, int turns) {
  // The axis in the world, from end * start^T: right for mirrored orientations too, where the start's frame would flip
  // it.
  auto [axis, angle] = rotation_between(Matrix3(end.rotation.transpose()), Matrix3(start.rotation.transpose()));
  const Vector3 step = end.translation - start.translation;
  const double whole_turns = 2.0 * std::numbers::pi * turns;
  ScrewParameters screw;
  screw.start = start;
  if (angle < ScrewParameters::negligible_turn_rad) {
    const double distance = step.stableNorm();
    screw.point = start.translation;
    if (distance > 0.0) screw.direction = step.stableNormalized();
    screw.angle_rad = whole_turns;
    screw.translation_m = distance;
    return screw;
  }
  screw.half_turn = is_half_turn(angle);
  if (screw.half_turn && points_backwards(axis)) {
    axis = -axis;
    angle = 2.0 * std::numbers::pi - angle;
  }
  screw.direction = axis;
  screw.angle_rad = angle + whole_turns;
  screw.translation_m = axis.dot(step);
  const Vector3 across = step - screw.translation_m * axis;
  // across = (I - R)(point - start) has the solution (across + cot(angle / 2) axis x across) / 2 in its plane. For tiny
  // angles it is far away and rounded as coarsely, but (I - R) shrinks its error by the angle again: the end is met to
  // rounding.
  screw.point = start.translation + 0.5 * (across + axis.cross(across) / std::tan(0.5 * angle));
  return screw;
}

}  // namespace tocca
