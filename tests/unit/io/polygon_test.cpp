// What is proven here: a simple polygon, convex or not, in any plane, becomes n - 2 triangles that all run round as it
// does. Their outlines add up to the polygon's by construction, so positive turns mean: covered exactly once.
#include "io/polygon.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <numbers>
#include <numeric>

#include "testing/draw.hpp"
#include "tocca/core/error.hpp"

namespace tocca::polygon_tests {
namespace {

struct Outcome {
  std::size_t triangles = 0, turned = 0;  // turned: against the polygon, or without area
  double area = 0.0;
};

Outcome triangulate(const std::vector<Vector3>& polygon, const Vector3& normal) {
  std::vector<Index> corners(polygon.size());
  std::iota(corners.begin(), corners.end(), Index{0});
  std::vector<Triangle> triangles;
  Triangulator().add(polygon, corners, triangles);
  Outcome outcome{triangles.size(), 0, 0.0};
  for (const Triangle& t : triangles) {
    const double area = 0.5 * (polygon[t[1]] - polygon[t[0]]).cross(polygon[t[2]] - polygon[t[0]]).dot(normal);
    outcome.area += area;
    outcome.turned += area <= 0.0;
  }
  return outcome;
}

double area_of(const std::vector<Vector3>& polygon, const Vector3& normal) {
  Vector3 sum = Vector3::Zero();
  for (std::size_t k = 0; k < polygon.size(); ++k) sum += polygon[k].cross(polygon[(k + 1) % polygon.size()]);
  return 0.5 * sum.dot(normal);
}

TEST(Triangulator, FillsStarsInAnyPlane) {
  testing::Draw draw;
  int concave = 0;
  const int cases = testing::cases(2000, 200'000);
  for (int k = 0; k < cases; ++k) {
    const int count = draw.integer(4, 40);
    const Pose pose = draw.pose(10.0);
    std::vector<Vector3> polygon;
    for (int i = 0; i < count; ++i) {
      const double angle = 2.0 * std::numbers::pi * i / count, radius = draw.uniform(0.1, 1.0);
      polygon.push_back(pose * Vector3(radius * std::cos(angle), radius * std::sin(angle), 0.0));
    }
    SCOPED_TRACE(testing::story(draw.seed(), k, count));
    const Vector3 normal = pose.rotation.col(2);
    const Outcome outcome = triangulate(polygon, normal);
    ASSERT_EQ(outcome.triangles, polygon.size() - 2);
    EXPECT_EQ(outcome.turned, 0u);
    EXPECT_NEAR(outcome.area, area_of(polygon, normal), 1e-9);
    concave += count > 4;
  }
  EXPECT_GT(concave, cases / 2);
}

/// Teeth of a comb, corners on straight edges, a rectangle whose first corner lies on its border.
TEST(Triangulator, FillsCombsAndStraightCorners) {
  testing::Draw draw;
  for (int teeth = 1; teeth < 60; ++teeth) {
    std::vector<Vector3> polygon;
    for (int i = 0; i < teeth; ++i) {
      polygon.emplace_back(2 * i, 0, 0);
      polygon.emplace_back(2 * i + 1, draw.uniform(1, 9), 0);
    }
    polygon.emplace_back(2 * teeth, 0, 0);
    polygon.emplace_back(2 * teeth, -1, 0);
    polygon.emplace_back(teeth, -1, 0);  // straight
    polygon.emplace_back(0, -1, 0);
    const Vector3 down(0, 0, -1);
    const Outcome outcome = triangulate(polygon, down);
    ASSERT_EQ(outcome.triangles, polygon.size() - 2);
    EXPECT_EQ(outcome.turned, 0u) << teeth;
  }
  const std::vector<Vector3> rectangle{{1, 0, 0}, {2, 0, 0}, {2, 1, 0}, {1, 1, 0}, {0, 1, 0}, {0, 0, 0}};
  EXPECT_EQ(triangulate(rectangle, Vector3::UnitZ()).turned, 0u);
}

/// A square ring as exporters write it: outline and hole joined by a bridge that is walked twice.
TEST(Triangulator, FillsAroundAHoleWithABridge) {
  const std::vector<Vector3> ring{{0, 0, 0}, {3, 0, 0}, {3, 3, 0}, {0, 3, 0}, {0, 0, 0},
                                  {1, 1, 0}, {1, 2, 0}, {2, 2, 0}, {2, 1, 0}, {1, 1, 0}};
  const Outcome outcome = triangulate(ring, Vector3::UnitZ());
  EXPECT_EQ(outcome.triangles, ring.size() - 2);
  EXPECT_EQ(outcome.turned, 0u);
  EXPECT_NEAR(outcome.area, 8.0, 1e-12);
}

TEST(Triangulator, EndsOnNonsense) {
  testing::Draw draw;
  for (int k = 0; k < testing::cases(300, 10'000); ++k) {
    std::vector<Vector3> polygon;
    for (int i = draw.integer(4, 30); i > 0; --i) {
      polygon.push_back(draw.coin(0.3) && !polygon.empty() ? polygon.front() : draw.vector(draw.coin() ? 1.0 : 1e300));
    }
    EXPECT_EQ(triangulate(polygon, Vector3::UnitZ()).triangles, polygon.size() - 2);
  }
  std::vector<Vector3> huge;  // crosses itself all over: refused, not computed for hours
  for (int i = 0; i < 20'000; ++i) huge.push_back(draw.vector(1.0));
  EXPECT_THROW(triangulate(huge, Vector3::UnitZ()), InputError);
}

}  // namespace
}  // namespace tocca::polygon_tests
