#include "sweep/lss_sweep.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/rounding.hpp"
#include "tocca/core/require.hpp"

namespace tocca {
namespace {

/// How far X x, computed, may be from the true place. A coordinate is made of three products and three sums, one after
/// the other: at most 4.01 u (sum_j |R_ij x_j| + |t_i|). Twice as much pays for the rounding of this bound.
double placing_rounding(const Pose& X, const Vector3& x) {
  const Vector3 size = X.rotation.cwiseAbs() * x.cwiseAbs() + X.translation.cwiseAbs();
  return 8.0 * unit_roundoff * size.norm();
}

}  // namespace

double LssSweep::radius_m(int first, int last) const {
  TOCCA_REQUIRE(first >= 0 && first < last && last <= windows(), "a sweep has no such windows");
  return *std::max_element(radius_m_.begin() + first, radius_m_.begin() + last);
}

void LssSweep::start(const Lss& volume, double tolerance_m) {
  TOCCA_REQUIRE(tolerance_m > 0.0, "the tolerance of a sweep must be positive");
  volume_ = volume;
  tolerance_m_ = tolerance_m;
}

void LssSweep::start_windows(int count) {
  windows_ = count;
  ends_.clear();
  radius_m_.clear();
  error_m_ = twist_m_ = 0.0;
}

void LssSweep::add_ruling(const Pose& X) {
  ends_.push_back(X * volume_.a);
  ends_.push_back(X * volume_.b);
  stretch_[0] = stretch_[1];
  rounding_m_[0] = rounding_m_[1];
  stretch_[1] = greatest_stretch(X.rotation);
  rounding_m_[1] = std::max(placing_rounding(X, volume_.a), placing_rounding(X, volume_.b));
}

/// A point of the volume is c + d, c on the segment and |d| <= r. It strays by at most `tube_m` from
///   (1 - v) X_k (c + d) + v X_{k+1} (c + d)
/// whose part with c lies in the hull of the four ends, exactly placed, and whose part with d is no longer than r times
/// the greatest stretch of a stored rotation. The stored ends are off by at most rounding_m_, and so is their hull.
int LssSweep::add_window(double tube_m) {
  const double stretched = volume_.radius * std::max(stretch_[0], stretch_[1]);
  double radius = rounded_up(stretched + tube_m + std::max(rounding_m_[0], rounding_m_[1]), 8.0);
  if (!(radius < std::numeric_limits<double>::infinity())) radius = std::numeric_limits<double>::infinity();  // no NaN
  radius_m_.push_back(radius);
  error_m_ = std::max(error_m_, above(radius - volume_.radius));

  // Between rulings: f = A + u (A' - A) + s (B - A) + u s D, and each of the two triangles is off by s (1 - u) D or
  // (1 - s) u D, at most |D| / 4.
  const Vector3* corner = ends_.data() + ends_.size() - 4;
  const Vector3 from = corner[0] - corner[1], to = corner[2] - corner[3];
  const double rounding = 4.0 * unit_roundoff * (from.norm() + to.norm());  // of two differences, then one more
  twist_m_ = std::max(twist_m_, rounded_up(0.25 * (from - to).norm() + rounding, 8.0));

  const double allowed = 0.5 * tolerance_m_, excess = radius - volume_.radius;
  if (excess <= allowed || windows_ >= most_windows) return windows_;
  // The tube falls with the square of the step; a tenth more, so that one correction is enough.
  const double wanted = std::ceil(1.1 * windows_ * std::sqrt(excess / allowed));
  return wanted < most_windows ? static_cast<int>(wanted) : most_windows;
}

void LssSweep::finish() {
  const double strips = std::ceil(twist_m_ / (0.5 * tolerance_m_));
  strips_ = strips < most_strips ? std::max(static_cast<int>(strips), 1) : most_strips;
  box_ = Aabb::fit(ends_).dilated(radius_m(0, windows()));
}

}  // namespace tocca
