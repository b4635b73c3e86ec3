// The operations of Interval, inline: they are the inner loop of every solver above.
//
// Guarantee   Each operation returns an interval that contains op(x, y) for all reals x, y of its operands: ends are
//             computed in round-to-nearest and moved outward. Where op is undefined somewhere (0 / 0, sqrt of a
//             negative), the answer covers the defined part or is entire(); it never claims more than is known.
//             An operand with a NaN end is read as unknown on that side: the answer has no NaN and stays sound.
//             Exact zeros stay exact: 0 + 0, 0 * x, sqrt(0), sin(0) are [0, 0], and cos(0) is [1, 1].
// Not claimed Tightest ends: each is at most a few ulps from the best (the tests state how many). An end that
//             overflows may come back infinite on both sides.
// Requires    Round-to-nearest and gradual underflow (core/float_environment.hpp checks), no fast-math.
// Proof       docs/maths/interval_rounding.md
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>

#include "tocca/core/interval.hpp"

namespace tocca {

/// The next double towards minus / plus infinity: what "outward" means.
inline double below(double x) { return std::nextafter(x, -std::numeric_limits<double>::infinity()); }
inline double above(double x) { return std::nextafter(x, std::numeric_limits<double>::infinity()); }

/// Each contains the result for all reals of its operands, as the head of this file guarantees.
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

/// The smallest interval that contains both; their intersection, if any.
Interval hull(const Interval& x, const Interval& y);
std::optional<Interval> intersection(const Interval& x, const Interval& y);
double width(const Interval& x);      ///< rounded up
double midpoint(const Interval& x);   ///< some double inside x, finite
double magnitude(const Interval& x);  ///< greatest |v| for v in x

namespace rounding {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();
inline constexpr double kLargest = std::numeric_limits<double>::max();

/// More than any rounding below the normal doubles (2^-1075). The least normal number, not a subnormal: processors are
/// slow on those, and it survives where they are flushed to zero.
inline constexpr double kTiny = std::numeric_limits<double>::min();

/// Three quarters of the greatest relative spacing 2^-52 of doubles. For a double t of exponent e >= -1021 the product
/// kStep * |t| is > ulp(t) / 2, whatever its own rounding (docs/maths/interval_rounding.md, lemma 1), so t - kStep *
/// |t| rounds to the neighbour of t or beyond. Half an ulp would leave a tie, one ulp would cost two neighbours.
inline constexpr double kStep = 0x3p-54;

/// A lower / upper end without NaN: unknown becomes unbounded. (max(a, b) of a NaN b is a.)
inline double lower_end(double t) { return std::max(-kInfinity, t); }
inline double upper_end(double t) { return std::min(kInfinity, t); }

/// From a sum t, rounded to nearest, outward to a bound of the true sum. Sums below 2^-1021 are exact (lemma 2): they,
/// including zero, need no step and get none.
inline double sum_down(double t) { return lower_end(t - kStep * std::fabs(t)); }
inline double sum_up(double t) { return upper_end(t + kStep * std::fabs(t)); }

/// The same from a product or quotient, which may have underflowed.
inline double product_down(double t) { return lower_end(t - (kStep * std::fabs(t) + kTiny)); }
inline double product_up(double t) { return upper_end(t + (kStep * std::fabs(t) + kTiny)); }

/// lo <= hi; false if an end is NaN.
inline bool is_known(const Interval& x) { return x.lo <= x.hi; }

/// Are all ends finite? (If their difference overflows, they count as infinite: a slower way is taken.)
inline bool is_bounded(const Interval& x, const Interval& y) { return (x.hi - x.lo) + (y.hi - y.lo) < kInfinity; }

/// The least and the greatest product of bounded intervals, rounded to nearest: rounding is monotone, so they are found
/// among the four rounded products of ends.
inline Interval nearest_product(const Interval& x, const Interval& y) {
  const double a = x.lo * y.lo, b = x.lo * y.hi, c = x.hi * y.lo, d = x.hi * y.hi;
  return {std::min(std::min(a, b), std::min(c, d)), std::max(std::max(a, b), std::max(c, d))};
}

/// The product where an end is zero, infinite or NaN.
Interval unusual_product(const Interval& x, const Interval& y);

}  // namespace rounding

inline Interval operator-(const Interval& x) { return {rounding::lower_end(-x.hi), rounding::upper_end(-x.lo)}; }

inline Interval operator+(const Interval& x, const Interval& y) {
  return {rounding::sum_down(x.lo + y.lo), rounding::sum_up(x.hi + y.hi)};
}

inline Interval operator-(const Interval& x, const Interval& y) {
  return {rounding::sum_down(x.lo - y.hi), rounding::sum_up(x.hi - y.lo)};
}

inline Interval operator*(const Interval& x, const Interval& y) {
  using namespace rounding;
  const Interval t = nearest_product(x, y);
  if (t.lo * t.hi == 0.0 || !is_bounded(x, y)) [[unlikely]]
    return unusual_product(x, y);
  return {product_down(t.lo), product_up(t.hi)};
}

inline Interval operator/(const Interval& x, const Interval& y) {
  using namespace rounding;
  if (!is_known(x) || !(y.lo > 0.0 || y.hi < 0.0) || !is_known(y)) return Interval::entire();
  // infinity / infinity is NaN and is skipped: the corner beside it says the same or more.
  const double a = x.lo / y.lo, b = x.lo / y.hi, c = x.hi / y.lo, d = x.hi / y.hi;
  const double lo = std::min(std::min(std::min(kInfinity, a), std::min(kInfinity, b)),
                             std::min(std::min(kInfinity, c), std::min(kInfinity, d)));
  const double hi = std::max(std::max(std::max(-kInfinity, a), std::max(-kInfinity, b)),
                             std::max(std::max(-kInfinity, c), std::max(-kInfinity, d)));
  const bool not_negative = y.lo > 0.0 ? x.lo >= 0.0 : x.hi <= 0.0;
  const bool not_positive = y.lo > 0.0 ? x.hi <= 0.0 : x.lo >= 0.0;
  return {not_negative ? std::max(0.0, product_down(lo)) : product_down(lo),
          not_positive ? std::min(0.0, product_up(hi)) : product_up(hi)};
}

inline Interval abs(const Interval& x) {
  if (!rounding::is_known(x)) return {0.0, rounding::kInfinity};
  return {std::max(0.0, std::max(x.lo, -x.hi)), std::max(-x.lo, x.hi)};
}

inline Interval square(const Interval& x) {
  using namespace rounding;
  const Interval size = abs(x);
  return {std::max(0.0, product_down(size.lo * size.lo)), size.hi == 0.0 ? 0.0 : product_up(size.hi * size.hi)};
}

inline Interval sqrt(const Interval& x) {
  using namespace rounding;
  if (!(x.hi >= 0.0) || !is_known(x)) return Interval::entire();
  const double lo = std::sqrt(std::max(0.0, x.lo)), hi = std::sqrt(x.hi);
  return {std::max(0.0, sum_down(lo)), sum_up(hi)};  // a root never underflows: zero only from zero
}

inline Interval hull(const Interval& x, const Interval& y) {
  if (!rounding::is_known(x) || !rounding::is_known(y)) return Interval::entire();
  return {std::min(x.lo, y.lo), std::max(x.hi, y.hi)};
}

inline std::optional<Interval> intersection(const Interval& x, const Interval& y) {
  if (!rounding::is_known(x)) return rounding::is_known(y) ? y : Interval::entire();
  if (!rounding::is_known(y)) return x;
  const Interval both{std::max(x.lo, y.lo), std::min(x.hi, y.hi)};
  return rounding::is_known(both) ? std::optional(both) : std::nullopt;
}

inline double width(const Interval& x) { return rounding::sum_up(x.hi - x.lo); }

inline double magnitude(const Interval& x) { return abs(x).hi; }

inline double midpoint(const Interval& x) {
  using namespace rounding;
  if (!is_known(x)) return 0.0;
  const double lo = std::max(-kLargest, x.lo), hi = std::min(kLargest, x.hi);
  return std::clamp(0.5 * lo + 0.5 * hi, lo, hi);
}

}  // namespace tocca
