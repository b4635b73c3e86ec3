#include "motion/swept_box.hpp"

#include "core/rounding.hpp"
#include "motion/enclosure_walk.hpp"

namespace tocca {
namespace {

IntervalVector3 enclosed(const Vector3& p) { return {{Interval(p.x()), Interval(p.y()), Interval(p.z())}}; }

Aabb box(const IntervalVector3& x) { return {Vector3(x[0].lo, x[1].lo, x[2].lo), Vector3(x[0].hi, x[1].hi, x[2].hi)}; }

}  // namespace

/// X maps the segment to a segment, which lies in the hull of its ends, and the ball of radius r to an ellipsoid, whose
/// half width along axis i is r |row i of X's linear part|: the greatest row . d over all |d| <= r.
Aabb swept_box(const IntervalPose& X_WB, const Lss& volume) {
  const IntervalVector3 a = X_WB.rotation * enclosed(volume.a), b = X_WB.rotation * enclosed(volume.b);
  IntervalVector3 swept;
  for (int axis = 0; axis < 3; ++axis) {
    const IntervalVector3 row{{X_WB.rotation(axis, 0), X_WB.rotation(axis, 1), X_WB.rotation(axis, 2)}};
    const double half_width = (norm(row) * Interval(volume.radius)).hi;
    swept[axis] = hull(a[axis], b[axis]) + X_WB.translation[axis] + Interval(-half_width, half_width);
  }
  return box(swept);
}

Aabb swept_box(const IntervalPose& X_WB, const Aabb& volume) {
  IntervalVector3 points;
  for (int axis = 0; axis < 3; ++axis) points[axis] = Interval(volume.lower[axis], volume.upper[axis]);
  return box(X_WB.rotation * points + X_WB.translation);
}

/// A point x goes to middle x + s rate x + D x: within |rate x| + rest |x| of middle x, coordinate by coordinate. Of the
/// ball, axis i sees at most r times the length of row i of middle + s rate + D. Rounding: dot products of three and a
/// translation, 5 u of their absolute sums; norms and sums, less than 32 u of what they are.
Aabb swept_box(const LinearEnclosure& X, const Lss& volume) {
  Aabb result;
  for (int end = 0; end < 2; ++end) {
    Eigen::Vector4d x;
    x << (end == 0 ? volume.a : volume.b), 1.0;
    const Vector3 middle = X.middle * x;
    const Vector3 rounding = 32.0 * unit_roundoff * (X.middle.cwiseAbs() + X.rate.cwiseAbs()) * x.cwiseAbs();
    const Vector3 reach = (X.rate * x).cwiseAbs() + X.rest * x.cwiseAbs() + rounding;
    result.lower = end == 0 ? Vector3(middle - reach) : Vector3(result.lower.cwiseMin(middle - reach));
    result.upper = end == 0 ? Vector3(middle + reach) : Vector3(result.upper.cwiseMax(middle + reach));
  }
  const auto row_lengths = [](const LinearEnclosure::Matrix34& M) -> Vector3 {
    return M.leftCols<3>().rowwise().norm();
  };
  const Vector3 ball = volume.radius * (row_lengths(X.middle) + row_lengths(X.rate) + row_lengths(X.rest));
  const Vector3 widest = ball + result.lower.cwiseAbs().cwiseMax(result.upper.cwiseAbs());
  const Vector3 margin = ball + 64.0 * unit_roundoff * widest;
  return {result.lower - margin, result.upper + margin};
}

}  // namespace tocca
