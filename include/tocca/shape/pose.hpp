#pragma once

#include "tocca/core/vector.hpp"

namespace tocca {

/// A rigid placement: X_AB maps coordinates in frame B to coordinates in frame A, p_A = rotation * p_B + translation.
///
/// Guarantee   The stored doubles are the model: tocca's proofs are about exactly this affine map, even where rounding
///             left the rotation a few ulps from orthonormal.
struct Pose {
  Matrix3 rotation = Matrix3::Identity();
  Vector3 translation = Vector3::Zero();

  Vector3 operator*(const Vector3& p_B) const { return rotation * p_B + translation; }
  Pose operator*(const Pose& X_BC) const {
    return {rotation * X_BC.rotation, rotation * X_BC.translation + translation};
  }
  Pose inverse() const { return {rotation.transpose(), -(rotation.transpose() * translation)}; }
  /// Exactly the identity: such a pose moves no point and rounds none.
  bool is_identity() const { return rotation == Matrix3::Identity() && translation == Vector3::Zero(); }

  /// URDF's convention: R = Rz(yaw) Ry(pitch) Rx(roll), radians.
  static Pose from_rpy(const Vector3& xyz, const Vector3& rpy);
  /// Quaternion x, y, z, w; normalised here. Requires a finite quaternion that is not zero.
  static Pose from_quaternion(const Vector3& xyz, double x, double y, double z, double w);
};

/// The rotation by angle_rad about `axis` (unit length) by Rodrigues' formula, right-handed.
Matrix3 rotation_about(const Vector3& axis, double angle_rad);

/// At least |R x| / |x| for every x: 1 for the identity, a few ulps more for a rotation as rounding leaves it.
double greatest_stretch(const Matrix3& rotation);

}  // namespace tocca
