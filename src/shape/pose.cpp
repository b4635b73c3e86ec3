#include "tocca/shape/pose.hpp"

#include <Eigen/Geometry>
#include <cmath>

#include "core/rounding.hpp"
#include "tocca/core/require.hpp"

namespace tocca {

Matrix3 rotation_about(const Vector3& axis, double angle_rad) {
  const double s = std::sin(angle_rad);
  const double half = std::sin(0.5 * angle_rad);
  const double versine = 2.0 * half * half;  // 1 - cos without cancellation at small angles
  // I + sin [axis]x + (1 - cos) [axis]x^2, entry by entry: the square of [axis]x has -(y^2 + z^2), ... on its diagonal and x y, ... beside it.
  const Vector3 squares = axis.cwiseAbs2(), turn = s * axis;
  const double xy = versine * (axis.x() * axis.y()), xz = versine * (axis.x() * axis.z()),
               yz = versine * (axis.y() * axis.z());
  Matrix3 R;
  R << 1.0 - versine * (squares.z() + squares.y()), -turn.z() + xy, turn.y() + xz,  //
      turn.z() + xy, 1.0 - versine * (squares.z() + squares.x()), -turn.x() + yz,   //
      -turn.y() + xz, turn.x() + yz, 1.0 - versine * (squares.y() + squares.x());
  return R;
}

double greatest_stretch(const Matrix3& rotation) {
  if ((rotation.array() == Matrix3::Identity().array()).all()) return 1.0;
  // |R x|^2 = x'(I + (R'R - I))x <= (1 + |R'R - I|_F) |x|^2. The computed R'R is off by at most 3 u per entry times
  // the columns' lengths (u = unit_roundoff), and the norm by a few u more: 16 u (1 + |R|_F^2) covers both.
  const double excess = (rotation.transpose() * rotation - Matrix3::Identity()).norm();
  const double slack = 16.0 * unit_roundoff * (1.0 + rotation.squaredNorm());
  return std::sqrt(1.0 + excess + slack) * (1.0 + 4.0 * unit_roundoff);
}

Pose Pose::from_rpy(const Vector3& xyz, const Vector3& rpy) {
  return {rotation_about(Vector3::UnitZ(), rpy.z()) * rotation_about(Vector3::UnitY(), rpy.y()) *
              rotation_about(Vector3::UnitX(), rpy.x()),
          xyz};
}

Pose Pose::from_quaternion(const Vector3& xyz, double x, double y, double z, double w) {
  TOCCA_REQUIRE(std::isfinite(x) && std::isfinite(y) && std::isfinite(z) && std::isfinite(w),
                "a quaternion must be finite");
  TOCCA_REQUIRE(x != 0.0 || y != 0.0 || z != 0.0 || w != 0.0, "a zero quaternion is not a rotation");
  // Scaled by the largest component first: the square of a tiny or huge component would leave the range of doubles.
  const double largest = std::max({std::abs(x), std::abs(y), std::abs(z), std::abs(w)});
  const Eigen::Quaterniond q(w / largest, x / largest, y / largest, z / largest);
  return {q.normalized().toRotationMatrix(), xyz};
}

}  // namespace tocca
