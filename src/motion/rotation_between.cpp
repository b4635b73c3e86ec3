#include "motion/rotation_between.hpp"

#include <Eigen/Geometry>
#include <cmath>

namespace tocca {
namespace {

RotationBetween from_relative(const Eigen::Quaterniond& relative) {
  Vector3 v = relative.vec();
  double w = relative.w();
  bool flip = w < 0.0;
  if (w == 0.0) {
    for (int i = 0; i < 3; ++i) {
      if (v[i] == 0.0) continue;
      flip = v[i] < 0.0;
      break;
    }
  }
  if (flip) v = -v, w = -w;
  const double sine = v.stableNorm();
  if (sine == 0.0) return {Vector3::UnitX(), 0.0};
  return {(v / sine).normalized(), 2.0 * std::atan2(sine, w)};
}

Eigen::Quaterniond unit(const Eigen::Vector4d& q) {
  const Eigen::Vector4d scaled = q / q.cwiseAbs().maxCoeff();  // squares of tiny and huge components stay in range
  return Eigen::Quaterniond(scaled.normalized());
}

}  // namespace

RotationBetween rotation_between(const Matrix3& start, const Matrix3& end) {
  // The relative rotation first: for small angles its off-diagonal entries carry the axis to full precision.
  return from_relative(Eigen::Quaterniond(Matrix3(start.transpose() * end)).normalized());
}

RotationBetween rotation_between(const Eigen::Vector4d& start, const Eigen::Vector4d& end) {
  return from_relative(unit(start).conjugate() * unit(end));
}

}  // namespace tocca
