// What is proven here: a polytope's edges, faces and vertices know each other; no point lies beyond a face's rounded plane by
// more than it says; balls hold all of it; climbing finds the farthest vertex, plateaus of rounding included.
// Oracle: exact rationals (GMP), and looking at every vertex.
#include "shape/polytope.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "exact.hpp"
#include "shape/farthest_vertex.hpp"
#include "testing/draw.hpp"

namespace tocca::polytope_tests {
namespace {

using testing::Draw;

std::vector<Vector3> draw_solid(Draw& draw) {
  const int kind = draw.integer(0, 3), count = draw.integer(8, 40);
  const double size = draw.log_uniform(1e-6, 1e6);
  const Vector3 offset = draw.coin() ? Vector3(Vector3::Zero()) : draw.vector(1e4);
  std::vector<Vector3> points;
  for (int i = 0; i < count; ++i) {
    if (kind == 0) points.emplace_back(draw.integer(-1, 1), draw.integer(-1, 1), draw.integer(-1, 1));  // grids
    if (kind == 1) points.push_back(size * draw.direction() + offset);                                  // balls
    if (kind == 2) points.push_back(draw.vector(1.0).cwiseProduct(Vector3(1, 1, 1e-7)) + offset);       // plates
    if (kind == 3) points.push_back(draw.vector(1.0).cwiseProduct(Vector3(1e-6, 1e-5, 1)) + offset);    // needles
  }
  return points;
}

bool joined(const Polytope::Edge& e, Index v, Index w) {
  return (e.tail == v && e.head == w) || (e.tail == w && e.head == v);
}

void expect_adjacency(const Polytope& p) {
  const ConvexHull& hull = p.hull();
  ASSERT_EQ(p.planes().size(), hull.face_count());
  EXPECT_EQ(p.vertices().size() + hull.face_count(), p.edges().size() + 2);  // Euler
  for (Index v = 0; v < p.vertices().size(); ++v) {
    ASSERT_EQ(p.vertex_edges(v).size(), hull.neighbours(v).size());
    for (std::size_t k = 0; k < hull.neighbours(v).size(); ++k) {
      EXPECT_TRUE(joined(p.edges()[p.vertex_edges(v)[k]], v, hull.neighbours(v)[k]));
    }
  }
  for (Index f = 0; f < hull.face_count(); ++f) {
    const auto corners = hull.face(f);
    ASSERT_EQ(p.face_edges(f).size(), corners.size());
    for (std::size_t k = 0; k < corners.size(); ++k) {
      const Polytope::Edge& e = p.edges()[p.face_edges(f)[k]];
      const Index from = corners[k], to = corners[(k + 1) % corners.size()];
      ASSERT_TRUE(joined(e, from, to));
      EXPECT_EQ(e.tail == from ? e.left : e.right, f);
      EXPECT_NE(e.left, e.right);
    }
  }
}

TEST(Polytope, KnowsItsNeighboursAndBounds) {
  Draw draw;
  int solids = 0;
  double worst = 0.0;
  const int count = testing::cases(300, 20'000);
  for (int k = 0; k < count; ++k) {
    const std::vector<Vector3> points = draw_solid(draw);
    SCOPED_TRACE(testing::story(draw.seed(), k, points.size()));
    if (points.size() < 12) continue;  // grids of few points may be flat
    const Polytope p(points);
    ++solids;
    expect_adjacency(p);
    const exact::Vector centre = exact::from(p.centre());
    for (const Vector3& v : p.vertices()) {
      const exact::Vector x = exact::from(v), d = x - centre;
      EXPECT_TRUE(exact::dot(d, d) <= mpq_class(p.radius()) * mpq_class(p.radius()));
      EXPECT_TRUE(exact::dot(x, x) <= mpq_class(p.reach()) * mpq_class(p.reach()));
      for (const Polytope::Plane& plane : p.planes()) {
        const mpq_class beyond = exact::dot(exact::from(plane.normal), x) - mpq_class(plane.offset);
        EXPECT_TRUE(beyond <= mpq_class(p.plane_error()));
      }
    }
    for (Index f = 0; f < p.planes().size(); ++f) {
      EXPECT_NEAR(p.planes()[f].normal.norm(), 1.0, 1e-15);
      for (const Index corner : p.hull().face(f)) {  // the plane is the face's own
        const double off = p.planes()[f].normal.dot(p.vertices()[corner]) - p.planes()[f].offset;
        EXPECT_NEAR(off, 0.0, 1e-8 * p.radius() + 1e-14 * p.reach());
      }
    }
    worst = std::max(worst, p.plane_error() / p.reach());
  }
  EXPECT_GE(solids, count / 2);
  EXPECT_LT(worst, 1e-9);
}

TEST(FarthestVertex, IsTheFarthestFromAnyStart) {
  Draw draw;
  int plateaus = 0, tops = 0;
  const int count = testing::cases(2'000, 200'000);
  for (int k = 0; k < count; ++k) {
    std::vector<Vector3> points = draw_solid(draw);
    if (points.size() < 12) continue;
    const Polytope p(points);
    const std::vector<Vector3>& v = p.vertices();
    Vector3 n = draw.direction();
    if (draw.coin()) n = p.planes()[static_cast<std::size_t>(draw.bits() % p.planes().size())].normal;  // whole faces
    if (draw.coin(0.2)) n = Vector3::Unit(draw.integer(0, 2)) * draw.sign();
    SCOPED_TRACE(testing::story(draw.seed(), k, n.transpose()));
    const double error = dot_error(1.0 + 1e-15, p.reach());
    const FarthestVertex found = farthest_vertex(p.hull(), n, static_cast<Index>(draw.bits() % v.size()), error);
    mpq_class most = exact::dot(exact::from(n), exact::from(v[0]));
    for (const Vector3& x : v) most = std::max(most, exact::dot(exact::from(n), exact::from(x)));
    EXPECT_TRUE(most <= mpq_class(found.along) + mpq_class(error));
    EXPECT_EQ(found.along, n.dot(v[found.vertex]));
    ASSERT_TRUE(p.few_vertices());
    EXPECT_TRUE(most <= mpq_class(p.farthest_along(n)) + mpq_class(error));
    EXPECT_LE(p.farthest_along(n), found.along + error);
    EXPECT_TRUE(most <= mpq_class(p.reach_along(n, 1.0)));
    EXPECT_LE(p.reach_along(n, 1.0), found.along + 1e-6 * p.reach());
    int within = 0;
    for (const Vector3& x : v) within += n.dot(x) >= found.along - 2.0 * error;
    ++(within > 1 ? plateaus : tops);
  }
  EXPECT_GT(plateaus, count / 8);
  EXPECT_GT(tops, count / 8);
}

TEST(FarthestVertex, IsNotStoppedByASlopeFlatterThanRounding) {
  // Far from the origin every neighbour may seem lower though the way up leads over it. A climb that stops there misses the maximum by up to
  // 24 times the error of a dot product, in one of twenty directions.
  Draw draw;
  int slopes = 0;
  for (int k = 0; k < testing::cases(20, 400); ++k) {
    const Vector3 offset = 1e8 * draw.direction();
    std::vector<Vector3> points;
    for (int i = 0; i < 200; ++i) points.push_back(offset + 2e-7 * draw.direction());
    const ConvexHull hull(points);
    const double error = dot_error(1.0 + 1e-15, 1.0001e8);
    for (int i = 0; i < 20; ++i) {
      const Vector3 n = draw.direction();
      const auto start = static_cast<Index>(draw.bits() % hull.vertices().size());
      const FarthestVertex found = farthest_vertex(hull, n, start, error);
      mpq_class most = exact::dot(exact::from(n), exact::from(hull.vertices()[0]));
      for (const Vector3& x : hull.vertices()) most = std::max(most, exact::dot(exact::from(n), exact::from(x)));
      EXPECT_TRUE(most <= mpq_class(found.along) + mpq_class(error));
      bool stops = false;  // would a plain climb stop at a vertex that is clearly not the top?
      for (Index v = 0; v < hull.vertices().size(); ++v) {
        const auto around = hull.neighbours(v);
        const double at = n.dot(hull.vertices()[v]);
        const bool seems_top =
            std::all_of(around.begin(), around.end(), [&](Index w) { return n.dot(hull.vertices()[w]) <= at; });
        stops |= seems_top && mpq_class(at) + mpq_class(error) < most;
      }
      slopes += stops;
    }
  }
  EXPECT_GT(slopes, 0);
}

}  // namespace
}  // namespace tocca::polytope_tests
