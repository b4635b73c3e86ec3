#include "sweep/flat_axis.hpp"

namespace tocca {

FlatAxis::FlatAxis(const Chord& a, const Chord* b) {
  const Chord& bent = b && b->tube > a.tube ? *b : a;
  if (!bent.is_flat()) return;
  const Vector3& n = bent.flat;
  tubes_ = a.tube_along(n) + (b ? b->tube_along(n) : 0.0);
  useful_ = tubes_ < 0.5 * (a.tube + (b ? b->tube : 0.0));
  if (!useful_) return;
  const Pose here;
  for (int end = 0; end < 2; ++end) {
    const Pose& X_a = end == 0 ? a.start : a.end;
    const Pose& X_b = !b ? here : end == 0 ? b->start : b->end;
    of_a_[end] = X_a.rotation.transpose() * n;
    of_b_[end] = X_b.rotation.transpose() * n;
    offset_[end] = n.dot(X_a.translation) - n.dot(X_b.translation);
    far_ += X_a.translation.cwiseAbs().sum() + X_b.translation.cwiseAbs().sum();
  }
}

FlatAxis::Extent FlatAxis::of(const Obb& box) const {
  const Matrix3 axes = box.axes.cast<double>();
  const Vector3 half = box.half.cast<double>();
  Extent extent;
  for (int end = 0; end < 2; ++end) {
    extent.centre[end] = of_a_[end].dot(box.center) + offset_[end];
    extent.half[end] = (axes.transpose() * of_a_[end]).cwiseAbs().dot(half);
  }
  extent.size = box.center.cwiseAbs().sum() + half.sum();
  return extent;
}

bool FlatAxis::apart(const Extent& a, const BoxLanes& b, int lane, double distance) const {
  Vector3 centre, half;
  Matrix3 axes;
  for (int k = 0; k < 3; ++k) {
    centre[k] = b.origin[k] + static_cast<double>(b.offset[k][lane]);
    half[k] = static_cast<double>(b.half[k][lane]);
    for (int c = 0; c < 3; ++c) axes(c, k) = static_cast<double>(b.axis[k][c][lane]);
  }
  const double margin = 0x1p-48 * (far_ + a.size + centre.cwiseAbs().sum() + half.sum());
  double gap[2];  // signed by the side that a is on
  for (int end = 0; end < 2; ++end) {
    gap[end] = a.centre[end] - of_b_[end].dot(centre);
    const double reach = a.half[end] + (axes.transpose() * of_b_[end]).cwiseAbs().dot(half) + distance + margin;
    if (!(std::fabs(gap[end]) > reach)) return false;
  }
  return (gap[0] > 0.0) == (gap[1] > 0.0);
}

}  // namespace tocca
