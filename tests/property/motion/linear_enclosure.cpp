// What is proven here: a link's linear enclosure holds the true pose over its window, entry by entry, rounding included.
// Oracle: the formulas of the headers in MPFR (oracle.hpp). The other kinds of motion: contract.cpp, in long double.
#include "motion/linear_enclosure.hpp"

#include <gtest/gtest.h>

#include "draw_tree.hpp"
#include "tocca/motion/tree_motion.hpp"

namespace tocca::linear_enclosure_tests {
namespace {

using oracle::Map;
using oracle::Real;
using testing::Draw;

/// How much of `rest` the truth uses at t, entry by entry; more than 1 would be a breach.
double greatest_share(const LinearEnclosure& enclosure, const Interval& time, const Map<Real>& truth, double t) {
  const Window window(time);
  double share = 0.0;
  for (int column = 0; column < 4; ++column) {
    const auto& entries = column < 3 ? truth.column[static_cast<std::size_t>(column)] : truth.offset;
    for (int row = 0; row < 3; ++row) {
      // radius (entry - middle) - (t - centre) rate, in MPFR, against radius rest
      const Real off =
          Real(window.radius) * (entries[static_cast<std::size_t>(row)] - Real(enclosure.middle(row, column))) -
          (Real(t) - Real(window.centre)) * Real(enclosure.rate(row, column));
      const double size = std::abs(static_cast<double>(off)) / window.radius;
      if (size == 0.0) continue;
      share = std::max(share, size / enclosure.rest(row, column));
    }
  }
  return share;
}

TEST(LinearEnclosure, HoldsALinksTruePose) {
  Draw draw;
  const int count = std::max(200, testing::cases(400, 20'000));
  int curved = 0, rounding = 0;
  for (int k = 0; k < count; ++k) {
    SCOPED_TRACE(testing::story(draw.seed(), k));
    // Every fourth is one hinge that turns steadily during a long window: its curve uses most of what the bound leaves it.
    const bool plain = k % 4 == 0;
    const int links = plain ? 1 : draw.integer(1, 8);
    const KinematicTree tree = oracle::draw_tree(draw, links, plain ? oracle::Joints::revolute : oracle::Joints::any);
    const Pose base = draw.pose(draw.coin(0.2) ? 1e6 : 1.0);
    const double step = plain ? draw.uniform(0.2, 1.0) : draw.log_uniform(1e-6, 10.0);
    const oracle::Segment segment = oracle::draw_segment(draw, tree, 3.0, step, !plain && draw.coin());
    TreeMotion motion(tree, base);
    motion.follow(segment.path, 0);
    const Interval time = plain ? Interval{draw.uniform(0.0, 0.3), draw.uniform(0.7, 1.0)} : oracle::draw_window(draw);
    const LinearEnclosure enclosure = motion.link(links).linear_enclosure(time);
    double share = 0.0;
    for (int i = 0; i <= 6; ++i) {
      const double t = std::min(time.hi, time.lo + (time.hi - time.lo) * i / 6);
      const Map<Real> truth = oracle::link_map<Real>(tree, base, segment.controls, -1, links, t);
      share = std::max(share, greatest_share(enclosure, time, truth, t));
    }
    ASSERT_LE(share, 1.0);
    curved += share > 0.5 ? 1 : 0;
    rounding += share > 0.02 && enclosure.rest.maxCoeff() < 1e-7 ? 1 : 0;
  }
  EXPECT_GT(curved, count / 20);     // the wall is near the truth
  EXPECT_GT(rounding, count / 100);  // and so it is where only rounding is behind it
}

TEST(LinearEnclosure, RestFallsWithTheSquareOfTheWindow) {
  Draw draw;
  const KinematicTree tree = oracle::draw_tree(draw, 6, oracle::Joints::any);
  TreeMotion motion(tree);
  Configuration from = tree.zero_configuration(), to = from;
  for (int i = 0; i < to.size(); ++i) to[i] += 0.2;
  motion.move(from, to);
  const auto rest = [&](double half) {
    return motion.link(6).linear_enclosure({0.5 - half, 0.5 + half}).rest.maxCoeff();
  };
  EXPECT_NEAR(rest(0.01) / rest(0.005), 4.0, 0.1);
}

}  // namespace
}  // namespace tocca::linear_enclosure_tests
