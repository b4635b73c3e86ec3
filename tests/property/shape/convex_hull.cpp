// What is proven here: every given point lies inside or on every face of its hull; faces are plane and convex, edges
// meet in pairs, Euler's formula holds; vertices are corners among the given points.
// Oracle: exact rationals (GMP).
#include "tocca/shape/convex_hull.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "exact.hpp"
#include "testing/draw.hpp"
#include "tocca/core/error.hpp"

namespace tocca::convex_hull_tests {
namespace {

using testing::Draw;

/// Clouds that tempt a hull: balls, grids (many coplanar, collinear and repeated points), nearly flat, far away.
std::vector<Vector3> draw_points(Draw& draw) {
  const int kind = draw.integer(0, 4), count = draw.integer(5, 60);
  const double size = draw.log_uniform(1e-9, 1e6);
  const Vector3 offset = draw.coin() ? Vector3(Vector3::Zero()) : draw.vector(1e6);
  std::vector<Vector3> points;
  for (int i = 0; i < count; ++i) {
    Vector3 p = draw.vector(1.0);
    if (kind == 1) p = Vector3(draw.integer(-1, 1), draw.integer(-1, 1), draw.integer(-1, 1));
    if (kind == 2) p = draw.direction();
    if (kind == 3) p.z() = 1e-15 * p.z();
    if (kind == 4) p = 0.25 * Vector3(draw.integer(-4, 4), draw.integer(-4, 4), draw.integer(0, 1));
    points.push_back(kind == 1 || kind == 4 ? p : Vector3(size * p + offset));
  }
  return points;
}

bool all_in_one_plane(const std::vector<Vector3>& points) {
  const exact::Vector origin = exact::from(points[0]);
  std::vector<exact::Vector> d;
  for (const Vector3& p : points) d.push_back(exact::from(p) - origin);
  for (std::size_t i = 1; i < d.size(); ++i) {  // the first side, then the first normal: their pivots decide
    if (exact::dot(d[i], d[i]) == 0) continue;
    for (std::size_t j = i + 1; j < d.size(); ++j) {
      const exact::Vector normal = exact::cross(d[i], d[j]);
      if (exact::dot(normal, normal) == 0) continue;
      return std::all_of(d.begin(), d.end(), [&](const exact::Vector& x) { return exact::dot(normal, x) == 0; });
    }
    return true;
  }
  return true;
}

void expect_hull(const ConvexHull& hull, const std::vector<Vector3>& points) {
  std::vector<exact::Vector> given, corner;
  for (const Vector3& p : points) given.push_back(exact::from(p));
  for (const Vector3& p : hull.vertices()) {
    corner.push_back(exact::from(p));
    EXPECT_NE(std::find(points.begin(), points.end(), p), points.end());
  }
  std::map<std::pair<Index, Index>, int> sides;
  std::size_t triangles = 0;
  for (std::size_t f = 0; f < hull.face_count(); ++f) {
    const auto face = hull.face(f);
    ASSERT_GE(face.size(), 3u);
    triangles += face.size() - 2;
    const exact::Vector a = corner[face[0]];
    const exact::Vector normal = exact::cross(corner[face[1]] - a, corner[face[2]] - a);
    ASSERT_TRUE(exact::dot(normal, normal) > 0);
    for (const exact::Vector& p : given) ASSERT_TRUE(exact::dot(normal, p - a) <= 0);
    std::set<Index> distinct(face.begin(), face.end());
    EXPECT_EQ(distinct.size(), face.size());
    for (std::size_t k = 0; k < face.size(); ++k) {
      const exact::Vector &p = corner[face[k]], &q = corner[face[(k + 1) % face.size()]],
                          &r = corner[face[(k + 2) % face.size()]];
      EXPECT_TRUE(exact::dot(normal, p - a) == 0);
      EXPECT_TRUE(exact::dot(normal, exact::cross(q - p, r - q)) > 0) << "a corner that is none";
      ++sides[{face[k], face[(k + 1) % face.size()]}];
    }
  }
  EXPECT_EQ(hull.triangles().size(), triangles);
  for (const auto& [side, count] : sides) {
    EXPECT_EQ(count, 1);
    EXPECT_TRUE(sides.contains({side.second, side.first}));
    const auto around = hull.neighbours(side.first);
    EXPECT_NE(std::find(around.begin(), around.end(), side.second), around.end());
  }
  EXPECT_EQ(hull.vertices().size() + hull.face_count(), sides.size() / 2 + 2);  // Euler
  std::size_t neighbours = 0;
  for (Index v = 0; v < hull.vertices().size(); ++v) neighbours += hull.neighbours(v).size();
  EXPECT_EQ(neighbours, sides.size());
}

TEST(ConvexHull, HoldsEveryPointBehindEveryFace) {
  Draw draw;
  int solid = 0, flat = 0, merged = 0;
  for (int k = 0; k < testing::cases(150, 100'000); ++k) {
    const auto points = draw_points(draw);
    SCOPED_TRACE(testing::story(draw.seed(), k, points.size()));
    if (all_in_one_plane(points)) {
      EXPECT_THROW(ConvexHull{points}, InputError);
      ++flat;
      continue;
    }
    const ConvexHull hull(points);
    expect_hull(hull, points);
    merged += hull.triangles().size() > hull.face_count();
    ++solid;
  }
  EXPECT_GT(merged, solid / 5);
  EXPECT_GT(solid, flat);
}

TEST(ConvexHull, SupportIsTheFarthestVertex) {
  Draw draw;
  std::vector<Vector3> points;
  for (int i = 0; i < 500; ++i) points.push_back(draw.direction());
  const ConvexHull hull(points);
  for (int k = 0; k < 200; ++k) {
    const Vector3 direction = draw.direction();
    const double reach = direction.dot(hull.vertices()[hull.support(direction)]);
    for (const Vector3& p : points) ASSERT_GE(reach, direction.dot(p) - 1e-15);
  }
}

TEST(ConvexHull, OfACubeWithPointsOnItsFacesHasSixSquareFaces) {
  std::vector<Vector3> points;
  for (int x = 0; x <= 4; ++x) {
    for (int y = 0; y <= 4; ++y) {
      for (int z = 0; z <= 4; ++z) points.emplace_back(x, y, z), points.emplace_back(x, y, z);
    }
  }
  const ConvexHull hull(points);
  EXPECT_EQ(hull.vertices().size(), 8u);
  EXPECT_EQ(hull.face_count(), 6u);
  expect_hull(hull, points);
}

TEST(ConvexHull, RefusesWhatSpansNoSolid) {
  const double nan = std::nan("");
  EXPECT_THROW(ConvexHull(std::vector<Vector3>{}), InputError);
  EXPECT_THROW(ConvexHull(std::vector<Vector3>(9, Vector3(1, 2, 3))), InputError);
  EXPECT_THROW(ConvexHull(std::vector<Vector3>{{0, 0, 0}, {1, 1, 1}, {2, 2, 2}, {3, 3, 3}}), InputError);
  EXPECT_THROW(ConvexHull(std::vector<Vector3>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {0.1, 0.3, 0}}), InputError);
  EXPECT_THROW(ConvexHull(std::vector<Vector3>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, nan}}), InputError);
  EXPECT_THROW(ConvexHull(std::vector<Vector3>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1e-200}}), InputError);
  EXPECT_THROW(ConvexHull(std::vector<Vector3>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1e31}}), InputError);
}

}  // namespace
}  // namespace tocca::convex_hull_tests
