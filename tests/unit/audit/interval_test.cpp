// The auditor's own arithmetic against MPFR: every result is enclosed, and not by much more than it must be.
#include "audit/interval.hpp"

#include <gtest/gtest.h>
#include <mpfr.h>

#include <cmath>
#include <vector>

#include "testing/draw.hpp"

namespace tocca::audit {
namespace {

using tocca::testing::cases;
using tocca::testing::Draw;

/// A number of 2,200 bits, unless told otherwise: sums and products of doubles are exact in it.
class Exact {
 public:
  explicit Exact(double x = 0.0, mpfr_prec_t bits = 2200) {
    mpfr_init2(value, bits);
    mpfr_set_d(value, x, MPFR_RNDN);
  }
  ~Exact() { mpfr_clear(value); }
  Exact(const Exact&) = delete;
  Exact& operator=(const Exact&) = delete;
  bool within(const Interval& x) const { return mpfr_cmp_d(value, x.lo) >= 0 && mpfr_cmp_d(value, x.hi) <= 0; }
  double rounded() const { return mpfr_get_d(value, MPFR_RNDN); }
  mpfr_t value;
};

double drawn(Draw& draw) {
  switch (draw.integer(0, 3)) {
    case 0:
      return draw.uniform(-10.0, 10.0);
    case 1:
      return draw.sign() * draw.log_uniform(1e-140, 1e140);
    case 2:
      return std::ldexp(static_cast<double>(draw.integer(-1000, 1000)), draw.integer(-1080, 400));
    default:
      return static_cast<double>(draw.integer(-3, 3));
  }
}

Interval around(double x, Draw& draw) {
  if (draw.coin(0.3)) return x;
  const double wide = draw.coin() ? std::fabs(x) * draw.log_uniform(1e-17, 2.0) : draw.log_uniform(1e-300, 1.0);
  return {x - wide, x + wide};
}

TEST(AuditInterval, EnclosesEveryOperation) {
  Draw draw;
  for (int i = 0; i < cases(20'000, 2'000'000); ++i) {
    const double x = drawn(draw), y = drawn(draw);
    const Interval a = around(x, draw), b = around(y, draw);
    Exact p(x), q(y), r;
    const auto is_in = [&](const Interval& result, const char* what) {
      ASSERT_TRUE(r.within(result)) << what << ' ' << tocca::testing::story(draw.seed(), i, x, y, result.lo, result.hi);
    };
    mpfr_add(r.value, p.value, q.value, MPFR_RNDN);
    is_in(a + b, "sum");
    mpfr_sub(r.value, p.value, q.value, MPFR_RNDN);
    is_in(a - b, "difference");
    mpfr_mul(r.value, p.value, q.value, MPFR_RNDN);
    is_in(a * b, "product");
    mpfr_sqr(r.value, p.value, MPFR_RNDN);
    is_in(square(a), "square");
    mpfr_sqrt(r.value, r.value, MPFR_RNDN);
    is_in(root(square(a)), "root");
    if (y != 0.0) {
      mpfr_div(r.value, p.value, q.value, MPFR_RNDN);
      is_in(Interval(x) / Interval(y), "quotient");
    }
  }
}

TEST(AuditInterval, IsTight) {
  Draw draw;
  for (int i = 0; i < 10'000; ++i) {
    const double x = draw.uniform(1.0, 2.0), y = draw.uniform(1.0, 2.0);
    for (const Interval& result : {Interval(x) + Interval(y), Interval(x) * Interval(y), Interval(x) / Interval(y)})
      EXPECT_LE(result.hi - result.lo, 8.0 * 0x1p-52 * result.hi);
  }
}

TEST(AuditInterval, DoubtStaysDoubt) {
  const double nan = std::numeric_limits<double>::quiet_NaN(), infinite = std::numeric_limits<double>::infinity();
  for (const Interval& odd : {Interval(nan), Interval(nan, 1.0), Interval(1.0, nan), Interval(0.0, nan)}) {
    for (const Interval& result : {odd + Interval(1.0), odd * Interval(2.0), Interval(1.0) - odd, hull(odd, 1.0),
                                   odd / Interval(2.0), square(odd), root(odd)}) {
      EXPECT_FALSE(result.lo > 1e-3 && result.hi < 1e300) << result.lo << ' ' << result.hi;
    }
    EXPECT_TRUE(std::isnan(odd.most()));
    EXPECT_TRUE(std::isnan(norm(Vector{odd, 0.0, 0.0}).hi));
    EXPECT_TRUE(std::isnan(dot(Vector{odd, 0.0, 0.0}, Vector{1.0, 1.0, 1.0}).lo) ||
                std::isnan(dot(Vector{odd, 0.0, 0.0}, Vector{1.0, 1.0, 1.0}).hi));
  }
  EXPECT_TRUE(std::isnan((Interval(1.0) / Interval(-1.0, 1.0)).lo));
  EXPECT_TRUE(std::isnan((Interval(1.0) / Interval(0.0)).hi));
  EXPECT_FALSE((Interval(infinite) - Interval(infinite)).lo > -1.0);
  EXPECT_FALSE((Interval(1e300) * Interval(1e300)).hi < infinite);
}

/// Sine and cosine of a double, by MPFR.
void expect_enclosed(const SineCosine& said, double x, const std::string& story) {
  const mpfr_prec_t bits = std::fabs(x) > 1e-30 && std::fabs(x) < 1e9 ? 256 : 2200;
  Exact at(x, bits), s(0.0, bits), c(0.0, bits);
  mpfr_sin_cos(s.value, c.value, at.value, MPFR_RNDN);
  EXPECT_TRUE(s.within(said.sine)) << "sine " << story;
  EXPECT_TRUE(c.within(said.cosine)) << "cosine " << story;
}

double quarter_turns(int k) {
  Exact pi;
  mpfr_const_pi(pi.value, MPFR_RNDN);
  mpfr_mul_si(pi.value, pi.value, k, MPFR_RNDN);
  mpfr_div_2ui(pi.value, pi.value, 1, MPFR_RNDN);
  return pi.rounded();
}

TEST(AuditSineCosine, HardArguments) {
  std::vector<double> hard{0.0, -0.0,  5e-324, 0x1p-1022, 1e-300, 1e-20, 1e-8, 999999.99999999988,
                           1e6, 1.5e6, 1e22,   1e300};
  for (const int k : {1, 2, 3, 4, 5, 7, 100, 1001, 12345, 100000, 524287, 524288, 524289, 636619, 636620}) {
    double x = quarter_turns(k);
    for (int n = 0; n < 4; ++n, x = std::nextafter(x, 1e9)) hard.push_back(x);
    x = quarter_turns(k) - 0.78539816339744828;  // where the nearest quarter turn changes
    for (int n = 0; n < 3; ++n, x = std::nextafter(x, 1e9)) hard.push_back(x);
  }
  for (const double x : hard) {
    for (const double way : {x, -x}) {
      const SineCosine said = sine_cosine(way);
      expect_enclosed(said, way, std::to_string(way));
      if (std::fabs(way) < 1e6) {
        EXPECT_LE(said.sine.hi - said.sine.lo, 1e-9) << way;
      }
    }
  }
}

TEST(AuditSineCosine, AnyArgument) {
  Draw draw;
  double widest = 0.0;
  for (int i = 0; i < cases(20'000, 1'000'000); ++i) {
    const double x = draw.coin(0.7) ? draw.uniform(-10.0, 10.0) : draw.coin() ? draw.uniform(-2e6, 2e6) : drawn(draw);
    const SineCosine said = sine_cosine(x);
    expect_enclosed(said, x, tocca::testing::story(draw.seed(), i, x));
    if (std::fabs(x) <= 10.0) widest = std::max(widest, said.sine.hi - said.sine.lo);
  }
  EXPECT_LE(widest, 1e-14);
}

TEST(AuditSineCosine, Intervals) {
  Draw draw;
  int narrow = 0;
  for (int i = 0; i < cases(5'000, 100'000); ++i) {
    const double middle = draw.coin()
                              ? quarter_turns(draw.integer(-9, 9)) + draw.normal() * draw.log_uniform(1e-12, 1.0)
                              : draw.uniform(-1e5, 1e5);
    const double wide = draw.log_uniform(1e-14, 1.0);
    const Interval x(middle - wide, middle + wide);
    const SineCosine said = sine_cosine(x);
    for (const double at : {x.lo, x.hi, middle, draw.uniform(x.lo, x.hi)}) {
      if (at < x.lo || at > x.hi) continue;
      expect_enclosed(said, at, tocca::testing::story(draw.seed(), i, x.lo, x.hi, at));
    }
    if (wide < 0.01) narrow += said.sine.hi - said.sine.lo < 2.1 * wide + 1e-9 ? 1 : 0;
    EXPECT_GE(said.cosine.lo, -1.0);
    EXPECT_LE(said.sine.hi, 1.0);
  }
  EXPECT_GT(narrow, cases(5'000, 100'000) / 2);
}

}  // namespace
}  // namespace tocca::audit
