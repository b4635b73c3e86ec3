// What is proven here: two features under a screw that come within a level are never called apart, nothing is called apart that comes
// within it before, and what passes beside is no touch.
// Oracle: distances in 240-bit numbers (real_screw.hpp).
#include "screw/screw_touch.hpp"

#include <gtest/gtest.h>

#include "draw_screws.hpp"

namespace tocca::screw_touch_tests {
namespace {

using testing::Meeting;

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
  int count = 0, on_time = 0, faces = 0, exact = 0;
  for (int k = 0; k < testing::cases(800, 40000); ++k) {
    const Meeting m = testing::draw_meeting(draw);
    const double level = m.scale * draw.log_uniform(1e-14, 1e-7), tolerance = 1e-6 * m.scale;
    if (distance(m, m.t) > level) continue;
    ++count;
    const double from = draw.coin() ? 0.0 : (draw.coin() ? m.t : draw.uniform(0.0, m.t));
    const double to = draw.coin() ? 1.0 : (draw.coin() ? m.t : draw.uniform(m.t, 1.0));
    SCOPED_TRACE(testing::story(draw.seed(), k, int(m.features.kind), m.t, level, from, to, m.frame.angle_rad));
    Bracket touch;
    std::uint64_t roots = 0;
    ASSERT_TRUE(first_touch(m.frame, m.features, level, tolerance, from, to, touch, roots));
    EXPECT_LE(touch.lo, m.t);
    EXPECT_LE(touch.lo, touch.hi);
    EXPECT_LE(distance(m, touch.hi), level + tolerance);
    expect_apart_before(draw, m, level, from, touch.lo);
    on_time += m.t - touch.lo < 1e-4;
    if (m.features.kind != ContactKind::edge_edge) {
      ++faces, exact += distance(m, touch.hi) <= level + 1e-11 * m.scale;
    }
  }
  EXPECT_GT(count, testing::cases(800, 40000) * 8 / 10);
  EXPECT_GE(exact, faces * 95 / 100);  // edges that graze turn out of every plane: the tolerance decides
  EXPECT_GT(on_time, count / 3);       // many are nearer for longer: along each other, or grazing
}

TEST(ScrewTouch, OfFeaturesThatPassBesideIsNone) {
  testing::Draw draw;
  int count = 0, none = 0, wrong = 0;
  for (int k = 0; k < testing::cases(800, 40000); ++k) {
    Meeting m = testing::draw_meeting(draw);
    const double miss = m.scale * draw.log_uniform(1e-10, 1e-1), level = m.scale * draw.log_uniform(1e-14, 1e-11);
    const double tolerance = 1e-6 * m.scale;
    for (Vector3& p : m.features.b) p += miss * (draw.coin() ? m.aside : m.across);
    SCOPED_TRACE(testing::story(draw.seed(), k, int(m.features.kind), m.t, level, miss, m.frame.angle_rad));
    Bracket touch;
    std::uint64_t roots = 0;
    const bool found = first_touch(m.frame, m.features, level, tolerance, 0.0, 1.0, touch, roots);
    ++count, none += !found;
    if (found) {
      EXPECT_LE(distance(m, touch.hi), level + tolerance);
      wrong += distance(m, touch.hi) > level + 1e-11 * m.scale;
    }
    expect_apart_before(draw, m, level, 0.0, found ? touch.lo : 1.0);
    expect_apart_before(draw, m, level, 0.0, std::min(m.t, found ? touch.lo : 1.0));
  }
  EXPECT_GT(none, count / 3);
  EXPECT_LE(wrong, 1 + count * 2 / 100);
}

TEST(ScrewTouch, OfPointsInTheSamePlaceHasNoNormalAndIsATouch) {
  ScrewFrame frame;
  frame.angle_rad = 0.5;
  ScrewFeatures features;
  features.a[0] = Vector3(1.25, 0.25, 0.0);
  features.b[0] = Vector3(1, 0, 0), features.b[1] = Vector3(2, 0, 0), features.b[2] = Vector3(1, 1, 0);
  Bracket touch;
  std::uint64_t roots = 0;
  for (const double level : {0.0, 1e-12}) {
    EXPECT_TRUE(first_touch(frame, features, level, 1e-6, 0.0, 0.0, touch, roots));
    EXPECT_TRUE(first_touch(frame, features, level, 1e-6, 0.0, 1.0, touch, roots));
    EXPECT_EQ(touch.lo, 0.0);
  }
}

/// A corner leaves a triangle in whose plane it stays, once around, and comes back to its other side. Where the corner starts just outside of the
/// level, its way back to the plane behind it is (rate + root) / acceleration: the other form of it has a zero for a denominator.
TEST(ScrewTouch, OfACornerThatLeavesByLessThanRoundingIsNotLostWhenItComesBack) {
  ScrewFrame frame;
  frame.angle_rad = 6.25;
  ScrewFeatures features;
  features.a[0] = Vector3(1, 0, 0);
  features.b[0] = Vector3(0.5, -0x1p-7, 0), features.b[1] = Vector3(1.5, -0x1p-7, 0),
  features.b[2] = Vector3(1, -0.5, 0);
  int left = 0;
  for (int k = 1; k <= 20000; ++k) {
    Bracket touch;
    std::uint64_t roots = 0;
    const double level = 0x1p-7 * (1.0 - k * 0x1p-49);
    ASSERT_TRUE(first_touch(frame, features, level, 1e-9, 0.0, 1.0, touch, roots)) << k;
    ASSERT_LT(touch.lo, 0.96);
    left += touch.lo > 0.5;
  }
  EXPECT_GT(left, 1000);
}

/// Translations of dyadic numbers: the touch is exact, and the level may be zero.
TEST(ScrewTouch, AtLevelZeroIsFoundWhereItIsExact) {
  testing::Draw draw;
  const auto dyadic = [&]() -> Vector3 {
    return Vector3(draw.integer(-64, 64), draw.integer(-64, 64), draw.integer(-64, 64)) / 32.0;
  };
  for (int k = 0; k < testing::cases(2000, 100000); ++k) {
    ScrewFrame frame;
    frame.translation_m = draw.integer(-64, 64) / 16.0;
    const double t = draw.integer(0, 16) / 16.0;
    const Vector3 way(0.0, 0.0, t * frame.translation_m);
    ScrewFeatures features;
    features.kind = ContactKind(draw.integer(0, 2));
    for (Vector3& p : features.a) p = dyadic();
    for (Vector3& p : features.b) p = dyadic();
    const Vector3 of_a =
        features.kind == ContactKind::vertex_face ? features.a[0] : Vector3(0.5 * (features.a[0] + features.a[1]));
    const Vector3 of_b =
        features.kind == ContactKind::face_vertex ? features.b[0] : Vector3(0.5 * (features.b[0] + features.b[1]));
    for (Vector3& p : features.b) p += of_a + way - of_b;
    Bracket touch;
    std::uint64_t roots = 0;
    SCOPED_TRACE(testing::story(draw.seed(), k, int(features.kind), t, frame.translation_m));
    ASSERT_TRUE(first_touch(frame, features, 0.0, 1e-9, 0.0, 1.0, touch, roots));
    ASSERT_LE(touch.lo, t);
    ASSERT_TRUE(first_touch(frame, features, 0.0, 1e-9, t, t, touch, roots));
  }
}

}  // namespace
}  // namespace tocca::screw_touch_tests
