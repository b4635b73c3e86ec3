#include "tocca/core/interval.hpp"

#include <numbers>

namespace tocca {
namespace {

/// How far the platform's sin and cos may be off, in units of 2^-52 of the value. glibc states at most 1 ulp for double
/// on every processor, its own tests find 0.55; other libraries in use state below 1. An ulp is at most 2^-52 of the
/// value, so 4 leaves three to spare. The property tests measure it against MPFI, arguments of all sizes.
constexpr double kTrust = 4.0 * 0x1p-52;

/// The platform's sine and cosine of one double, and what they prove.
struct Point {
  explicit Point(double at) : x(at), s(std::sin(at)), c(std::cos(at)) {}

  Interval sin() const { return x == 0.0 ? Interval(0.0) : trusted(s); }
  Interval cos() const { return x == 0.0 ? Interval(1.0) : trusted(c); }

  /// Does the function rise to the right of x? Signs are safe: no double but 0 is so near to a multiple of pi/2 that an
  /// error relative to the value could flip one. At 0 the sine is exactly 0 and the cosine falls to the right.
  bool sine_rises() const { return c > 0.0; }
  bool cosine_rises() const { return s < 0.0; }

 private:
  /// The true value is within kTrust * |computed|, or within a subnormal spacing where that underflows.
  static Interval trusted(double computed) {
    const double slack = kTrust * std::fabs(computed) + rounding::kSmallest;
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
