// What is proven here: the judge's own distance is right. Triangles against exact rationals, near and far, touching,
// crossing, coplanar and degenerate; round solids against closed forms.
#include "testing/plain_distance.hpp"

#include <gtest/gtest.h>

#include "property/shape/exact.hpp"
#include "testing/draw.hpp"

namespace tocca::testing::plain_distance_tests {
namespace {

using exact::Vector;

mpq_class point_triangle_sq(const Vector& p, const std::array<Vector, 3>& t) {
  mpq_class least = exact::segment_distance_sq(p, t[0], t[1]);
  least = std::min(least, exact::segment_distance_sq(p, t[1], t[2]));
  least = std::min(least, exact::segment_distance_sq(p, t[2], t[0]));
  const Vector n = cross(t[1] - t[0], t[2] - t[0]);
  const mpq_class nn = dot(n, n);
  if (nn == 0) return least;
  for (std::size_t k = 0; k < 3; ++k) {
    const Vector& a = t[k];
    if (dot(cross(t[(k + 1) % 3] - a, p - a), n) < 0) return least;  // the foot is outside
  }
  const mpq_class off = dot(p - t[0], n);
  return off * off / nn;
}

mpq_class segments_sq(const Vector& a, const Vector& b, const Vector& c, const Vector& d) {
  mpq_class least = std::min(exact::segment_distance_sq(a, c, d), exact::segment_distance_sq(b, c, d));
  least = std::min(least, exact::segment_distance_sq(c, a, b));
  least = std::min(least, exact::segment_distance_sq(d, a, b));
  const Vector u = b - a, v = d - c, w = a - c;
  const mpq_class uu = dot(u, u), uv = dot(u, v), vv = dot(v, v), det = uu * vv - uv * uv;
  if (det == 0) return least;
  const mpq_class s = (uv * dot(v, w) - vv * dot(u, w)) / det, r = (uu * dot(v, w) - uv * dot(u, w)) / det;
  if (s < 0 || s > 1 || r < 0 || r > 1) return least;
  const Vector off = w + s * u - r * v;
  return std::min<mpq_class>(least, dot(off, off));
}

bool pierces(const Vector& a, const Vector& b, const std::array<Vector, 3>& t) {
  const Vector n = cross(t[1] - t[0], t[2] - t[0]);
  const mpq_class da = dot(a - t[0], n), db = dot(b - t[0], n);
  if (da == db || da * db > 0) return false;  // parallel ones touch by their features
  const Vector p = a + mpq_class(da / (da - db)) * (b - a);
  for (std::size_t k = 0; k < 3; ++k) {
    if (dot(cross(t[(k + 1) % 3] - t[k], p - t[k]), n) < 0) return false;
  }
  return true;
}

mpq_class triangles_sq(const std::array<Vector, 3>& a, const std::array<Vector, 3>& b) {
  mpq_class least = point_triangle_sq(a[0], b);
  for (std::size_t i = 0; i < 3; ++i) {
    least = std::min(least, std::min(point_triangle_sq(a[i], b), point_triangle_sq(b[i], a)));
    for (std::size_t j = 0; j < 3; ++j) {
      least = std::min(least, segments_sq(a[i], a[(i + 1) % 3], b[j], b[(j + 1) % 3]));
    }
    if (pierces(a[i], a[(i + 1) % 3], b) || pierces(b[i], b[(i + 1) % 3], a)) return 0;
  }
  return least;
}

using Corners = std::array<Vector3, 3>;

/// Triangles of all shapes: plain, needles, coplanar, sharing corners, on a coarse grid so that they really touch.
Corners draw_triangle(Draw& draw, double offset) {
  Corners t;
  const bool grid = draw.coin(0.3);
  for (Vector3& p : t) {
    p = draw.vector(1.0);
    if (grid) p = (4.0 * p).array().round() / 4.0;
    p.x() += offset;
  }
  if (draw.coin(0.2)) t[2] = t[0] + 1e-7 * draw.vector(1.0);
  if (draw.coin(0.2)) t[0].z() = t[1].z() = t[2].z() = 0.0;
  return t;
}

PlainConvex convex(const Corners& t) {
  PlainConvex item;
  for (const Vector3& p : t) item.points.push_back(p.cast<long double>());
  return item;
}

TEST(PlainDistance, OfTrianglesIsThatOfRationals) {
  Draw draw;
  int touching = 0, apart = 0, loose = 0;
  const int count = cases(1'000, 50'000);
  for (int k = 0; k < count; ++k) {
    const Corners a = draw_triangle(draw, 0.0), b = draw_triangle(draw, draw.coin() ? draw.uniform(0, 2) : 0.0);
    const DistanceBounds found = plain_distance(convex(a), convex(b));
    std::array<Vector, 3> ea, eb;
    for (std::size_t i = 0; i < 3; ++i) {
      ea[i] = exact::from(a[i]);
      eb[i] = exact::from(b[i]);
    }
    const double truth = std::sqrt(triangles_sq(ea, eb).get_d());
    (truth == 0 ? touching : apart) += 1;
    ASSERT_LE(found.lower, truth + 1e-15) << story(draw.seed(), k);
    ASSERT_GE(found.upper, truth - 1e-15) << story(draw.seed(), k);
    // Needles of 1e-7 take some of the solver's digits.
    ASSERT_LE(found.upper - found.lower, 1e-10) << story(draw.seed(), k, truth, found.lower, found.upper);
    loose += found.upper - found.lower > 1e-13 ? 1 : 0;
  }
  EXPECT_GT(touching, count / 20);
  EXPECT_GT(apart, count / 3);
  EXPECT_LT(loose, count / 50);
}

TEST(PlainDistance, OfRoundSolidsIsThatOfClosedForms) {
  Draw draw;
  const int count = cases(500, 20'000);
  for (int k = 0; k < count; ++k) {
    const Eigen::Isometry3d X = [&] {
      Eigen::Isometry3d x = Eigen::Isometry3d::Identity();
      const Pose pose = draw.pose(1.0);
      x.linear() = pose.rotation;
      x.translation() = pose.translation;
      return x;
    }();
    const double r = draw.uniform(0.01, 0.5), h = draw.uniform(0.01, 1.0), ball = draw.uniform(0.0, 0.2) + 1e-3;
    const Vector3 p = draw.vector(2.0);  // the ball's centre in the solid's frame
    Eigen::Isometry3d Y = X;
    Y.translation() = X * p;
    const auto distance_to = [&](const Geometry& solid) {
      return plain_distance(plain_items(solid, X), plain_items(Sphere{ball}, Y));
    };
    const auto expect_close = [&](const DistanceBounds& found, double truth) {
      truth = std::max(0.0, truth - ball);
      EXPECT_LE(found.lower, truth + 1e-14) << story(draw.seed(), k);
      EXPECT_GE(found.upper, truth - 1e-14) << story(draw.seed(), k);
      EXPECT_LE(found.upper, truth + 1e-9) << story(draw.seed(), k);
    };
    const double across = std::hypot(p.x(), p.y()), along = std::abs(p.z());
    expect_close(distance_to(Cylinder{r, h}), std::hypot(std::max(0.0, across - r), std::max(0.0, along - h / 2)));
    expect_close(distance_to(Capsule{r, h}), std::hypot(across, std::max(0.0, along - h / 2)) - r);
    const Vector3 size(r, h, 2 * r), over = (p.cwiseAbs() - 0.5 * size).cwiseMax(0.0);
    expect_close(distance_to(Box{size}), over.norm());
  }
}

}  // namespace
}  // namespace tocca::testing::plain_distance_tests
