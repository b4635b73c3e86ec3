// What is proven here: a still body that FCL sees touched at some moment is never culled, and most of those that keep away
// are. Oracle: FCL (drawn_scene.hpp), granted 1e-5 m, its own precision.
#include "sweep/lss_culling.hpp"

#include <gtest/gtest.h>

#include "drawn_scene.hpp"

namespace tocca::lss_culling_tests {
namespace {

using testing::Draw;

TEST(LssCulling, NeverCullsWhatIsTouched) {
  Draw draw;
  int touched = 0, culled = 0, away = 0, just_kept = 0;
  for (int c = 0; c < testing::cases(150, 10'000); ++c) {
    SCOPED_TRACE(testing::story(draw.seed(), c));
    const oracle::DrawnScene scene(draw, 12, draw.log_uniform(0.01, 2.0));
    const double dilation_m = draw.coin() ? 0.0 : draw.uniform(0.0, 0.05);
    const double tolerance_m = draw.log_uniform(1e-3, 0.1);
    LssSweep sweep;
    sweep.set(scene.mover(), scene.volume(), tolerance_m);
    CullingCount count;
    for (std::size_t k = 0; k < scene.still().size(); ++k) {
      const bool can = can_touch(sweep, scene.still()[k], dilation_m, count);
      const bool does = scene.touches(k, dilation_m - 1e-5, 40);
      ASSERT_TRUE(can || !does) << "body " << k;
      touched += does ? 1 : 0;
      culled += can ? 0 : 1;
      // Farther away than all errors, so far as FCL's samples tell.
      if (does || scene.touches(k, dilation_m + 3.0 * tolerance_m + 0.01, 40)) continue;
      ++away;
      just_kept += can ? 1 : 0;
    }
    EXPECT_EQ(count.asked, scene.still().size());
  }
  EXPECT_GT(touched, 200);
  EXPECT_GT(culled, 200);
  EXPECT_GT(away, 200);
  EXPECT_LT(just_kept, away / 20);
}

TEST(LssCulling, KeepsTheOrderOfWhatIsLeft) {
  Draw draw;
  const oracle::DrawnScene scene(draw, 40, 1.0);
  std::vector<const Part*> parts;
  std::vector<int> candidates, expected;
  for (int k = 39; k >= 0; k -= 2) candidates.push_back(k);
  for (const Part& part : scene.still()) parts.push_back(&part);
  LssSweep sweep;
  sweep.set(scene.mover(), scene.volume(), 0.01);
  CullingCount count;
  for (const int k : candidates) {
    if (can_touch(sweep, *parts[static_cast<std::size_t>(k)], 0.0, count)) expected.push_back(k);
  }
  LssCulling culling(parts);
  culling.cull(sweep, 0.0, candidates);
  EXPECT_EQ(candidates, expected);
  EXPECT_TRUE(culling.proven());
  EXPECT_EQ(culling.count().asked, 20u);
  EXPECT_EQ(culling.count().culled, 20u - expected.size());
}

}  // namespace
}  // namespace tocca::lss_culling_tests
