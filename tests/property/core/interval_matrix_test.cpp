// What is proven here: vectors and matrices of intervals contain the true results, and are not much wider.
// Oracle: MPFI at 200 bits, entry by entry.
#include "core/interval_matrix.hpp"

#include <vector>

#include "mpfi_oracle.hpp"

namespace tocca::interval_matrix_tests {
namespace {

using testing::Draw;
using testing::Truth;

/// Entries of one kind each: rotation-like with exact zeros and ones; any sizes; the edges of overflow and underflow.
Interval any_entry(Draw& draw, int kind) {
  switch (kind) {
    case 0: {
      if (draw.coin(0.4)) return draw.coin() ? 0.0 : 1.0;
      const double x = draw.uniform(-1.0, 1.0);
      return {x, draw.coin() ? x : x + draw.log_uniform(1e-18, 1.0)};
    }
    case 1:
      return testing::any_interval(draw);
    case 2: {
      const double x = draw.sign() * std::ldexp(draw.uniform(1.0, 2.0), draw.integer(-540, -400));
      return draw.coin(0.3) ? Interval(0.0) : testing::sorted(x, draw.coin() ? x : -0.5 * x);
    }
    case 3:
      return draw.sign() * std::ldexp(draw.uniform(1.0, 2.0), draw.integer(500, 512));
    default:
      return draw.sign() * std::ldexp(draw.uniform(1.0, 2.0), draw.integer(-30, 30));  // cancels now and then
  }
}

IntervalVector3 any_vector(Draw& draw, int kind) {
  IntervalVector3 x;
  for (Interval& entry : x.v) entry = any_entry(draw, kind);
  return x;
}

IntervalMatrix3 any_matrix(Draw& draw, int kind) {
  IntervalMatrix3 x;
  for (Interval& entry : x.m) entry = any_entry(draw, kind);
  return x;
}

struct Excess {
  double worst = 0.0;  // beyond the tightest end, in units of 2^-53 of the sum of the terms' sizes
  int counted = 0;

  void check(const Interval& ours, const Truth& truth, const Interval& sizes) {
    ASSERT_TRUE(truth.is_inside(ours)) << ours.lo << ' ' << ours.hi;
    const double size = sizes.hi;
    if (!(size > 0x1p-900 && size < 0x1p1000)) return;
    const Interval best = truth.best();
    worst = std::max({worst, (best.lo - ours.lo) / size * 0x1p53, (ours.hi - best.hi) / size * 0x1p53});
    ++counted;
  }
};

Truth true_dot(const IntervalVector3& x, const IntervalVector3& y) {
  return Truth(x[0]) * Truth(y[0]) + Truth(x[1]) * Truth(y[1]) + Truth(x[2]) * Truth(y[2]);
}

Interval size_of_dot(const IntervalVector3& x, const IntervalVector3& y) {
  return abs(x[0]) * abs(y[0]) + abs(x[1]) * abs(y[1]) + abs(x[2]) * abs(y[2]);
}

IntervalVector3 row(const IntervalMatrix3& x, int r) { return {{x(r, 0), x(r, 1), x(r, 2)}}; }
IntervalVector3 column(const IntervalMatrix3& x, int c) { return {{x(0, c), x(1, c), x(2, c)}}; }

TEST(IntervalMatrixTruth, Products) {
  Draw draw;
  Excess excess;
  const int count = testing::cases(12'000, 500'000);
  for (int k = 0; k < count; ++k) {
    const int kind = draw.integer(0, 4);
    const IntervalMatrix3 x = any_matrix(draw, kind), y = any_matrix(draw, kind);
    const IntervalVector3 v = any_vector(draw, kind);
    SCOPED_TRACE(testing::story(draw.seed(), k, kind));
    const IntervalMatrix3 product = x * y;
    const IntervalVector3 image = x * v;
    for (int r = 0; r < 3; ++r) {
      for (int c = 0; c < 3; ++c) {
        excess.check(product(r, c), true_dot(row(x, r), column(y, c)), size_of_dot(row(x, r), column(y, c)));
      }
      excess.check(image[r], true_dot(row(x, r), v), size_of_dot(row(x, r), v));
    }
    if (HasFatalFailure()) return;
  }
  EXPECT_LE(excess.worst, 10.0);
  EXPECT_GT(excess.counted, 5 * count);
}

TEST(IntervalMatrixTruth, DotCrossNormAndSums) {
  Draw draw;
  Excess dots, crosses, norms;
  const int count = testing::cases(30'000, 1'000'000);
  for (int k = 0; k < count; ++k) {
    const int kind = draw.integer(0, 4);
    const IntervalVector3 x = any_vector(draw, kind), y = any_vector(draw, kind);
    SCOPED_TRACE(testing::story(draw.seed(), k, kind));
    dots.check(dot(x, y), true_dot(x, y), size_of_dot(x, y));
    const IntervalVector3 product = cross(x, y), sum = x + y, difference = x - y;
    for (int i = 0; i < 3; ++i) {
      const int a = (i + 1) % 3, b = (i + 2) % 3;
      crosses.check(product[i], Truth(x[a]) * Truth(y[b]) - Truth(x[b]) * Truth(y[a]),
                    abs(x[a]) * abs(y[b]) + abs(x[b]) * abs(y[a]));
      ASSERT_TRUE((Truth(x[i]) + Truth(y[i])).is_inside(sum[i]));
      ASSERT_TRUE((Truth(x[i]) - Truth(y[i])).is_inside(difference[i]));
    }
    const auto squared = [&](int i) { return Truth::of(mpfi_sqr, Truth(x[i])); };
    const Truth length = Truth::of(mpfi_sqrt, squared(0) + squared(1) + squared(2));
    const bool squares_fit = length.best().hi > 0x1p-450 && length.best().hi < 0x1p500;
    norms.check(norm(x), length, squares_fit ? length.best() : Interval(0.0));
    if (HasFatalFailure()) return;
  }
  EXPECT_LE(dots.worst, 10.0);
  EXPECT_LE(crosses.worst, 10.0);
  EXPECT_LE(norms.worst, 10.0);
  for (const Excess& excess : {dots, crosses, norms}) EXPECT_GT(excess.counted, count / 3);
}

TEST(IntervalMatrix, KeepsTheZerosOfARotationAboutOneAxis) {
  const auto [s, c] = sin_cos(Interval(0.3, 0.31));
  const IntervalMatrix3 turn{{c, -s, 0.0, s, c, 0.0, 0.0, 0.0, 1.0}};
  const IntervalMatrix3 twice = turn * turn;
  for (const Interval& entry : {twice(0, 2), twice(1, 2), twice(2, 0), twice(2, 1)}) {
    EXPECT_TRUE(entry.lo == 0.0 && entry.hi == 0.0);
  }
}

TEST(IntervalMatrix, NeverAnswersNan) {
  const double nan = std::nan(""), inf = std::numeric_limits<double>::infinity();
  for (const Interval& odd :
       {Interval(nan), Interval(nan, 1.0), Interval(1.0, nan), Interval(1.0, inf), Interval(inf)}) {
    for (int place = 0; place < 9; ++place) {
      IntervalMatrix3 x{{1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0}};
      IntervalMatrix3 y = x;
      x.m[static_cast<std::size_t>(place)] = odd;
      const IntervalVector3 v = row(x, place / 3);
      for (const IntervalMatrix3& product : {x * y, y * x, x * x}) {
        for (const Interval& entry : product.m) EXPECT_LE(entry.lo, entry.hi);
      }
      const Interval unknown = (x * y)(place / 3, 0);
      EXPECT_TRUE(unknown.lo == -inf || unknown.hi == inf);
      for (const Interval& entry : {dot(v, v), norm(v), cross(v, row(y, 0))[0]}) EXPECT_LE(entry.lo, entry.hi);
      EXPECT_EQ(dot(v, row(y, 0)).hi, inf);
    }
  }
}

}  // namespace
}  // namespace tocca::interval_matrix_tests
