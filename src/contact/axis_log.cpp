#include "contact/axis_log.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

namespace tocca {

void AxisLog::add(const Vector3& axis, double f0, double f1) {
  if (!(f0 > 0.0 || f1 > 0.0)) return;
  const double root = f0 > 0.0 && f1 > 0.0 ? 0.0 : f0 / (f0 - f1);
  if (f0 > 0.0 && f1 > 0.0) {
    entries_.push_back({axis, 0.0, 1.0});
  } else if (f0 > 0.0) {
    entries_.push_back({axis, 0.0, root});
  } else {
    entries_.push_back({axis, root, 1.0});
  }
}

void AxisLog::add_boxes(const Obb& a, const Chord& chord_a, const Obb& b, const Chord* chord_b, double dilation) {
  const Pose here;
  const Pose* X_a[2] = {&chord_a.start, &chord_a.end};
  const Pose* X_b[2] = {chord_b ? &chord_b->start : &here, chord_b ? &chord_b->end : &here};
  const auto reach = [](const Obb& box, const Pose& X, const Vector3& axis) {
    const Vector3 along = (X.rotation * box.axes.cast<double>()).transpose() * axis;
    return along.cwiseAbs().dot(box.half.cast<double>());
  };
  const auto try_axis = [&](const Vector3& direction, double wanted) {
    const double length = direction.norm();
    if (!(length > 1e-6)) return;
    for (const double sign : {1.0, -1.0}) {
      const Vector3 axis = direction * (sign / length);
      double f[2];
      for (int end = 0; end < 2; ++end) {
        f[end] = axis.dot(*X_a[end] * a.center - *X_b[end] * b.center) - reach(a, *X_a[end], axis) -
                 reach(b, *X_b[end], axis) - wanted;
      }
      add(axis, f[0], f[1]);
    }
  };
  const Matrix3 axes_a = chord_a.start.rotation * a.axes.cast<double>();
  const Matrix3 axes_b = X_b[0]->rotation * b.axes.cast<double>();
  for (int i = 0; i < 3; ++i) {
    try_axis(axes_a.col(i), dilation);
    try_axis(axes_b.col(i), dilation);
    for (int j = 0; j < 3; ++j) try_axis(axes_a.col(i).cross(axes_b.col(j)), dilation);
  }
  for (const Chord* chord : {&chord_a, chord_b}) {
    if (!chord || !chord->is_flat()) continue;
    const auto saved = [&](const Chord& of) { return of.tube - of.tube_along(chord->flat); };
    try_axis(chord->flat, dilation - saved(chord_a) - (chord_b ? saved(*chord_b) : 0.0));
  }
}

std::span<const SeparatingAxis> AxisLog::during(double start, double end, double from, double to) {
  told_.clear();
  for (const Entry& entry : entries_) {
    const double first = std::max(from, start + entry.from * (end - start));
    const double last = std::min(to, start + entry.to * (end - start));
    if (first <= last) told_.push_back({{entry.axis[0], entry.axis[1], entry.axis[2]}, first, last});
  }
  return told_;
}

}  // namespace tocca
