// The gap of two line-swept spheres against points of theirs: no two may be nearer than the gap, in long double, whose
// own rounding (2^-60 of the coordinates) is granted.
#include "check/strategy/far_pairs.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "testing/draw.hpp"

namespace tocca::far_pairs_tests {
namespace {

using Wide = long double;

Wide distance(const Vector3& a0, const Vector3& a1, Wide s, const Vector3& b0, const Vector3& b1, Wide t) {
  Wide square = 0.0L;
  for (int i = 0; i < 3; ++i) {
    const Wide p = (1.0L - s) * a0[i] + s * a1[i], q = (1.0L - t) * b0[i] + t * b1[i];
    square += (p - q) * (p - q);
  }
  return std::sqrt(square);
}

TEST(LssGap, IsNeverMoreThanTheDistanceOfTwoPoints) {
  testing::Draw draw;
  const int count = testing::cases(20'000, 1'000'000);
  int positive = 0, tight = 0;
  for (int k = 0; k < count; ++k) {
    const double size = draw.log_uniform(1e-3, 1e3), far = draw.coin(0.2) ? 1e6 : 1.0;
    const Vector3 base = draw.vector(far);
    const auto any = [&](const Vector3& near) { return Vector3(near + draw.vector(size)); };
    Lss a{any(base), any(base), 0.0}, b{any(base), any(base), 0.0};
    if (draw.coin(0.2)) a.b = a.a;
    if (draw.coin(0.2)) b.b = b.a + (a.b - a.a) * draw.uniform(0.5, 2.0);  // parallel
    a.radius = draw.coin() ? 0.0 : size * draw.uniform(0.0, 0.3);
    b.radius = draw.coin() ? 0.0 : size * draw.uniform(0.0, 0.3);
    const Wide gap = lss_gap(a, b);
    Wide least = 1e30L;
    for (int i = 0; i <= 16; ++i) {
      for (int j = 0; j <= 16; ++j) least = std::min(least, distance(a.a, a.b, i / 16.0L, b.a, b.b, j / 16.0L));
    }
    const Wide apart = least - a.radius - b.radius;
    ASSERT_LE(gap, std::max(0.0L, apart) + 1e-18L * (far + size)) << testing::story(draw.seed(), k);
    positive += gap > 0.0L ? 1 : 0;
    tight += gap > 0.0L && gap > 0.9L * apart ? 1 : 0;
  }
  EXPECT_GT(positive, count / 4);
  EXPECT_GT(tight, positive / 2);
}

}  // namespace
}  // namespace tocca::far_pairs_tests
