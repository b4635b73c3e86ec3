// What is proven here: the gap of two rectangle-swept spheres is never above their distance, whatever direction the search
// has found, and placing one loses no more than placing_error says. Oracle: points of both sets in long double; the
// nearest ones by alternating projections that go on until they settle.
#include "contact/rss_gap.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "contact/convex_piece.hpp"
#include "testing/draw.hpp"

namespace tocca::rss_gap_tests {
namespace {

using testing::Draw;
using Wide = long double;
using WideVector = Eigen::Matrix<Wide, 3, 1>;

/// The distance of two points that lie in the rectangles, as near to each other as many rounds bring them; less the radii.
Wide distance_above(const PlacedRss& a, const PlacedRss& b) {
  const WideVector ca = a.centre.cast<Wide>(), cb = b.centre.cast<Wide>();
  const auto nearest = [](const PlacedRss& rss, const WideVector& p) {
    WideVector point = rss.centre.cast<Wide>();
    const WideVector u = rss.side[0].cast<Wide>(), v = rss.side[1].cast<Wide>();
    Wide s = 0, t = 0;
    for (int i = 0; i < 4; ++i) {  // the sides are orthogonal to float precision only
      const WideVector d = p - point;
      s = std::clamp(u.dot(d - t * v) / u.squaredNorm(), -static_cast<Wide>(rss.half[0]),
                     static_cast<Wide>(rss.half[0]));
      t = std::clamp(v.dot(d - s * u) / v.squaredNorm(), -static_cast<Wide>(rss.half[1]),
                     static_cast<Wide>(rss.half[1]));
    }
    return WideVector(point + s * u + t * v);
  };
  WideVector x = ca, y = cb;
  for (int i = 0; i < 2000; ++i) {
    const WideVector next = nearest(a, y);
    y = nearest(b, next);
    if ((next - x).norm() <= 1e-15L * (1 + next.norm())) break;
    x = next;
  }
  return (nearest(a, y) - y).norm() - a.radius - b.radius;
}

Rss draw_rss(Draw& draw, double size) {
  std::vector<Vector3> points;
  const Pose X = draw.pose(size);
  const Vector3 thin(size, size * draw.log_uniform(1e-4, 1.0),
                     size * (draw.coin(0.2) ? 0.0 : draw.log_uniform(1e-5, 1.0)));
  for (int i = draw.integer(1, 8); i > 0; --i) points.push_back(X * Vector3(thin.cwiseProduct(draw.vector(1.0))));
  return Rss::fit(points);
}

TEST(RssGap, IsNeverAboveTheDistance) {
  Draw draw;
  const int count = testing::cases(4'000, 400'000);
  int apart = 0, tight = 0, good = 0;
  for (int k = 0; k < count; ++k) {
    const double size = draw.log_uniform(1e-4, 1e3);
    PlacedRss a(draw_rss(draw, size)), b(draw_rss(draw, size * draw.log_uniform(1e-2, 1.0)));
    if (draw.coin(0.3)) b.centre += draw.vector(3.0 * size);
    if (draw.coin(0.2)) {  // side by side: where the search is slowest
      b.side[0] = (a.side[0] + draw.log_uniform(1e-9, 1e-1) * draw.direction()).normalized();
      b.side[1] = (a.side[1] - a.side[1].dot(b.side[0]) * b.side[0]).normalized();
    }
    const Vector3 far = draw.coin(0.2) ? draw.vector(1e4 * size) : Vector3(Vector3::Zero());
    a.centre += far, b.centre += far;
    SCOPED_TRACE(testing::story(draw.seed(), k, size));
    const double enough = draw.coin() ? std::numeric_limits<double>::infinity() : size * draw.log_uniform(1e-4, 1.0);
    const RssGap gap = rss_gap(a, b, enough);
    const Wide truth = distance_above(a, b);
    ASSERT_LE(gap.lower, truth);
    ASSERT_LE(rss_gap(b, a, enough).lower, truth);
    if (truth < 1e-3 * size) continue;
    ++apart;
    const double fine = rss_gap(a, b, static_cast<double>(truth)).lower;
    tight += fine > 0.99 * static_cast<double>(truth) ? 1 : 0;
    good += fine > 0.8 * static_cast<double>(truth) ? 1 : 0;
  }
  EXPECT_GT(apart, count / 4);
  EXPECT_GT(tight, apart * 3 / 4);
  EXPECT_GT(good, apart * 9 / 10);
  RecordProperty("tight", tight);
  RecordProperty("apart", apart);
}

TEST(RssGap, PlacingLosesNoMoreThanItSays) {
  Draw draw;
  const int count = testing::cases(4'000, 400'000);
  for (int k = 0; k < count; ++k) {
    const double size = draw.log_uniform(1e-4, 1e3);
    const Rss rss = draw_rss(draw, size);
    Pose X = draw.pose(draw.log_uniform(1e-3, 1e5));
    if (draw.coin(0.3)) X.rotation *= 1.0 + draw.log_uniform(1e-15, 1e-9);
    const PlacedRss own(rss), placed(rss, X);
    const double reach = own.centre.norm() + 1.001 * (own.half[0] + own.half[1]) + own.radius;
    const double defect = (X.rotation.transpose() * X.rotation - Matrix3::Identity()).norm() + 0x1p-48;
    const double error = placing_error(reach * (1.0 + 0x1p-40), defect, X.translation.norm());
    SCOPED_TRACE(testing::story(draw.seed(), k, size));
    const Eigen::Matrix<Wide, 3, 3> R = X.rotation.cast<Wide>();
    // A point of the set, and the point of the placed set with the same coefficients.
    const Wide s = own.half[0] * draw.sign(), t = own.half[1] * draw.sign();
    const WideVector w = draw.direction().cast<Wide>() * static_cast<Wide>(own.radius);
    const WideVector p = own.centre.cast<Wide>() + s * own.side[0].cast<Wide>() + t * own.side[1].cast<Wide>() + w;
    const WideVector truth = R * p + X.translation.cast<Wide>();
    const WideVector core =
        placed.centre.cast<Wide>() + s * placed.side[0].cast<Wide>() + t * placed.side[1].cast<Wide>();
    ASSERT_LE((truth - core).norm() - w.norm() * (1 + 1e-18L), static_cast<Wide>(error));
  }
}

}  // namespace
}  // namespace tocca::rss_gap_tests
