// What is proven here: the distance of a tool's polytope from a triangle is enclosed.
// Oracle: plain distances in long double.
#include <gtest/gtest.h>

#include "testing/draw.hpp"
#include "testing/plain_distance.hpp"
#include "tool/tool_shapes.hpp"

namespace tocca::polytope_distance_tests {
namespace {

using testing::Draw;

std::vector<Vector3> drawn_corners(Draw& draw, double size) {
  std::vector<Vector3> points;
  for (int k = draw.integer(4, 12); k > 0; --k) points.push_back(draw.vector(size));
  return points;
}

Vector3 inner_point(Draw& draw, const std::vector<Vector3>& corners) {
  Vector3 sum = Vector3::Zero();
  double weights = 0.0;
  for (const Vector3& v : corners) {
    const double weight = draw.uniform(0.1, 1.0);
    sum += weight * v, weights += weight;
  }
  return sum / weights;
}

/// Around a point, which is their mean.
std::array<Vector3, 3> drawn_triangle(Draw& draw, const Vector3& middle) {
  const Vector3 a = draw.vector(0.1), b = draw.vector(0.1);
  return {middle + a, middle + b, middle - a - b};
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

TEST(PolytopeDistance, DistancesEncloseTheTrueOnes) {
  Draw draw;
  int apart = 0, overlapping = 0;
  for (int k = 0; k < testing::cases(300, 10'000); ++k) {
    SCOPED_TRACE(testing::story(draw.seed(), k));
    const Tool tool(drawn_corners(draw, 0.1));
    const Pose X = draw.pose(0.3);
    const bool is_through = draw.coin(0.2);  // a point of the triangle is a point of the hull
    std::array<Vector3, 3> triangle =
        drawn_triangle(draw, is_through ? X * inner_point(draw, tool.corners) : draw.vector(0.3));
    const Vector3 begin = draw.coin() ? Vector3(Vector3::Zero()) : draw.direction();
    const double fine = draw.log_uniform(1e-12, 1e-4);
    const Distance found = distance_between(tool.shapes, 0, X, triangle, begin, fine, 1e300);
    testing::PlainConvex hull, flat;
    for (const Vector3& v : tool.corners) {
      hull.points.push_back(X.rotation.cast<long double>() * v.cast<long double>() + X.translation.cast<long double>());
    }
    for (const Vector3& p : triangle) flat.points.push_back(p.cast<long double>());
    const auto truth = testing::plain_distance(hull, flat);
    EXPECT_LE(found.lower, truth.upper);
    EXPECT_GE(found.upper, truth.lower);
    if (is_through) {
      EXPECT_LE(found.lower, 0.0);
    }
    if (truth.lower > 1e-9) {
      ++apart;
      EXPECT_LE(found.upper - found.lower, fine + 1e-12);
    } else {
      ++overlapping;
    }
  }
  EXPECT_GT(apart, testing::cases(300, 10'000) / 4);
  EXPECT_GT(overlapping, testing::cases(300, 10'000) / 50);
}

}  // namespace
}  // namespace tocca::polytope_distance_tests
