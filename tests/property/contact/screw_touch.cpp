// What is proven here: two features under a screw that come within a level are never called apart, nothing is called apart that comes
// within it before, and what passes beside is no touch.
// Oracle: distances in 240-bit numbers (real_screw.hpp).
#include "tocca/contact/screw_touch.hpp"

#include <gtest/gtest.h>

#include "property/contact/draw_screws.hpp"

namespace tocca {
namespace {

using testing::Meeting;

constexpr double tolerance = 1e-6;

double distance(const Meeting& m, double t) { return double(real_screw::distance(m.frame, m.features, t)); }

/// Farther than the level at times before `end`, many of them shortly before it.
void expect_apart_before(testing::Draw& draw, const Meeting& m, double level, double from, double end) {
  for (int i = 0; i < 6; ++i) {
    const double t = i < 2 ? draw.uniform(from, end) : end - draw.log_uniform(1e-15, 1.0);
    if (t >= from && t < end) {
      EXPECT_GT(distance(m, t), level) << t;
    }
  }
}

TEST(ScrewTouch, IsNeverLost) {
  testing::Draw draw;
  int count = 0, on_time = 0;
  for (int k = 0; k < testing::cases(1200, 40000); ++k) {
    const Meeting m = testing::draw_meeting(draw);
    const double level = draw.log_uniform(1e-14, 1e-7);
    if (distance(m, m.t) > level) continue;
    ++count;
    const double from = draw.coin() ? 0.0 : (draw.coin() ? m.t : draw.uniform(0.0, m.t));
    const double to = draw.coin() ? 1.0 : (draw.coin() ? m.t : draw.uniform(m.t, 1.0));
    SCOPED_TRACE(testing::story(draw.seed(), k, int(m.features.kind), m.t, level, from, to, m.frame.angle_rad));
    ScrewTouch touch;
    std::uint64_t roots = 0;
    ASSERT_TRUE(first_touch(m.frame, m.features, level, tolerance, from, to, touch, roots));
    EXPECT_LE(touch.from, m.t);
    EXPECT_LE(touch.from, touch.to);
    EXPECT_LE(distance(m, touch.to), level + tolerance);
    expect_apart_before(draw, m, level, from, touch.from);
    on_time += m.t - touch.from < 1e-4;
  }
  EXPECT_GT(count, testing::cases(1200, 40000) * 8 / 10);
  EXPECT_GT(on_time, count / 3);  // many are nearer for longer: along each other, or grazing
}

TEST(ScrewTouch, OfFeaturesThatPassBesideIsNone) {
  testing::Draw draw;
  int count = 0, none = 0, wrong = 0;
  for (int k = 0; k < testing::cases(1200, 40000); ++k) {
    Meeting m = testing::draw_meeting(draw);
    const double miss = draw.log_uniform(1e-10, 1e-1), level = draw.log_uniform(1e-14, 1e-11);
    for (Vector3& p : m.features.b) p += miss * (draw.coin() ? m.aside : m.across);
    SCOPED_TRACE(testing::story(draw.seed(), k, int(m.features.kind), m.t, level, miss, m.frame.angle_rad));
    ScrewTouch touch;
    std::uint64_t roots = 0;
    const bool found = first_touch(m.frame, m.features, level, tolerance, 0.0, 1.0, touch, roots);
    ++count, none += !found;
    if (found) {
      EXPECT_LE(distance(m, touch.to), level + tolerance);
      wrong += distance(m, touch.to) > level + 1e-11;
    }
    expect_apart_before(draw, m, level, 0.0, found ? touch.from : 1.0);
    expect_apart_before(draw, m, level, 0.0, std::min(m.t, found ? touch.from : 1.0));
  }
  EXPECT_GT(none, count / 3);
  EXPECT_LE(wrong, count / 100);
}

}  // namespace
}  // namespace tocca
