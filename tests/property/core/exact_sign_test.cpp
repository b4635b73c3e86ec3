// What is proven here: orient3d gives the sign of the real determinant, on both rungs; expansions are exact.
// Oracle: GMP rationals.
#include "core/exact_sign.hpp"

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <array>

#include "core/expansion.hpp"
#include "core/interval_arithmetic.hpp"
#include "testing/draw.hpp"

namespace tocca::exact_sign_tests {
namespace {

using Point = std::array<double, 3>;
using Tetrahedron = std::array<Point, 4>;

int true_sign(const Tetrahedron& t) {
  std::array<std::array<mpq_class, 3>, 3> row;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) row[i][j] = mpq_class(t[i + 1][j]) - mpq_class(t[0][j]);
  }
  const mpq_class determinant = row[0][0] * (row[1][1] * row[2][2] - row[1][2] * row[2][1]) +
                                row[0][1] * (row[1][2] * row[2][0] - row[1][0] * row[2][2]) +
                                row[0][2] * (row[1][0] * row[2][1] - row[1][1] * row[2][0]);
  return sgn(determinant);
}

struct Count {
  int all = 0, quick = 0, zero = 0, nonzero_after_exact = 0;

  void check(const Tetrahedron& t) {
    const double *a = t[0].data(), *b = t[1].data(), *c = t[2].data(), *d = t[3].data();
    const int truth = true_sign(t);
    const auto answer = orient3d_quick(a, b, c, d);
    ASSERT_EQ(orient3d(a, b, c, d), truth);
    ASSERT_EQ(orient3d_exact(a, b, c, d), truth);
    ASSERT_EQ(orient3d(b, a, c, d), -truth);  // an odd swap
    ASSERT_EQ(answer.value_or(truth), truth);
    ++all;
    quick += answer.has_value();
    zero += truth == 0;
    nonzero_after_exact += !answer && truth != 0;
  }
};

Point nudged(testing::Draw& draw, Point p) {
  double& coordinate = p[static_cast<std::size_t>(draw.integer(0, 2))];
  if (coordinate == 0.0) return p;  // its neighbours are not of exact range
  coordinate = draw.coin() ? above(coordinate) : below(coordinate);
  return p;
}

TEST(ExactSign, OfTetrahedraInGeneralPositionIsQuick) {
  testing::Draw draw;
  Count count;
  for (int k = 0; k < testing::cases(20'000, 1'000'000); ++k) {
    const double size = draw.log_uniform(1e-9, 1e6);
    Tetrahedron t;
    for (Point& p : t) p = {draw.uniform(-size, size), draw.uniform(-size, size), draw.uniform(-size, size)};
    SCOPED_TRACE(testing::story(draw.seed(), k));
    count.check(t);
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(count.quick, 0.999 * count.all);
}

/// Small integers times a power of two, so that d = a + i (b - a) + j (c - a) is a double: exactly in the plane.
TEST(ExactSign, OfCoplanarPointsIsZeroAndOfNudgedOnesIsNot) {
  testing::Draw draw;
  Count flat, nudge;
  for (int k = 0; k < testing::cases(20'000, 1'000'000); ++k) {
    const double unit = std::ldexp(1.0, draw.integer(-40, 40));
    Tetrahedron t;
    for (int i = 0; i < 3; ++i) {
      for (std::size_t j = 0; j < 3; ++j)
        t[static_cast<std::size_t>(i)][j] = unit * draw.integer(-1'000'000, 1'000'000);
    }
    const int along_b = draw.integer(-50, 50), along_c = draw.integer(-50, 50);
    for (std::size_t j = 0; j < 3; ++j) {
      t[3][j] = t[0][j] + along_b * (t[1][j] - t[0][j]) + along_c * (t[2][j] - t[0][j]);
    }
    SCOPED_TRACE(testing::story(draw.seed(), k));
    flat.check(t);
    t[3] = nudged(draw, t[3]);
    nudge.check(t);
    if (HasFatalFailure()) return;
  }
  EXPECT_EQ(flat.zero, flat.all);
  EXPECT_GT(nudge.all - nudge.zero, 0.99 * nudge.all);
  EXPECT_GT(nudge.nonzero_after_exact, 0.3 * nudge.all);  // the quick bound really gives up here, and exact decides
}

TEST(ExactSign, OfNearlyFlatOnesAtAnyPlaceAndSize) {
  testing::Draw draw;
  Count count;
  for (int k = 0; k < testing::cases(20'000, 1'000'000); ++k) {
    const double size = draw.log_uniform(1e-9, 1e6), far = draw.coin() ? 0.0 : draw.log_uniform(1e-3, 1e9);
    const auto number = [&](double s) { return draw.uniform(-s, s); };
    Tetrahedron t;
    for (std::size_t j = 0; j < 3; ++j) {
      const double shift = number(far);
      for (std::size_t i = 0; i < 3; ++i) t[i][j] = shift + number(size);
    }
    const double u = draw.uniform(-2, 2), v = draw.uniform(-2, 2);
    for (std::size_t j = 0; j < 3; ++j) t[3][j] = t[0][j] + u * (t[1][j] - t[0][j]) + v * (t[2][j] - t[0][j]);
    if (draw.coin()) t[3] = nudged(draw, t[3]);
    if (draw.coin(0.1)) t[3] = t[static_cast<std::size_t>(draw.integer(0, 2))];  // twice the same point
    SCOPED_TRACE(testing::story(draw.seed(), k));
    count.check(t);
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(count.nonzero_after_exact, 0.5 * count.all);
  EXPECT_GT(count.zero, 0.05 * count.all);
}

TEST(ExactSign, HoldsUpToTheEndsOfTheStatedRange) {
  testing::Draw draw;
  Count count;
  const auto coordinate = [&] {
    if (draw.coin(0.2)) return 0.0;
    const double mantissa = draw.coin() ? 1.0 : draw.uniform(1.0, 2.0);
    const int exponent = draw.coin(0.3) ? -306 : draw.coin(0.3) ? 337 : draw.integer(-306, 337);
    return draw.sign() * std::ldexp(mantissa, exponent);
  };
  for (int k = 0; k < testing::cases(20'000, 1'000'000); ++k) {
    Tetrahedron t;
    for (Point& p : t) p = {coordinate(), coordinate(), coordinate()};
    if (draw.coin(0.3)) t[3] = nudged(draw, t[static_cast<std::size_t>(draw.integer(0, 2))]);
    SCOPED_TRACE(testing::story(draw.seed(), k));
    bool in_range = true;
    for (const Point& p : t) {
      for (double x : p) in_range = in_range && has_exact_range(x);
    }
    if (!in_range) continue;  // a zero or the smallest was nudged
    count.check(t);
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(count.nonzero_after_exact, 0.001 * count.all);
  EXPECT_FALSE(has_exact_range(0x1p-307));
  EXPECT_FALSE(has_exact_range(0x1p339));
  EXPECT_FALSE(has_exact_range(std::nan("")));
}

TEST(Expansion, ComputesExactlyAndStaysNormalised) {
  testing::Draw draw;
  const auto number = [&] { return draw.sign() * std::ldexp(draw.uniform(1.0, 2.0), draw.integer(-60, 60)); };
  const auto value = [](const auto& e) {
    mpq_class sum = 0;
    for (int i = 0; i < e.size; ++i) sum += mpq_class(e[i]);
    return sum;
  };
  for (int k = 0; k < testing::cases(20'000, 1'000'000); ++k) {
    const double a = number(), b = number(), c = number(), d = draw.coin() ? number() : nextafter(c, 0.0);
    SCOPED_TRACE(testing::story(draw.seed(), k, a, b, c, d));
    const auto product = (difference(a, b) * difference(c, d)) * b - difference(a, d) * c;
    const mpq_class qa(a), qb(b), qc(c), qd(d), truth = (qa - qb) * (qc - qd) * qb - (qa - qd) * qc;
    ASSERT_TRUE(value(product) == truth);
    ASSERT_EQ(product.sign(), sgn(truth));
    for (int i = 1; i < product.size; ++i) ASSERT_LT(std::fabs(product[i - 1]), std::fabs(product[i]));
  }
}

}  // namespace
}  // namespace tocca::exact_sign_tests
