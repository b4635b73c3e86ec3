#pragma once

#include <cmath>

#include "core/rounding.hpp"
#include "motion/directed_tube.hpp"
#include "motion/stages.hpp"

namespace tocca {

/// The tube of an in-between motion in closed form, for callers who need many of them: a tenth of the cost of tube().
///
/// Guarantee   Over a window of length h no point within reach_m of the body's origin is farther than over(h) from its chord
///             between pose() of the window's ends, as computed; nor, over(0), is it at an instant from where pose() puts it.
/// Requires    |R^T R - I| <= 2^-21 in each entry, of the start's rotation.
/// Proof       A point turns at a constant rate, at most reach_m from the axis, which moves straight: |p''| <= angle^2 reach_m, and
///             the chord is missed by h^2 / 8 of it (docs/maths/tube.md). The rotation may stretch by 2^-20. pose() makes some
///             20 operations on numbers of at most `size`, and a sine of an angle that is off by 3 u of itself: below 64 u size.
///             2^-44 = 512 u covers that, ends that were composed in another way, and the rounding of these lines.
struct InBetweenTube {
  double bend_m = 0.0, rounding_m = 0.0;
  Vector3 axis_W = Vector3::Zero();  ///< unit, to rounding; zero: not known
  double lean = 1.0;                 ///< of the bend, so much at most is along axis_W

  InBetweenTube() = default;
  InBetweenTube(double bend, double rounding) : bend_m(bend), rounding_m(rounding) {}
  InBetweenTube(double angle_rad, double reach_m, const Vector3& from, const Vector3& to)
      : bend_m(0.125 * angle_rad * angle_rad * reach_m * (1.0 + 0x1p-16)),
        rounding_m(0x1p-44 * (from.norm() + to.norm() + reach_m * (1.0 + std::abs(angle_rad))) + 0x1p-400) {}

  /// The same for a motion as it is stored, a part of another one (restricted()) included: its true angle and position are straight
  /// lines in time, off by no more than their evaluation_error() from what pose() takes. That error twice, at `reach_m` for the
  /// angle, covers the ends of a chord, and in the rate the errors at both ends of the line.
  /// Lean        With R the start's rotation, a the axis, E = R^T R - I: p'' = R v with v across a, exactly, since derivatives of the rotation are
  ///             products with a. Along R a it is a^T E v, at most |E| |a| |v|; divided by |R a|, twice |E| is above it, and 2^-48 the
  ///             rounding of the unit vector.
  static InBetweenTube of(const InBetweenMotion& motion, double reach_m);

  double over(double h) const { return h * h * bend_m + rounding_m; }
  /// The same, and thinner along the axis: no point leaves its plane across it.
  DirectedTube directed(double h) const {
    if (!(lean < 1.0)) return {over(h)};
    return {over(h), axis_W, h * h * bend_m * lean + rounding_m};
  }
};

/// Reads the coordinates of an in-between motion off its stages.
class InBetweenReader {
 public:
  void slide(const Placement&, const Axis&, const Coordinate& q) {
    size_m += q.largest();
    error_m += q.evaluation_error();
  }
  void turn(const Placement& X, const Axis& axis, const Coordinate& q) {
    TOCCA_REQUIRE(q.degree() == 1, "a body turns at a constant rate in an in-between motion");
    rate_rad = std::abs(q.control()[1] - q.control()[0]);
    largest_rad = q.largest();
    error_rad = q.evaluation_error();
    const Matrix3& R = X.pose.rotation;
    axis_W = (R * axis.direction).normalized();
    // products and sums of entries at most about 1: less than 32 u
    skew = (R.transpose() * R - Matrix3::Identity()).norm() + 32.0 * unit_roundoff;
  }

  double size_m = 0.0, error_m = 0.0;
  double rate_rad = 0.0, largest_rad = 0.0, error_rad = 0.0;
  Vector3 axis_W = Vector3::Zero();
  double skew = 1.0;
};

inline InBetweenTube InBetweenTube::of(const InBetweenMotion& motion, double reach_m) {
  InBetweenReader read;
  Stages::walk(motion, read);
  const double rate = read.rate_rad * (1.0 + 0x1p-50) + 2.0 * read.error_rad;
  const double rounding = 0x1p-44 * (2.0 * read.size_m + reach_m * (1.0 + read.largest_rad)) +
                          2.0 * (read.error_m + reach_m * read.error_rad) * (1.0 + 0x1p-16) + 0x1p-400;
  InBetweenTube tube(0.125 * rate * rate * reach_m * (1.0 + 0x1p-16), rounding);
  tube.axis_W = read.axis_W;
  tube.lean = 2.0 * read.skew + 0x1p-48;
  return tube;
}

}  // namespace tocca
