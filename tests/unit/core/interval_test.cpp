// What is proven here: the contract of Interval at its corners (zeros, infinities, NaN, overflow); the bulk of the
// proof is the comparison with MPFI in tests/property/core.
#include <gtest/gtest.h>

#include <numbers>
#include <vector>

#include "core/interval_arithmetic.hpp"

namespace tocca::interval_tests {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kMax = std::numeric_limits<double>::max();
constexpr double kTiny = std::numeric_limits<double>::denorm_min();
const double kNan = std::nan("");

bool same(const Interval& x, const Interval& y) { return x.lo == y.lo && x.hi == y.hi; }

TEST(Interval, KeepsExactZeros) {
  const Interval zero(0.0), any(-3.0, 1e300), unbounded = Interval::entire();
  EXPECT_TRUE(same(zero + zero, zero));
  EXPECT_TRUE(same(zero - zero, zero));
  EXPECT_TRUE(same(zero * any, zero));
  EXPECT_TRUE(same(any * zero, zero));
  EXPECT_TRUE(same(zero * -zero, zero));
  EXPECT_TRUE(same(zero / Interval(1.0, 2.0), zero));
  EXPECT_TRUE(same(square(zero), zero));
  EXPECT_TRUE(same(sqrt(zero), zero));
  EXPECT_TRUE(same(sin(zero), zero));
  EXPECT_TRUE(same(cos(zero), Interval(1.0)));
  EXPECT_EQ((Interval(0.0, 1.0) * Interval(2.0, 3.0)).lo, 0.0);
  EXPECT_EQ((Interval(0.0, 1.0) / Interval(2.0, 3.0)).lo, 0.0);
  EXPECT_TRUE((zero * unbounded).contains(zero));
}

TEST(Interval, DoesNotLoseWhatUnderflows) {
  EXPECT_TRUE((Interval(1e-200) * Interval(1e-200)).contains({0.0, kTiny}));
  EXPECT_TRUE((Interval(1e-200) * Interval(-1e-200)).contains({-kTiny, 0.0}));
  EXPECT_LT((Interval(0.0, 1e-200) * Interval(-1e-200, 1.0)).lo, 0.0);
  EXPECT_GT((Interval(1e-200) / Interval(1e200)).hi, 0.0);
  EXPECT_GT(square(Interval(1e-200)).hi, 0.0);
  EXPECT_GE(square(Interval(1e-200)).lo, 0.0);
}

TEST(Interval, HoldsRealsThatOverflow) {  // a lower end of +infinity would hold no real at all
  EXPECT_LT((Interval(kMax) + Interval(kMax)).lo, kInf);
  EXPECT_GT((Interval(-kMax) + Interval(-kMax)).hi, -kInf);
  EXPECT_LT((Interval(kMax) * Interval(2.0)).lo, kInf);
  EXPECT_LT(square(Interval(kMax)).lo, kInf);
  EXPECT_LT((Interval(kMax) / Interval(0.5)).lo, kInf);
  EXPECT_EQ((Interval(kMax) * Interval(2.0)).hi, kInf);
}

TEST(Interval, UnderstandsInfiniteEnds) {
  const Interval ray(1.0, kInf);
  EXPECT_TRUE((ray * Interval(0.0, 1.0)).contains({0.0, kInf}));
  EXPECT_EQ((ray * Interval(0.0, 1.0)).lo, 0.0);
  EXPECT_TRUE(same(ray - ray, Interval::entire()));
  EXPECT_LE((ray / ray).lo, 0.0);
  EXPECT_EQ((ray / ray).hi, kInf);
  EXPECT_EQ(sqrt(ray).hi, kInf);
  EXPECT_TRUE(same(sin(ray), {-1.0, 1.0}));
  EXPECT_EQ(width(ray), kInf);
  EXPECT_TRUE(ray.contains(midpoint(ray)));
  EXPECT_EQ(midpoint(Interval::entire()), 0.0);
}

TEST(Interval, SaysNothingWhereTheOperationIsUndefined) {
  EXPECT_TRUE(same(Interval(1.0) / Interval(-1.0, 1.0), Interval::entire()));
  EXPECT_TRUE(same(Interval(1.0) / Interval(0.0), Interval::entire()));
  EXPECT_TRUE(same(Interval(1.0) / Interval(-0.0, 1.0), Interval::entire()));
  EXPECT_EQ(sqrt(Interval(-1.0, 4.0)).lo, 0.0);
  EXPECT_GE(sqrt(Interval(-1.0, 4.0)).hi, 2.0);
  EXPECT_TRUE(same(sqrt(Interval(-2.0, -1.0)), Interval::entire()));
}

TEST(Interval, NeverAnswersNan) {
  const std::vector<Interval> knowns{0.0, {-1.0, 2.0}, {1.0, kInf}, Interval::entire(), {kMax, kMax}};
  for (const Interval& unknown : {Interval(kNan), Interval(kNan, 1.0), Interval(-1.0, kNan)}) {
    for (const Interval& y : knowns) {
      for (const Interval& result : {unknown + y, y + unknown, unknown - y, y - unknown, unknown * y, y * unknown,
                                     unknown / y, y / unknown, hull(unknown, y), hull(y, unknown)}) {
        EXPECT_LE(result.lo, result.hi);
        EXPECT_TRUE(result.lo == -kInf || result.hi == kInf);
      }
      EXPECT_TRUE(same(*intersection(unknown, y), y));
      EXPECT_TRUE(same(*intersection(y, unknown), y));
    }
    for (const Interval& result : {-unknown, square(unknown), sqrt(unknown), abs(unknown)}) {
      EXPECT_LE(result.lo, result.hi);
      EXPECT_TRUE(result.lo == -kInf || result.hi == kInf);
    }
    EXPECT_TRUE(same(sin(unknown), {-1.0, 1.0}));
    EXPECT_TRUE(same(cos(unknown), {-1.0, 1.0}));
    EXPECT_EQ(width(unknown), kInf);
    EXPECT_EQ(magnitude(unknown), kInf);
    EXPECT_TRUE(std::isfinite(midpoint(unknown)));
  }
}

TEST(Interval, FindsEveryExtremumOfSineAndCosine) {
  const double pi = std::numbers::pi;
  EXPECT_EQ(sin(Interval(1.5, 1.6)).hi, 1.0);
  EXPECT_GT(sin(Interval(1.5, 1.6)).lo, 0.99);
  EXPECT_EQ(sin(Interval(-1.6, -1.5)).lo, -1.0);
  EXPECT_EQ(cos(Interval(-0.1, 0.1)).hi, 1.0);
  EXPECT_EQ(cos(Interval(-0.1, 0.0)).hi, 1.0);
  EXPECT_EQ(cos(Interval(3.1, 3.2)).lo, -1.0);
  EXPECT_LT(cos(Interval(-0.1, 3.0)).lo, -0.98);
  EXPECT_GT(cos(Interval(-0.1, 3.0)).lo, -1.0);
  EXPECT_EQ(cos(Interval(-0.1, 3.0)).hi, 1.0);
  EXPECT_TRUE(same(sin(Interval(1.0, 1.0 + 4.0)), {-1.0, 1.0}));
  EXPECT_TRUE(same(sin(Interval(0.0, 2.0 * pi)), {-1.0, 1.0}));
  EXPECT_TRUE(same(sin(Interval(-0.1, pi)), {sin(Interval(-0.1)).lo, 1.0}));
  EXPECT_LT(width(sin(Interval(1e22))), 1e-14);
}

TEST(Interval, MeasuresItself) {
  EXPECT_GE(width({0.1, 0.3}), 0.3 - 0.1);
  EXPECT_EQ(width({0.5, 0.5}), 0.0);
  EXPECT_EQ(midpoint({1.0, 3.0}), 2.0);
  EXPECT_EQ(midpoint({kMax, kMax}), kMax);
  EXPECT_EQ(midpoint({kTiny, kTiny}), kTiny);
  EXPECT_EQ(magnitude({-3.0, 2.0}), 3.0);
  EXPECT_TRUE(same(abs(Interval(-3.0, 2.0)), {0.0, 3.0}));
  EXPECT_TRUE(same(abs(Interval(-3.0, -2.0)), {2.0, 3.0}));
  EXPECT_TRUE(same(hull(1.0, {-2.0, 0.0}), {-2.0, 1.0}));
  EXPECT_TRUE(same(*intersection(Interval(0.0, 2.0), {1.0, 3.0}), {1.0, 2.0}));
  EXPECT_FALSE(intersection(Interval(0.0, 1.0), {2.0, 3.0}));
  EXPECT_TRUE(intersection(Interval(0.0, 1.0), {1.0, 3.0}));  // touching is not apart
}

}  // namespace
}  // namespace tocca::interval_tests
