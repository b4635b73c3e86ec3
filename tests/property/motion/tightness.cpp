// What is measured here: the greatest true deviation of a point from its chord, as a fraction of its tube, by chain
// length and step; the table of docs/performance.md ("Motion bounds") is this test's output.
// Oracle: oracle.hpp in long double.
#include <gtest/gtest.h>

#include <cstdio>

#include "draw_tree.hpp"

namespace tocca::tightness_tests {
namespace {

using Wide = long double;

/// Mean over random revolute chains of (true deviation of the tip's point) / tube; each joint turns by up to `step`.
double mean_ratio(testing::Draw& draw, int joints, double step, int count) {
  double sum = 0.0;
  for (int k = 0; k < count; ++k) {
    const KinematicTree tree = oracle::draw_tree(draw, joints, oracle::Joints::revolute);
    const auto segment = oracle::draw_segment(draw, tree, 3.0, step, false);
    TreeMotion motion(tree);
    motion.follow(segment.path, 0);
    const Vector3 x = draw.vector(0.3);
    const auto place = [&](double t) {
      return oracle::link_map<Wide>(tree, {}, segment.controls, -1, joints, static_cast<Wide>(t))(oracle::vec<Wide>(x));
    };
    const auto start = place(0.0), end = place(1.0);
    Wide worst = 0.0L;
    for (int i = 1; i < 16; ++i) {
      const Wide s = i / 16.0L;
      const auto chord = oracle::plus(oracle::times(1.0L - s, start), oracle::times(s, end));
      worst = std::max(worst, oracle::distance(place(i / 16.0), chord));
    }
    sum += static_cast<double>(worst) / motion.link(joints).tube({0.0, 1.0}, {x, x, 0.0});
  }
  return sum / count;
}

TEST(Tightness, OfTheTubeByChainLength) {
  testing::Draw draw;
  const int count = testing::cases(100, 2'000);
  const double steps[] = {0.01, 0.1, 0.3, 1.0, 3.0};
  std::printf("| joints | 0.01 rad | 0.1 | 0.3 | 1 | 3 |\n|---|---|---|---|---|---|\n");
  for (int joints : {1, 2, 3, 5, 7, 10, 20}) {
    std::printf("| %d |", joints);
    for (double step : steps) {
      const double ratio = mean_ratio(draw, joints, step, count);
      std::printf(" %.2f |", ratio);
      EXPECT_LE(ratio, 1.0);
      if (step <= 0.1) {
        EXPECT_GT(ratio, joints <= 7 ? 0.9 : 0.5);  // the bound by sums alone had 0.24 at 7 joints, 0.05 at 20
      }
    }
    std::printf("\n");
  }
}

}  // namespace
}  // namespace tocca::tightness_tests
