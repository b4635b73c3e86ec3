// What is proven here: a point that is called below a separating plane is farther from the tool than said, at each position and on
// the chords between them.
// Oracle: exact rationals, on points that graze the plane to a few units in the last place.
#include <gmpxx.h>
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>

#include "testing/draw.hpp"
#include "tool/tool_shapes.hpp"

namespace tocca::separating_plane_tests {
namespace {

using testing::Draw;
using Exact = std::array<mpq_class, 3>;

Exact placed(const Pose& X, const Vector3& v) {
  Exact p;
  for (int r = 0; r < 3; ++r) {
    mpq_class sum(X.translation[r]);
    for (int c = 0; c < 3; ++c) sum += mpq_class(X.rotation(r, c)) * mpq_class(v[c]);
    p[static_cast<std::size_t>(r)] = sum;
  }
  return p;
}

mpq_class dot(const Vector3& n, const Exact& p) {
  mpq_class sum = 0;
  for (int i = 0; i < 3; ++i) sum += mpq_class(n[i]) * p[static_cast<std::size_t>(i)];
  return sum;
}

std::vector<Vector3> drawn_corners(Draw& draw, double size) {
  std::vector<Vector3> points;
  for (int k = draw.integer(4, 12); k > 0; --k) points.push_back(draw.vector(size));
  return points;
}

/// A hull as a tool; its corners as the shapes store them.
struct Tool {
  std::vector<Vector3> corners;
  Collider body;
  Part part;
  ToolShapes shapes;

  explicit Tool(const std::vector<Vector3>& points)
      : corners(points),
        body{Pose(), std::make_shared<const ConvexHull>(points)},
        part(std::span(&body, 1)),
        shapes(part) {}
};

TEST(SeparatingPlane, WhatIsBelowIsFartherThanSaid) {
  Draw draw;
  int below = 0, above = 0;
  for (int k = 0; k < testing::cases(400, 20'000); ++k) {
    SCOPED_TRACE(testing::story(draw.seed(), k));
    const double size = draw.log_uniform(1e-3, 10);
    const Tool tool(drawn_corners(draw, size));
    const double away = draw.coin() ? size : draw.log_uniform(size, 1e6 * size);
    const Pose start = draw.pose(away);
    Pose end = start;
    end.translation += draw.vector(size);
    end.rotation = start.rotation * Eigen::AngleAxisd(draw.uniform(0, 0.5), draw.direction()).toRotationMatrix();
    const Vector3 n = draw.direction() * (draw.coin() ? 1.0 : draw.log_uniform(1e-3, 1e3));
    const double reach = draw.coin(0.2) ? 0.0 : draw.log_uniform(1e-9, 1) * size;
    SeparatingPlane plane(tool.shapes, 0, n, reach);
    plane.include(start), plane.include(end);
    // Just below where the tool begins, by some of what rounding may be.
    mpq_class least = dot(n, placed(start, tool.corners[0]));
    for (const Vector3& v : tool.corners) {
      least = std::min({least, dot(n, placed(start, v)), dot(n, placed(end, v))});
    }
    // Nearly half of the points are deeper than rounding can hide, and must be below; of the others, those that are called so.
    const double size_of_all = tool.shapes.size(0, start) + tool.shapes.size(0, end) + reach;
    const double hidden = 128.0 * unit_roundoff * size_of_all * n.lpNorm<1>(), share = draw.uniform(-0.2, 2.0);
    const double depth = reach * n.norm() + share * hidden;
    const Vector3 across = draw.vector(size);
    Vector3 p = across + start.translation;
    p -= n * ((n.dot(p) - least.get_d() + depth) / n.squaredNorm());
    const bool is_below = plane.has_below(p, plane.along(p));
    ++(is_below ? below : above);
    EXPECT_TRUE(is_below || share < 1.0) << share;
    if (!is_below) continue;
    Exact exact;
    for (int i = 0; i < 3; ++i) exact[static_cast<std::size_t>(i)] = mpq_class(p[i]);
    const mpq_class gap = least - dot(n, exact);
    mpq_class length_sq = 0;
    for (int i = 0; i < 3; ++i) length_sq += mpq_class(n[i]) * mpq_class(n[i]);
    EXPECT_TRUE(gap > 0);
    EXPECT_TRUE(gap * gap >= mpq_class(reach) * mpq_class(reach) * length_sq);
    const std::array<Vector3, 1> points{p};
    EXPECT_TRUE(mpq_class(plane.margin(points)) <= gap - mpq_class(reach) * mpq_class(n.norm() * (1.0 - 0x1p-50)));
  }
  EXPECT_GT(below, testing::cases(400, 20'000) / 4);
  EXPECT_GT(above, testing::cases(400, 20'000) / 10);
}

}  // namespace
}  // namespace tocca::separating_plane_tests
