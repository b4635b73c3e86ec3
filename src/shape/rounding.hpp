//
// The constants of every rounding bound in this folder; w in comments is unit_roundoff. Proofs: docs/maths/volume_fits.md.
#pragma once

#include <cmath>
#include <limits>

#include "core/interval_arithmetic.hpp"
#include "core/rounding.hpp"
#include "tocca/core/interval.hpp"
#include "tocca/core/require.hpp"
#include "tocca/shape/pose.hpp"

namespace tocca {

/// More than the sum of a thousand products' underflows (2^-1075 each).
inline constexpr double underflow_slack = 0x1p-1060;
/// More than a norm loses where its squares underflow: sqrt(3 * 2^-1075) < 2^-536.
inline constexpr double norm_underflow_slack = 0x1p-536;

/// The smallest float >= x; infinite beyond the largest. Requires x >= 0.
inline float float_above(double x) {
  TOCCA_REQUIRE(x >= 0.0, "a size must not be negative");
  const auto nearest = static_cast<float>(x);
  return static_cast<double>(nearest) >= x ? nearest : std::nextafter(nearest, std::numeric_limits<float>::infinity());
}

/// An interval around axis . center +- reach, for a computed reach that is within 16 w of the true one.
///
/// A dot product of three terms is within 3 w sum|a_j c_j| of the true one to first order; with the sum and difference
/// of the ends and the rounding of this bound itself, 16 w (sum|a_j c_j| + reach) covers everything.
inline Interval projection(const Vector3& axis, const Vector3& center, double reach) {
  const double middle = axis.dot(center);
  const double error = 32.0 * unit_roundoff * (axis.cwiseAbs().dot(center.cwiseAbs()) + reach) + underflow_slack;
  return {below(middle - reach - error), above(middle + reach + error)};
}

/// Never less than the true length of v, itself within 2^-49 of it.
inline double norm_above(const Vector3& v) { return v.norm() * (1.0 + 8.0 * unit_roundoff) + norm_underflow_slack; }

}  // namespace tocca
