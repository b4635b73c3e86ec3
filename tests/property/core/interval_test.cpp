// What is proven here: the algebraic operations contain the true result, and are at most so many doubles wider than the
// tightest answer as stated.  Oracle: MPFI at 200 bits.
#include "core/interval_arithmetic.hpp"
#include "mpfi_oracle.hpp"

namespace tocca::interval_tests {
namespace {

using testing::any_interval;
using testing::Draw;
using testing::Excess;
using testing::Truth;

struct Pair {
  Interval x, y;
};

/// Half of the second operands answer to the first: sums that cancel, products and quotients at the edge of the range.
Pair any_pair(Draw& draw) {
  const Interval x = any_interval(draw);
  if (draw.coin()) return {x, any_interval(draw)};
  const double edge =
      std::ldexp(draw.uniform(0.5, 2.0), draw.coin() ? draw.integer(-1076, -1020) : draw.integer(1020, 1023));
  const auto finite = [](double y) { return std::isfinite(y) ? y : 1.0; };
  switch (draw.integer(0, 3)) {
    case 0:
      return {x, finite(edge / x.lo)};
    case 1:
      return {x, finite(x.hi / edge)};
    case 2:
      return {x, -x};
    default:
      return {x, testing::sorted(finite(below(-x.lo)), finite(above(-x.hi)))};
  }
}

TEST(IntervalTruth, SumsDifferencesProductsAndQuotients) {
  Draw draw;
  Excess sum, difference, product, quotient;
  const int count = testing::cases(200'000, 10'000'000);
  for (int k = 0; k < count; ++k) {
    const auto [x, y] = any_pair(draw);
    SCOPED_TRACE(testing::story(draw.seed(), k, x.lo, x.hi, y.lo, y.hi));
    const Truth true_x(x), true_y(y);
    sum.check(x + y, true_x + true_y);
    difference.check(x - y, true_x - true_y);
    product.check(x * y, true_x * true_y);
    if (y.contains(0.0)) {
      ASSERT_TRUE((x / y).contains(Interval::entire()));
    } else {
      quotient.check(x / y, true_x / true_y);
    }
    if (HasFatalFailure()) return;
  }
  // One step outward from the nearest double: one off the tightest end, or two at a power of two. Products and
  // quotients step once more near the subnormals.
  EXPECT_LE(sum.worst, 2);
  EXPECT_LE(difference.worst, 2);
  EXPECT_LE(product.worst, 3);
  EXPECT_LE(quotient.worst, 3);
  for (const Excess& excess : {sum, difference, product, quotient}) {
    EXPECT_LE(excess.worst, 2);
    EXPECT_GT(excess.all, count / 4);
    EXPECT_GT(excess.tightest, excess.all / 4);  // it bites: often there is nothing to give away
  }
}

TEST(IntervalTruth, SquaresRootsAndSizes) {
  Draw draw;
  Excess squares, roots, sizes;
  const int count = testing::cases(200'000, 10'000'000);
  for (int k = 0; k < count; ++k) {
    const Interval x = any_interval(draw);
    SCOPED_TRACE(testing::story(draw.seed(), k, x.lo, x.hi));
    const Truth truth(x);
    squares.check(square(x), Truth::of(mpfi_sqr, truth));
    sizes.check(abs(x), Truth::of(mpfi_abs, truth));
    if (x.hi >= 0.0) roots.check(sqrt(x), Truth::of(mpfi_sqrt, Truth(Interval(std::max(0.0, x.lo), x.hi))));
    ASSERT_TRUE((-x).contains({-x.hi, -x.lo}));
    ASSERT_TRUE(x.contains(midpoint(x)) && std::isfinite(midpoint(x)));
    ASSERT_EQ(magnitude(x), std::max(std::fabs(x.lo), std::fabs(x.hi)));
    if (std::isfinite(x.lo) && std::isfinite(x.hi)) {
      const Truth spread = Truth(x.hi) - Truth(x.lo);
      ASSERT_LE(mpfr_cmp_d(&spread.get()->right, width(x)), 0);
    }
    if (HasFatalFailure()) return;
  }
  EXPECT_LE(squares.worst, 2);
  EXPECT_LE(roots.worst, 2);
  EXPECT_EQ(sizes.worst, 0);
  EXPECT_GT(squares.tightest, squares.all / 4);
  EXPECT_GT(roots.tightest, roots.all / 4);
}

}  // namespace
}  // namespace tocca::interval_tests
