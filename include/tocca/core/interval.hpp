#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#ifdef __FAST_MATH__
#error "tocca's proofs need IEEE arithmetic: compile without -ffast-math"
#endif

namespace tocca {

/// A closed interval of reals, lo <= hi; ends may be infinite. Never empty, never NaN.
///
/// Guarantee   Each operation returns an interval that contains op(x, y) for all reals x, y of its operands: ends are
///             computed in round-to-nearest and moved outward. Where op is undefined somewhere (0 / 0, sqrt of a
///             negative), the answer covers the defined part or is entire(); it never claims more than is known.
///             An operand with a NaN end is read as unknown on that side: the answer has no NaN and stays sound.
///             Exact zeros stay exact: 0 + 0, 0 * x, sqrt(0), sin(0) are [0, 0], and cos(0) is [1, 1].
/// Not claimed Tightest ends: each is at most a few ulps from the best (the tests state how many). An end that
///             overflows may come back infinite on both sides.
/// Requires    Round-to-nearest and gradual underflow (core/float_environment.hpp checks), no fast-math.
/// Proof       docs/maths/interval_rounding.md
struct Interval {
  double lo = 0.0, hi = 0.0;

  constexpr Interval() = default;
  constexpr Interval(double point) : lo(point), hi(point) {}  // implicit: a number is an interval
  constexpr Interval(double lower, double upper) : lo(lower), hi(upper) {}

  static constexpr Interval entire() {
    return {-std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
  }

  constexpr bool contains(double x) const { return lo <= x && x <= hi; }
  constexpr bool contains(const Interval& x) const { return lo <= x.lo && x.hi <= hi; }
};

/// The next double towards minus / plus infinity: what "outward" means.
inline double below(double x) { return std::nextafter(x, -std::numeric_limits<double>::infinity()); }
inline double above(double x) { return std::nextafter(x, std::numeric_limits<double>::infinity()); }

/// Each contains the result for all reals of its operands, as Interval guarantees.
Interval operator-(const Interval& x);
Interval operator+(const Interval& x, const Interval& y);
Interval operator-(const Interval& x, const Interval& y);
Interval operator*(const Interval& x, const Interval& y);
Interval operator/(const Interval& x, const Interval& y);  ///< entire() if y contains 0
Interval square(const Interval& x);
Interval sqrt(const Interval& x);  ///< of the part of x that is >= 0
Interval abs(const Interval& x);
Interval sin(const Interval& x);  ///< radians, any size
Interval cos(const Interval& x);

/// Both at once, for the price of one: what a rotation needs.
struct SinCos {
  Interval sin, cos;
};
SinCos sin_cos(const Interval& x);

/// The least interval that holds both; what both hold, if anything.
Interval hull(const Interval& x, const Interval& y);
std::optional<Interval> intersection(const Interval& x, const Interval& y);
double width(const Interval& x);      ///< rounded up
double midpoint(const Interval& x);   ///< some double inside x, finite
double magnitude(const Interval& x);  ///< greatest |v| for v in x

}  // namespace tocca

#include "tocca/core/interval_inline.hpp"
