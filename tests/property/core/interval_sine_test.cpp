// What is proven here: sine and cosine contain the true range for arguments of any size and width, extremal points
// found and missed by one double included; and the platform's own error stays within the trusted one. Oracle: MPFI,
// MPFR at 200 bits.
#include <gmpxx.h>

#include <vector>

#include "core/interval_arithmetic.hpp"
#include "mpfi_oracle.hpp"

namespace tocca::interval_sine_tests {
namespace {

using testing::Draw;
using testing::Excess;
using testing::Truth;

/// The double nearest to k pi/2.
double quarter_turns(double k) {
  mpfr_t pi;
  mpfr_init2(pi, 1300);
  mpfr_const_pi(pi, MPFR_RNDN);
  mpfr_mul_d(pi, pi, k, MPFR_RNDN);
  mpfr_div_2ui(pi, pi, 1, MPFR_RNDN);
  const double nearest = mpfr_get_d(pi, MPFR_RNDN);
  mpfr_clear(pi);
  return nearest;
}

/// The doubles nearest to multiples of pi/2, for every exponent: m 2^e is near one if m is the denominator of a
/// convergent of the continued fraction of 2^e 2/pi. Here the platform's argument reduction is at its worst.
std::vector<double> hard_angles() {
  std::vector<double> angles;
  mpfr_t ratio;
  mpfr_init2(ratio, 2600);
  for (int e = -52; e <= 971; ++e) {
    mpfr_const_pi(ratio, MPFR_RNDN);
    mpfr_ui_div(ratio, 2, ratio, MPFR_RNDN);
    mpz_class numerator, denominator = 1, older = 1, newer = 0;
    const mpfr_exp_t scale = mpfr_get_z_2exp(numerator.get_mpz_t(), ratio) + e;
    (scale < 0 ? denominator : numerator) <<= static_cast<unsigned long>(std::abs(scale));
    while (denominator != 0) {
      const mpz_class next = (numerator / denominator) * newer + older, rest = numerator % denominator;
      if (next >= 0x1p53) break;
      for (mpz_class m = next; m > 0x1p44 && m < 0x1p53 && m <= 4 * next; m += next) {
        angles.push_back(std::ldexp(m.get_d(), e));
      }
      older = newer, newer = next, numerator = denominator, denominator = rest;
    }
  }
  mpfr_clear(ratio);
  return angles;
}

/// Arguments: everyday angles, all exponents, neighbours of multiples of pi/2, and the doubles that come nearest to
/// one.
double any_angle(Draw& draw) {
  switch (draw.integer(0, 7)) {
    case 0:
      return draw.any_double();
    case 1:
      return testing::special_double(draw);
    case 2:
      return quarter_turns(std::ldexp(draw.integer(-1'000'000, 1'000'000), draw.integer(0, 60)));
    case 3:
      return draw.coin() ? 0x1.6ac5b262ca1ffp849 : -0x1.6ac5b262ca1ffp849;  // 6381956970095103 * 2^797
    case 4:
    case 5:
      return quarter_turns(draw.integer(-40, 40));
    default:
      return draw.uniform(-10.0, 10.0);
  }
}

Interval any_arc(Draw& draw) {
  double lo = any_angle(draw);
  for (int step = draw.integer(0, 2); step > 0; --step) lo = draw.coin() ? above(lo) : below(lo);
  if (!std::isfinite(lo)) lo = 1.0;
  const auto to = [lo](double hi) { return std::isfinite(hi) ? testing::sorted(lo, hi) : Interval(lo); };
  switch (draw.integer(0, 6)) {
    case 0:
      return lo;
    case 1:
      return to(above(lo));
    case 2:
      return to(lo + quarter_turns(draw.integer(0, 5)));
    case 3:
      return to(below(lo + quarter_turns(draw.integer(0, 5))));
    case 4:
      return to(lo + draw.log_uniform(1e-20, 1e3));
    case 5:
      return to(lo + draw.uniform(0.0, 7.0));
    default:
      return to(any_angle(draw));
  }
}

TEST(IntervalSine, ContainsTheTrueRange) {
  Draw draw;
  Excess sine{.least = 0x1p-20},
      cosine{.least = 0x1p-20};  // smaller ones: 2^-80 beside a value is more than a few ulps
  int monotone = 0, one_extremum = 0, full = 0;
  const int count = testing::cases(60'000, 5'000'000);
  for (int k = 0; k < count; ++k) {
    const Interval x = any_arc(draw);
    SCOPED_TRACE(testing::story(draw.seed(), k, x.lo, x.hi));
    const auto [s, c] = sin_cos(x);
    ASSERT_TRUE(Interval(-1.0, 1.0).contains(s) && Interval(-1.0, 1.0).contains(c));
    const Truth truth(x);
    sine.check(s, Truth::of(mpfi_sin, truth));
    cosine.check(c, Truth::of(mpfi_cos, truth));
    if (HasFatalFailure()) return;
    full += s.lo == -1.0 && s.hi == 1.0;
    one_extremum += (s.lo == -1.0) != (s.hi == 1.0);
    monotone += s.lo != -1.0 && s.hi != 1.0;
  }
  // Four parts in 2^52 are up to eight doubles; the nearest one may itself be one or two off the tightest end.
  EXPECT_LE(sine.worst, 10);
  EXPECT_LE(cosine.worst, 10);
  for (int kind : {monotone, one_extremum, full}) EXPECT_GT(kind, count / 20);
}

TEST(IntervalSine, HoldsAndIsTightWhereThePlatformIsAtItsWorst) {
  const std::vector<double> hard = hard_angles();
  std::vector<double> angles{0x1.6ac5b262ca1ffp849, 0x1.69eab0985179bp246};  // nearest to pi/2; glibc 2.36 farthest off
  const std::size_t stride =
      std::max<std::size_t>(1, hard.size() / static_cast<std::size_t>(testing::cases(4'000, 1'000'000)));
  for (std::size_t i = 0; i < hard.size(); i += stride) angles.push_back(hard[i]);
  for (double x : angles) {
    SCOPED_TRACE(x);
    const auto [s, c] = sin_cos(x);
    ASSERT_TRUE(Truth::of(mpfi_sin, Truth(x)).is_inside(s));
    ASSERT_TRUE(Truth::of(mpfi_cos, Truth(x)).is_inside(c));
    ASSERT_LT(std::max(width(s), width(c)), 0x1p-48);
  }
}

/// What the enclosure trusts is four units of 2^-52 of the value, plus 2^-80 beyond 0.5. The platform must stay well
/// within.
TEST(IntervalSine, TrustsThePlatformWithReason) {
  double relative = 0.0, reduction = 0.0, smallest = 1.0;
  const auto measure = [&](double x, double computed, auto mpfr_function) {
    mpfr_t exact;
    mpfr_init2(exact, 200);
    mpfr_set_d(exact, x, MPFR_RNDN);
    mpfr_function(exact, exact, MPFR_RNDN);
    mpfr_sub_d(exact, exact, computed, MPFR_RNDN);
    const double error = std::fabs(mpfr_get_d(exact, MPFR_RNDN)), value = std::fabs(computed);
    mpfr_clear(exact);
    if (std::fabs(x) < 0.5 || value > 0x1p-20) relative = std::max(relative, error / value * 0x1p52);
    if (std::fabs(x) >= 0.5) reduction = std::max(reduction, error - 0x1p-52 * value);
    if (std::fabs(x) >= 0.5) smallest = std::min(smallest, value);
  };
  std::vector<double> angles{0x1.6ac5b262ca1ffp849, 0x1.69eab0985179bp246};
  Draw draw;
  for (int k = 0; k < testing::cases(20'000, 5'000'000); ++k) angles.push_back(any_angle(draw));
  for (double x : angles) {
    if (std::fabs(x) < 0x1p-900) continue;  // there an error of one subnormal is large beside the value
    measure(x, std::sin(x), mpfr_sin);
    measure(x, std::cos(x), mpfr_cos);
  }
  RecordProperty("worst_relative_in_2^-52", std::to_string(relative));
  RecordProperty("worst_reduction_log2", std::to_string(std::log2(reduction)));
  EXPECT_GT(relative, 0.3);  // it was measured at all
  EXPECT_LT(relative, 1.0);
  EXPECT_LT(reduction, 0x1p-86);
  EXPECT_LT(smallest, 0x1p-60);  // the hardest one was among them,
  EXPECT_GT(smallest, 0x1p-61);  // and no sign was in doubt
}

}  // namespace
}  // namespace tocca::interval_sine_tests
