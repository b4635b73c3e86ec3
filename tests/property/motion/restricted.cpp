// What is proven here: a coordinate restricted to a part of its time is the same polynomial there, within the error it
// states, its value and its series alike; and that error is a few ulps, no more.
// Oracle: the Bernstein sum of the whole coordinate in MPFR with 240 bits, at the true time.
#include <gtest/gtest.h>

#include <cmath>

#include "draw_tree.hpp"
#include "tocca/motion/coordinate.hpp"

namespace tocca::restricted_tests {
namespace {

using oracle::Real;
using testing::Draw;

struct Drawn {
  Coordinate coordinate;
  std::vector<double> control;
};

Drawn draw_coordinate(Draw& draw) {
  const double size = draw.log_uniform(1e-9, 1e6);
  const auto any = [&] { return draw.coin(0.1) ? 0.0 : draw.uniform(-size, size); };
  Coordinate q(any(), any());
  const int kind = draw.integer(0, 2);
  if (kind == 1) q = Coordinate::cubic(any(), any(), any(), any());
  if (kind == 2) q = Coordinate::quintic(any(), any(), any(), any(), any(), any());
  const auto end = q.control().begin() + q.degree() + 1;
  return {q, {q.control().begin(), end}};
}

/// The time of the whole motion at time t of the part, exactly.
Real whole_time(double from, double to, double begin, double end, double t) {
  const Real time = Real(from) + Real(t) * (Real(to) - Real(from));
  return (time - Real(begin)) / (Real(end) - Real(begin));
}

double off(const Real& truth, double value) { return std::abs(static_cast<double>(truth - Real(value))); }

TEST(RestrictedCoordinate, IsTheSamePolynomialWithinItsError) {
  Draw draw;
  const int count = testing::cases(3'000, 300'000);
  double worst = 0.0;
  int tiny = 0, cut = 0;
  for (int k = 0; k < count; ++k) {
    const auto [q, control] = draw_coordinate(draw);
    const double begin = draw.coin() ? 0.0 : draw.uniform(-1e6, 1e6), end = begin + draw.log_uniform(1e-6, 1e6);
    const double from = draw.coin(0.2) ? begin : draw.uniform(begin, end);
    const double to = draw.coin(0.2)   ? end
                      : draw.coin(0.2) ? std::min(end, std::nextafter(from, end))
                                       : draw.uniform(from, end);
    SCOPED_TRACE(testing::story(draw.seed(), k, q.degree(), begin, from, to, end));
    const Coordinate part = q.restricted(Stretch::of(from, to, begin, end));
    if (q.constant()) continue;
    double size = 0.0;
    for (const double b : control) size = std::max(size, std::abs(b));
    for (const double t : {0.0, 1.0, draw.uniform(0.0, 1.0)}) {
      const Real truth = oracle::bernstein<Real>(control, whole_time(from, to, begin, end, t));
      const auto [value, error] = part.at(t);
      ASSERT_LE(off(truth, value), error);
      ASSERT_TRUE(part.over({t, t}).contains(value));
      worst = std::max(worst, error / size);
      cut += error > 0.0;
    }
    tiny += std::abs(part.at(1.0).value - part.at(0.0).value) <= 1e-12 * size;
  }
  EXPECT_LT(worst, 2e-14);
  EXPECT_GT(tiny, count / 50);
  EXPECT_GT(cut, count);
}

TEST(RestrictedCoordinate, BoundsItsSpeed) {
  Draw draw;
  for (int k = 0; k < testing::cases(1'000, 100'000); ++k) {
    const auto [q, control] = draw_coordinate(draw);
    const double from = draw.uniform(0.0, 1.0), to = draw.uniform(from, 1.0);
    SCOPED_TRACE(testing::story(draw.seed(), k, q.degree(), from, to));
    const Coordinate part = q.restricted(Stretch::of(from, to, 0.0, 1.0));
    const double a = draw.uniform(0.0, 1.0), b = draw.uniform(a, 1.0);
    const Window window(Interval{a, b});
    const Real step = oracle::bernstein<Real>(control, whole_time(from, to, 0.0, 1.0, b)) -
                      oracle::bernstein<Real>(control, whole_time(from, to, 0.0, 1.0, a));
    // most[1] bounds |q'| times the window's radius; the way from a to b is at most twice that.
    ASSERT_LE(std::abs(static_cast<double>(step)), 2.0 * part.around(window).most[1] * (1.0 + 1e-15));
  }
}

TEST(RestrictedCoordinate, TheWholeTimeChangesNothing) {
  const Coordinate q = Coordinate::cubic(1.0, 2.0, 0.5, -0.5);
  EXPECT_TRUE(Stretch::of(3.0, 5.0, 3.0, 5.0).whole());
  EXPECT_EQ(Stretch::of(3.0, 5.0, 3.0, 5.0).error, 0.0);
  EXPECT_EQ(q.restricted(Stretch::of(3.0, 5.0, 3.0, 5.0)).control(), q.control());
  const Stretch huge = Stretch::of(0.0, 1e308, -1.7e308, 1.7e308);
  EXPECT_NEAR(huge.from, 0.5, 1e-15);
  EXPECT_NEAR(huge.to, 0.5 + 0.5 / 1.7, 1e-15);
}

}  // namespace
}  // namespace tocca::restricted_tests
