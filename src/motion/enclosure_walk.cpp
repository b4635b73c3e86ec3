#include "motion/enclosure_walk.hpp"

namespace tocca {
namespace {

IntervalMatrix3 interval_cross_matrix(const Vector3& a) {
  return {{Interval(0.0), Interval(-a.z()), Interval(a.y()), Interval(a.z()), Interval(0.0), Interval(-a.x()),
           Interval(-a.y()), Interval(a.x()), Interval(0.0)}};
}

}  // namespace

IntervalPose enclosed(const Pose& pose) {
  IntervalPose result;
  for (int row = 0; row < 3; ++row) {
    for (int column = 0; column < 3; ++column) result.rotation(row, column) = pose.rotation(row, column);
    result.translation[row] = pose.translation[row];
  }
  return result;
}

IntervalPose turned(const Placement& X, const Axis& axis, const Coordinate& q, const Interval& time) {
  IntervalPose result = enclosed(X.pose);
  const SinCos angle = sin_cos(q.over(time));
  const IntervalMatrix3 cross = interval_cross_matrix(axis.direction);
  const IntervalMatrix3 B = result.rotation * cross;  // X K
  const IntervalMatrix3 minus_A = B * cross;          // X K^2
  for (std::size_t i = 0; i < 9; ++i) {
    const Interval C = result.rotation.m[i] + minus_A.m[i];
    result.rotation.m[i] = C - angle.cos * minus_A.m[i] + angle.sin * B.m[i];
  }
  return result;
}

IntervalPose slid(const Placement& X, const Axis& axis, const Coordinate& q, const Interval& time) {
  IntervalPose result = enclosed(X.pose);
  const IntervalVector3 direction{{axis.direction.x(), axis.direction.y(), axis.direction.z()}};
  const IntervalVector3 step = result.rotation * direction;
  const Interval distance = q.over(time);
  for (int i = 0; i < 3; ++i) result.translation[i] = result.translation[i] + distance * step[i];
  return result;
}

IntervalPose product(const IntervalPose& X, const IntervalPose& Y, double gain) {
  IntervalPose result{X.rotation * Y.rotation, X.rotation * Y.translation + X.translation};
  for (Interval& entry : result.rotation.m) entry = intersection(entry, {-gain, gain}).value_or(entry);
  return result;
}

}  // namespace tocca
