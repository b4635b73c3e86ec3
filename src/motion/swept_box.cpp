#include "tocca/motion/swept_box.hpp"

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

}  // namespace tocca
