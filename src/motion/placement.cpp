#include "tocca/motion/placement.hpp"

#include "tocca/motion/rounding.hpp"

namespace tocca {

Placement::Placement(const Pose& constant) : pose(constant) {
  // |R x|^2 = x'(I + (R'R - I))x <= (1 + |R'R - I|_F) |x|^2. The computed R'R is off by at most 3 u per entry times
  // the columns' lengths, and the norm by a few u more: 16 u (1 + |R|_F^2) covers both.
  const Matrix3& rotation = constant.rotation;
  const bool identity = (rotation.array() == Matrix3::Identity().array()).all();
  const double excess = (rotation.transpose() * rotation - Matrix3::Identity()).norm();
  const double slack = 16.0 * unit_roundoff * (1.0 + rotation.squaredNorm());
  gain = identity ? 1.0 : std::sqrt(1.0 + excess + slack) * (1.0 + 4.0 * unit_roundoff);
  length = constant.translation.norm() * (1.0 + 8.0 * unit_roundoff);
}

Axis::Axis(const Vector3& stored) : direction(stored) {
  // With |a|^2 = 1 + e: the rotation I + sin q K + (1 - cos q) K^2 stretches vectors across a by at most
  // sqrt(1 + (1 - cos q)^2 e (1 + e)) <= 1 + 2 |e| (1 + |e|), and its derivatives by at most max(1, |a|) |a x y|.
  const double square = stored.squaredNorm();
  const double e = std::abs(square - 1.0) + 4.0 * unit_roundoff * (1.0 + square);
  gain = 1.0 + 4.0 * e * (1.0 + e);
  length = stored.norm() * (1.0 + 8.0 * unit_roundoff);
}

}  // namespace tocca
