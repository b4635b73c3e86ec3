#pragma once

#include "tocca/shape/pose.hpp"

namespace tocca {

/// The shortest rotation from one orientation to another: end = start * R(axis, angle_rad), 0 <= angle_rad <= pi.
/// The axis has unit length, in the start's frame; at half a turn, where both signs are equally short, it is the one
/// whose first nonzero component is positive. No rotation: the x axis and 0.
struct RotationBetween {
  Vector3 axis;
  double angle_rad;
};
RotationBetween rotation_between(const Matrix3& start, const Matrix3& end);
/// Quaternions x, y, z, w of any length but zero; q and -q are the same orientation.
RotationBetween rotation_between(const Eigen::Vector4d& start, const Eigen::Vector4d& end);

}  // namespace tocca
