// What is shown here: poses follow URDF's conventions, at every scale of their inputs. Oracle: Eigen's own geometry.
#include "tocca/shape/pose.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <numbers>

#include "testing/draw.hpp"

namespace tocca::pose_tests {
namespace {

TEST(Pose, IsTwelveDoublesWithoutSpecialAlignment) {
  EXPECT_EQ(sizeof(Pose), 12 * sizeof(double));
  EXPECT_EQ(alignof(Pose), alignof(double));
}

TEST(Pose, RollPitchYawTurnAboutFixedAxes) {
  testing::Draw draw;
  for (int k = 0; k < 1000; ++k) {
    const Vector3 rpy = draw.vector(draw.coin() ? 4.0 : 100.0);
    const Matrix3 truth = (Eigen::AngleAxisd(rpy.z(), Vector3::UnitZ()) * Eigen::AngleAxisd(rpy.y(), Vector3::UnitY()) *
                           Eigen::AngleAxisd(rpy.x(), Vector3::UnitX()))
                              .toRotationMatrix();
    EXPECT_LT((Pose::from_rpy({1, 2, 3}, rpy).rotation - truth).norm(), 1e-14) << rpy.transpose();
  }
  // A quarter turn of yaw takes x to y; roll is applied first.
  const Pose yaw = Pose::from_rpy({0, 0, 1}, {0, 0, std::numbers::pi / 2});
  EXPECT_LT((yaw * Vector3(1, 0, 0) - Vector3(0, 1, 1)).norm(), 1e-15);
  const Pose roll_yaw = Pose::from_rpy({0, 0, 0}, {std::numbers::pi / 2, 0, std::numbers::pi / 2});
  EXPECT_LT((roll_yaw * Vector3(0, 1, 0) - Vector3(0, 0, 1)).norm(), 1e-15);
}

TEST(Pose, QuaternionsOfAnyLengthGiveTheSameRotation) {
  testing::Draw draw;
  for (int k = 0; k < 200; ++k) {
    const double x = draw.normal(), y = draw.normal(), z = draw.normal(), w = draw.normal();
    const Matrix3 truth = Eigen::Quaterniond(w, x, y, z).normalized().toRotationMatrix();
    for (const double scale : {1e-300, 1e-160, 1.0, 1e160, 1e300}) {
      const Pose pose = Pose::from_quaternion({0, 0, 0}, scale * x, scale * y, scale * z, scale * w);
      EXPECT_LT((pose.rotation - truth).norm(), 1e-14) << scale;
    }
  }
  const double least = std::numeric_limits<double>::denorm_min();
  EXPECT_EQ(Pose::from_quaternion({0, 0, 0}, 0, 0, 0, least).rotation, Matrix3::Identity());
  EXPECT_EQ(Pose::from_quaternion({0, 0, 0}, least, 0, 0, 0).rotation, Matrix3(Vector3(1, -1, -1).asDiagonal()));
}

TEST(Pose, RotationAboutAnAxisKeepsTinyAngles) {
  testing::Draw draw;
  for (int k = 0; k < 200; ++k) {
    const Vector3 axis = draw.direction();
    for (const double angle : {1e-300, 1e-12, 1e-3, 1.0, std::numbers::pi, -7.0, 1e3}) {
      const Matrix3 truth = Eigen::AngleAxisd(angle, axis).toRotationMatrix();
      EXPECT_LT((rotation_about(axis, angle) - truth).norm(), 1e-14);
    }
    const Vector3 p = axis.unitOrthogonal();
    EXPECT_NEAR((rotation_about(axis, 1e-12) * p).dot(axis.cross(p)) / 1e-12, 1.0, 1e-3);
  }
}

TEST(Pose, ComposesAndInverts) {
  testing::Draw draw;
  for (int k = 0; k < 200; ++k) {
    const Pose X_AB = draw.pose(3.0), X_BC = draw.pose(3.0);
    const Vector3 p_C = draw.vector(2.0);
    EXPECT_LT(((X_AB * X_BC) * p_C - X_AB * (X_BC * p_C)).norm(), 1e-14);
    EXPECT_LT(((X_AB * X_AB.inverse()) * p_C - p_C).norm(), 1e-13);
  }
}

}  // namespace
}  // namespace tocca::pose_tests
