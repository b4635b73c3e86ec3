// Intervals with outward rounding, and the sine and cosine that the auditor trusts (docs/maths/certificate.md, section 1).
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

namespace tocca::audit {

/// One step of rounding outwards: the true result of a single operation lies beyond it. 1.5 ulps and the smallest normal number
/// cover the half ulp of the operation, underflow, and the rounding of this very sum.
inline double down(double x) { return x - (std::fabs(x) * 0x1.8p-52 + 0x1p-1022); }
inline double up(double x) { return x + (std::fabs(x) * 0x1.8p-52 + 0x1p-1022); }

/// The lesser and the greater of two, NaN if one is NaN (std::min and std::max would drop it).
inline double least(double x, double y) { return x < y ? x : y <= x ? y : std::numeric_limits<double>::quiet_NaN(); }
inline double greatest(double x, double y) { return -least(-x, -y); }

/// Contains a real number. NaN ends stand for "unknown": every comparison with them is false, and no rule accepts.
struct Interval {
  double lo = 0.0, hi = 0.0;

  Interval() = default;
  Interval(double exact) : lo(exact), hi(exact) {}  // NOLINT: a double is an interval
  Interval(double low, double high) : lo(low), hi(high) {}

  double most() const { return greatest(std::fabs(lo), std::fabs(hi)); }  ///< >= |x|
};

inline Interval operator-(const Interval& x) { return {-x.hi, -x.lo}; }
inline Interval operator+(const Interval& x, const Interval& y) { return {down(x.lo + y.lo), up(x.hi + y.hi)}; }
inline Interval operator-(const Interval& x, const Interval& y) { return {down(x.lo - y.hi), up(x.hi - y.lo)}; }
inline Interval operator*(const Interval& x, const Interval& y) {
  const double a = x.lo * y.lo, b = x.lo * y.hi, c = x.hi * y.lo, d = x.hi * y.hi;
  return {down(least(least(a, b), least(c, d))), up(greatest(greatest(a, b), greatest(c, d)))};
}
/// Requires that y does not contain 0; otherwise unknown.
inline Interval operator/(const Interval& x, const Interval& y) {
  constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
  if (!(y.lo > 0.0 || y.hi < 0.0)) return {unknown, unknown};
  const double a = x.lo / y.lo, b = x.lo / y.hi, c = x.hi / y.lo, d = x.hi / y.hi;
  return {down(least(least(a, b), least(c, d))), up(greatest(greatest(a, b), greatest(c, d)))};
}
inline Interval square(const Interval& x) {
  const double most = x.most(), least = x.lo > 0.0 ? x.lo : x.hi < 0.0 ? -x.hi : 0.0;
  return {std::max(0.0, down(least * least)), up(most * most)};
}
/// Of a number that is known not to be negative.
inline Interval root(const Interval& x) {
  return {std::max(0.0, down(std::sqrt(std::max(0.0, x.lo)))),
          up(std::sqrt(x.hi))};  // a NaN below becomes 0: still a bound
}
inline Interval hull(const Interval& x, const Interval& y) { return {least(x.lo, y.lo), greatest(x.hi, y.hi)}; }

inline double middle(const Interval& x) { return x.lo + 0.5 * (x.hi - x.lo); }
/// How far the interval's numbers are from its middle.
inline double radius(const Interval& x) { return greatest(up(x.hi - middle(x)), up(middle(x) - x.lo)); }

using Vector = std::array<Interval, 3>;
using Point = std::array<double, 3>;

using ShortPoint = std::array<float, 3>;

template <class Number>
Vector enclose(const std::array<Number, 3>& p) {
  return {p[0], p[1], p[2]};
}
inline Vector operator+(const Vector& x, const Vector& y) { return {x[0] + y[0], x[1] + y[1], x[2] + y[2]}; }
inline Vector operator-(const Vector& x, const Vector& y) { return {x[0] - y[0], x[1] - y[1], x[2] - y[2]}; }
inline Vector operator*(const Interval& s, const Vector& x) { return {s * x[0], s * x[1], s * x[2]}; }
inline Interval dot(const Vector& x, const Vector& y) { return x[0] * y[0] + x[1] * y[1] + x[2] * y[2]; }
inline Vector cross(const Vector& x, const Vector& y) {
  return {x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]};
}
inline Interval norm(const Vector& x) { return root(square(x[0]) + square(x[1]) + square(x[2])); }

/// An affine map, row by row: p -> rotation p + translation.
struct Map {
  std::array<Vector, 3> rotation{{{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}}};
  Vector translation{};
};

inline Vector turn(const Map& map, const Vector& p) {
  return {dot(map.rotation[0], p), dot(map.rotation[1], p), dot(map.rotation[2], p)};
}
inline Vector mapped(const Map& map, const Vector& p) { return turn(map, p) + map.translation; }
inline Map operator*(const Map& outer, const Map& inner) {
  Map result;
  for (int i = 0; i < 3; ++i) {
    const auto row = static_cast<std::size_t>(i);
    result.rotation[row] = outer.rotation[row][0] * inner.rotation[0] + outer.rotation[row][1] * inner.rotation[1] +
                           outer.rotation[row][2] * inner.rotation[2];
  }
  result.translation = mapped(outer, inner.translation);
  return result;
}

struct SineCosine {
  Interval sine, cosine;
};
/// Of every number of the interval. Beyond a million radians, or for intervals wider than 0.1: both [-1, 1].
SineCosine sine_cosine(const Interval& x);

}  // namespace tocca::audit
