#pragma once

#include "tocca/shape/pose.hpp"

namespace tocca {

/// A constant pose with what the bounds need to know about it. The rotation is used as stored: proofs do not assume
/// that it is orthonormal, only that it lengthens no vector by more than `gain`.
struct Placement {
  Pose pose;
  double gain = 1.0;    ///< >= 1 and >= the rotation's greatest stretch
  double length = 0.0;  ///< >= |translation|
  double sense = 1.0;   ///< -1 where the stored matrix mirrors: a turn seen through it goes the other way round

  Placement() = default;  ///< the identity
  explicit Placement(const Pose& constant);
};

/// A direction to turn about or slide along, as stored: not assumed to be of unit length.
struct Axis {
  Vector3 direction = Vector3::UnitX();
  double gain = 1.0;    ///< >= the stretch of any rotation about it and of its derivatives (docs/maths/tube.md)
  double length = 1.0;  ///< >= |direction|

  Axis() = default;
  explicit Axis(const Vector3& stored);
};

}  // namespace tocca
