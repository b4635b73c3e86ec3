#include "shape/obb.hpp"

#include <Eigen/LU>
#include <cmath>

#include "shape/rounding.hpp"
#include "shape/tight_frame.hpp"
#include "tocca/core/require.hpp"

namespace tocca {

static_assert(BoundingVolume<Obb>);
static_assert(sizeof(Obb) == 72);

namespace {

/// Coordinates x = E^-1 d of a displacement d in the skew frame E that the box stores, with a bound on their error.
///
/// Let F be the rounded inverse, R = I - F E, rho >= |R| (greatest row sum) and S >= |F|. From x - F d = R x follows
/// |x_i - (F d)_i| <= rho |x| <= rho / (1 - rho) |F d| <= 2 rho S |d| (maximum norms, rho < 1/2). Evaluating F d from a
/// rounded d = p - q costs, for three products, two sums and the difference, at most 4 w S |d| to first order. Together
/// |x_i - computed_i| <= (8 w + 2 rho) S |d| + underflows. Details: docs/maths/volume_fits.md.
class SkewFrame {
 public:
  explicit SkewFrame(const Matrix3& axes) : inverse_(axes.inverse()) {
    const Matrix3 residual = Matrix3::Identity() - inverse_ * axes;
    row_sum_ = inverse_.cwiseAbs().rowwise().sum().maxCoeff() * (1.0 + 8.0 * unit_roundoff);
    // The residual's own rounding: three products, two sums and a difference an entry, entries of both factors at most
    // about 1, three entries a row: below 3 * 16 w.
    const double rho = residual.cwiseAbs().rowwise().sum().maxCoeff() + 48.0 * unit_roundoff;
    relative_error_ = (8.0 * unit_roundoff + 2.0 * rho) * row_sum_;
  }

  Vector3 coordinates(const Vector3& displacement) const { return inverse_ * displacement; }
  /// Of every coordinate of displacements whose entries are at most `size`, rounded as above.
  double error(double size) const { return relative_error_ * size + underflow_slack; }
  /// No point of a ball of radius 1 about the origin has a coordinate beyond this.
  double reach_of_unit_ball() const {
    return inverse_.rowwise().norm().maxCoeff() * (1.0 + 8.0 * unit_roundoff) + error(1.0);
  }

 private:
  Matrix3 inverse_;
  double row_sum_, relative_error_;
};

/// The box with these axes around the points. x(p; q) = E^-1 (p - q), so x(p; c) = x(p; o) - x(c; o) for any origin o:
/// the points are measured once, from o, and the rounded centre c is measured like one more point.
Obb box_around(std::span<const Vector3> points, const Matrix3& frame) {
  Obb box;
  box.axes = frame.cast<float>();
  const Matrix3 axes = box.frame();
  const SkewFrame skew(axes);
  const Vector3& origin = points.front();
  Vector3 least = Vector3::Zero(), most = Vector3::Zero(), size = Vector3::Zero();
  for (const Vector3& p : points) {
    const Vector3 d = p - origin;
    const Vector3 x = skew.coordinates(d);
    size = size.cwiseMax(d.cwiseAbs());
    least = least.cwiseMin(x);
    most = most.cwiseMax(x);
  }
  box.center = origin + axes * (0.5 * (least + most));
  const Vector3 d = box.center - origin;
  const Vector3 middle = skew.coordinates(d);
  const double error = skew.error(size.maxCoeff()) + skew.error(d.cwiseAbs().maxCoeff());
  for (int i = 0; i < 3; ++i) {
    const double reach = std::max(most[i] - middle[i], middle[i] - least[i]);
    box.half[i] = float_above((reach + error) * (1.0 + 8.0 * unit_roundoff));  // a difference, a sum, this product
  }
  return box;
}

}  // namespace

Obb Obb::fit(std::span<const Vector3> points) {
  TOCCA_REQUIRE(!points.empty(), "a volume needs at least one point");
  const Obb tight = box_around(points, tight_frame(points));
  if (points.size() <= few_points) return tight;  // the frame was chosen with all points in view
  const Obb upright = box_around(points, Matrix3::Identity());
  return upright.surface() < tight.surface() ? upright : tight;
}

Obb Obb::dilated(double radius) const {
  TOCCA_REQUIRE(radius >= 0.0, "a volume cannot be dilated by less than 0");
  const double by = SkewFrame(frame()).reach_of_unit_ball() * radius;
  Obb box = *this;
  for (int i = 0; i < 3; ++i) box.half[i] = float_above((half[i] + by) * (1.0 + 4.0 * unit_roundoff));
  return box;
}

Obb Obb::carried(const Pose& X, double margin) const {
  // With p = c + E x: X p = X c + R E x. The carried box stores c' = fl(X c), off by e, and E' = R E + D, so a point
  // q = X p + m has the coordinates E'^-1 (q - c') = x - E'^-1 D x + E'^-1 (m - e): at most |x_i| + sum_j |E'^-1 D_j|_i h_j
  // more than before, and the reach of the ball of radius |m| + |e|.
  //   D_j   the computed column D'_j = fl(E' - fl(R E)) is off by at most 4 w sum_k |R_ik| |E_kj| <= 8 w in each entry
  //         (three products, two sums, a difference; rows and columns of length at most 1.01), 16 w in length.
  //   e     four terms a coordinate: 4 w (|R|_F |c| + |t|) in length, |R|_F < 2.
  // Both hold for rotations; what is far from one (a stored scaling) goes by the corners instead.
  const Matrix3& R = X.rotation;
  const double rounding = 16.0 * unit_roundoff * (center.norm() + half.cast<double>().sum() + X.translation.norm());
  if (!((R.transpose() * R - Matrix3::Identity()).norm() < 1e-3)) {
    std::array<Vector3, 8> corner = corners();  // each off by 2^-50 = 8 w of its size, then by four terms more
    for (Vector3& c : corner) c = X * c;
    return fit(corner).dilated((margin + rounding * (2.0 + 2.0 * R.norm())) * (1.0 + 8.0 * unit_roundoff));
  }
  const Matrix3 turned = R * frame();
  Obb box = *this;
  box.center = X * center;
  box.axes = turned.cast<float>();
  const SkewFrame skew(box.frame());
  const Matrix3 drift = box.frame() - turned;
  const double ball = skew.reach_of_unit_ball();
  Vector3 gain = Vector3::Constant(ball * (margin + rounding) + underflow_slack);
  for (int j = 0; j < 3; ++j) {
    const double error = skew.error(drift.col(j).cwiseAbs().maxCoeff()) + 16.0 * unit_roundoff * ball;
    gain += static_cast<double>(half[j]) * (skew.coordinates(drift.col(j)).cwiseAbs() + Vector3::Constant(error));
  }
  for (int i = 0; i < 3; ++i) box.half[i] = float_above((half[i] + gain[i]) * (1.0 + 16.0 * unit_roundoff));
  return box;
}

bool Obb::contains(const Vector3& point) const {
  const SkewFrame skew(frame());
  const Vector3 d = point - center;
  const double error = skew.error(d.cwiseAbs().maxCoeff());
  return ((skew.coordinates(d).cwiseAbs().array() + error) * (1.0 + 4.0 * unit_roundoff) <= half.cast<double>().array())
      .all();
}

Interval Obb::extent(const Vector3& axis) const {
  // Each |axis . axis_i| is within 3 w sum_j |axis_j axis_ij| of the true one, which the dot product may cancel: that
  // error is added, not multiplied.
  double reach = 0.0;
  for (int i = 0; i < 3; ++i) {
    const Vector3 side = frame().col(i);
    const double dot_error = 4.0 * unit_roundoff * axis.cwiseAbs().dot(side.cwiseAbs()) + underflow_slack;
    reach += static_cast<double>(half[i]) * (std::abs(axis.dot(side)) + dot_error);
  }
  return projection(axis, center, reach);
}

double Obb::surface() const {
  const Vector3 h = half.cast<double>();
  return 8.0 * (h.x() * h.y() + h.y() * h.z() + h.z() * h.x());
}

std::array<Vector3, 8> Obb::corners() const {
  std::array<Vector3, 8> result;
  for (unsigned k = 0; k < 8; ++k) {
    const Vector3 x(k & 1 ? half[0] : -half[0], k & 2 ? half[1] : -half[1], k & 4 ? half[2] : -half[2]);
    result[k] = center + frame() * x;
  }
  return result;
}

Vector3 Obb::support(const Vector3& direction) const {
  Vector3 x;
  for (int i = 0; i < 3; ++i) x[i] = frame().col(i).dot(direction) >= 0.0 ? half[i] : -half[i];
  return center + frame() * x;
}

}  // namespace tocca
