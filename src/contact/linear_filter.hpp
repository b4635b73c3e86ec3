// Layer: contact, internal.  Elementary queries without separation in plain doubles with error bounds.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "tocca/contact/linear_query.hpp"
#include "tocca/core/rounding.hpp"

namespace tocca {

/// Beyond this size products of three could overflow: whole numbers decide. Below it no bound of this file does.
inline constexpr double linear_filter_range = 0x1p200;

/// Three differences of the four vertices span everything: x, y, z = v1 - v0, v2 - v0, v3 - v0 for a vertex and a face;
/// v2 - v0, v1 - v0, v3 - v2 for two edges (from one edge to the other, then along each). All four vertices lie in a plane
/// where volume = x . (y x z) = 0, a cubic in t. There, seen along any coordinate axis, the signs of the quadratics
/// g1 = y x z, g2 = z x x, g3 = x x y tell whether the features meet: a vertex is in the face where all three have one sign;
/// two edges meet where -g2, g1 + g2, g3, g1 - g3 have one sign (docs/maths/linear_queries.md).
///
/// Bounds, u = 2^-53, X, Y, Z the greatest sizes of the coordinates of x, y, z at both ends:
/// - a coefficient of g1 is made of at most four products of two differences, each off by at most 5 u (differences, product,
///   sums), half of it: 10 u Y Z, less than 12 u Y Z; its size is at most 2 Y Z;
/// - evaluating a quadratic in [0, 1] by averages: two times 3 u of that size, 12 u Y Z; together less than 32 u Y Z;
/// - a coefficient of the volume: three products of a coordinate (4 u with product and sums) and a coefficient of g1:
///   3 X (12 u Y Z + 4 u 2 Y Z) = 60 u X Y Z, and 18 u X Y Z for the weighted mean of two; its size is at most 6 X Y Z;
///   evaluating: three times 3 u of that size, 54 u X Y Z; together less than 160 u X Y Z.
/// - what underflows is off by 2^-1074 times a few and, below the filter's range, a coordinate: less than 2^-800.
class LinearFilter {
 public:
  /// Requires all coordinates below linear_filter_range in size.
  LinearFilter(LinearKind kind, const FourVertices& vertices);

  /// The answer, exact, for the times in [from, to], if doubles are enough to find it. Requires contact to be ruled out before and
  /// after these times.
  std::optional<LinearAnswer> solve(double from, double to) const { return search(from, to, 0); }

 private:
  using Cubic = std::array<double, 4>;
  using Quadratic = std::array<double, 3>;

  std::optional<LinearAnswer> search(double a, double b, int depth) const;
  std::optional<LinearAnswer> at_root(double a, double b, bool falls) const;
  double volume(double t) const { return blossom(volume_, t, t, t); }
  Cubic volume_on(double a, double b) const;

  enum class Inside { no, unknown, yes };
  Inside inside(double a, double b) const;             ///< of all coordinate axes
  Inside inside_along(int axis, double a, double b) const;  ///< signs on all of [a, b]

  static double mean(double x, double y, double t) { return (1.0 - t) * x + t * y; }
  static double blossom(const Cubic& f, double r, double s, double t) {
    const double x = mean(f[0], f[1], r), y = mean(f[1], f[2], r), z = mean(f[2], f[3], r);
    return mean(mean(x, y, s), mean(y, z, s), t);
  }
  static double blossom(const Quadratic& f, double s, double t) { return mean(mean(f[0], f[1], s), mean(f[1], f[2], s), t); }

  LinearKind kind_;
  Cubic volume_;                          // in Bernstein's form on [0, 1], as all polynomials here
  double volume_error_;
  std::array<std::array<Quadratic, 3>, 3> g_;  // [which][axis]
  std::array<double, 3> g_error_;
};

/// Cuts [from, to] down to the times at which the boxes of both features, each with sides along the axes, may meet. These are the time-clipped axes of DESIGN
/// section 5 for the three coordinate axes. A sign of a rounded difference is its true sign; a quotient is off by 4 u.
/// False where nothing is left.
bool clip_to_boxes(LinearKind kind, const FourVertices& vertices, double& from, double& to);

}  // namespace tocca
