#include <numbers>

#include "core/interval_arithmetic.hpp"

namespace tocca {
namespace {

/// How far the platform's sin and cos may be off: kRelative of the value plus, where the argument was reduced by
/// multiples of pi/2 (never below 0.5), kReduction. glibc states 1 ulp at most, i.e. 2^-52 of the value; measured
/// against MPFR that holds except near zeros of the function for huge arguments, where its reduction leaves up to 2^-92
/// (99,000 ulps at 0x1.69eab0985179bp246). So: four times the stated error, four thousand times the measured one.
constexpr double kRelative = 4.0 * 0x1p-52, kReduction = 0x1p-80;

/// The platform's sine and cosine of one double, and what they prove.
struct Point {
  explicit Point(double at) : x(at), s(std::sin(at)), c(std::cos(at)) {}

  Interval sin() const { return x == 0.0 ? Interval(0.0) : trusted(s); }
  Interval cos() const { return x == 0.0 ? Interval(1.0) : trusted(c); }

  /// Does the function rise to the right of x? Signs are safe: beyond 0.5 no sine or cosine of a double is below 2^-61
  /// in size. At 0 the sine is exactly 0 and the cosine falls to the right.
  bool sine_rises() const { return c > 0.0; }
  bool cosine_rises() const { return s < 0.0; }

 private:
  Interval trusted(double computed) const {
    const double unreduced = rounding::kTiny;  // what a tiny sine may lose to underflow
    const double slack = kRelative * std::fabs(computed) + (std::fabs(x) < 0.5 ? unreduced : kReduction);
    return {std::max(-1.0, computed - slack), std::min(1.0, computed + slack)};
  }

  double x, s, c;
};

/// f = sine or cosine over [lo, hi], width at most 2 pi, from its values at the ends and whether it rises there.
///
/// f changes between rising and falling at points pi apart. Different at the ends: it changes once (three changes need
/// more than 2 pi), at a greatest value if it rose first, else at a least one. Alike: never, or twice, and that needs a
/// width above pi.
Interval over(const Interval& at_lo, const Interval& at_hi, bool rises_at_lo, bool rises_at_hi, double width) {
  const Interval ends = hull(at_lo, at_hi);
  if (rises_at_lo && !rises_at_hi) return {ends.lo, 1.0};
  if (!rises_at_lo && rises_at_hi) return {-1.0, ends.hi};
  return width <= std::numbers::pi ? ends : Interval(-1.0, 1.0);  // the double nearest to pi is below it
}

}  // namespace

Interval rounding::unusual_product(const Interval& x, const Interval& y) {
  if (!is_known(x) || !is_known(y)) return Interval::entire();
  // The corners one by one, each with bounds of its own. Reals are meant, so a zero end times an infinite one is zero,
  // and an infinite product stands for reals beyond the largest double.
  Interval range{kInfinity, -kInfinity};
  for (double a : {x.lo, x.hi}) {
    for (double b : {y.lo, y.hi}) {
      const bool is_zero = a == 0.0 || b == 0.0;
      range.lo = std::min(range.lo, is_zero ? 0.0 : product_down(std::min(a * b, kLargest)));
      range.hi = std::max(range.hi, is_zero ? 0.0 : product_up(std::max(a * b, -kLargest)));
    }
  }
  return range;
}

SinCos sin_cos(const Interval& x) {
  const double wide = width(x);
  const bool too_wide = !(wide <= 2.0 * std::numbers::pi);  // infinite ends and NaN come here, too
  if (too_wide || !rounding::is_known(x)) return {{-1.0, 1.0}, {-1.0, 1.0}};
  const Point lo(x.lo);
  if (x.lo == x.hi) return {lo.sin(), lo.cos()};
  const Point hi(x.hi);
  return {over(lo.sin(), hi.sin(), lo.sine_rises(), hi.sine_rises(), wide),
          over(lo.cos(), hi.cos(), lo.cosine_rises(), hi.cosine_rises(), wide)};
}

Interval sin(const Interval& x) { return sin_cos(x).sin; }
Interval cos(const Interval& x) { return sin_cos(x).cos; }

}  // namespace tocca
