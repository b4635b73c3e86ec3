// What is proven here: closest() encloses the distance of any two kinds of pieces, and tightly.
// Oracle: the answer's own certificate in 256-bit numbers (real_pieces.hpp): the gap along its normal is at least lower, its
// two points lie in the pieces and are at most upper apart (not of hulls: those against exact rationals, all triangles).
#include <gtest/gtest.h>

#include <algorithm>

#include "contact/closest.hpp"
#include "exact_distance.hpp"
#include "real_pieces.hpp"
#include "testing/draw.hpp"

namespace tocca::closest_primitives_tests {
namespace {

using real::Real;
using testing::Draw;
using Kind = ConvexPiece::Kind;

struct Drawn {
  Geometry geometry;
  Pose pose;
};

double draw_size(Draw& draw) { return draw.coin() ? draw.uniform(0.5, 2.0) : draw.log_uniform(1e-3, 1e3); }

Geometry draw_geometry(Draw& draw, int kind) {
  switch (kind) {
    case 0:
      return Sphere{draw_size(draw)};
    case 1:
      return Capsule{draw_size(draw), draw.coin(0.1) ? 0.0 : draw_size(draw)};
    case 2:
      return Box{Vector3(draw_size(draw), draw_size(draw), draw_size(draw))};
    case 3:
      return Cylinder{draw_size(draw), draw_size(draw)};
    case 4:
      return Cone{draw_size(draw), draw_size(draw)};
    default: {
      std::vector<Vector3> points;
      const Vector3 size(draw_size(draw), draw_size(draw), draw_size(draw));
      for (int i = 0; i < 8; ++i) points.push_back(draw.vector(1.0).cwiseProduct(size));
      return std::make_shared<const ConvexHull>(points);
    }
  }
}

Pose draw_pose(Draw& draw, const Pose& other) {
  Pose X = draw.pose(3.0);
  if (draw.coin(0.3)) X.rotation = other.rotation;  // parallel
  if (draw.coin(0.2)) X.rotation = other.rotation * rotation_about(Vector3::UnitX(), draw.log_uniform(1e-12, 1e-3));
  return X;
}

/// Extents of the piece: half of them is no less than its circumscribed ball's radius over sqrt 3.
double size_of(const ConvexPiece& piece) {
  double size = 0.0;
  for (int i = 0; i < 3; ++i) {
    size += support(piece, Vector3::Unit(i)).value + support(piece, -Vector3::Unit(i)).value;
  }
  return size;
}

struct Case {
  ConvexPiece a, b;
  double size;
};

/// The second piece is pushed towards the first until a drawn gap is left, or beyond it.
Case draw_case(Draw& draw, const Drawn& first, Drawn second) {
  Case c{placed(first.geometry, Pose{}, first.pose), placed(second.geometry, Pose{}, second.pose), 0.0};
  c.size = size_of(c.a) + size_of(c.b);
  if (draw.coin(0.7)) {
    for (int round = 0; round < 3; ++round) {
      const Distance now = closest(c.a, c.b);
      const double gap = draw.coin(0.2) ? -0.1 * c.size * draw.uniform(0, 1) : c.size * draw.log_uniform(1e-16, 1e-2);
      second.pose.translation += (now.lower - gap) * now.normal;
      c.b = placed(second.geometry, Pose{}, second.pose);
      if (draw.coin()) break;
    }
  }
  return c;
}

void expect_certificate(const Case& drawn, const Distance& c) {
  // The local origin is a point of a; coordinates are rounded once more on their way back to the world.
  const double outside = 4.0 * 0x1p-53 * (c.point_a.norm() + c.point_b.norm());
  const real::Vector n = real::from(c.normal);
  if (c.lower > 0.0) {
    const Real gap = (-real::support(drawn.a, Real(-1) * n) - real::support(drawn.b, n)) / real::norm(n);
    ASSERT_TRUE(c.lower <= gap) << c.lower << " > " << gap.get_d();
  }
  if (drawn.a.kind == Kind::hull || drawn.b.kind == Kind::hull) return;
  const Real apart =
      real::norm(real::near_point(drawn.a, real::from(c.point_a)) - real::near_point(drawn.b, real::from(c.point_b)));
  ASSERT_TRUE(apart <= c.upper + outside) << apart.get_d() << " > " << c.upper;
}

class ClosestPrimitives : public ::testing::TestWithParam<std::tuple<int, int>> {};

TEST_P(ClosestPrimitives, CertifyTheirDistance) {
  mpf_set_default_prec(256);
  Draw draw;
  const auto [kind_a, kind_b] = GetParam();
  const bool round = kind_a == 3 || kind_a == 4 || kind_b == 3 || kind_b == 4;
  int touching = 0, near = 0, apart = 0, loose_ones = 0;
  const int count = std::max(400, testing::cases(400, 100'000));
  for (int k = 0; k < count; ++k) {
    const Pose pose = draw.pose(draw.coin() ? 0.0 : 1e3);
    const Drawn first{draw_geometry(draw, kind_a), pose}, second{draw_geometry(draw, kind_b), draw_pose(draw, pose)};
    Drawn moved = second;
    moved.pose.translation += pose.translation;
    const Case drawn = draw_case(draw, first, moved);
    SCOPED_TRACE(testing::story(draw.seed(), k, kind_a, kind_b, drawn.size));
    const Distance c = closest(drawn.a, drawn.b);
    expect_certificate(drawn, c);
    if (HasFatalFailure()) return;
    const double loose = (c.upper - c.lower) / (drawn.size + c.lower);
    loose_ones += loose > 1e-11;
    EXPECT_LE(loose, round ? 1e-7 : 1e-10) << c.lower << ' ' << c.upper;
    const Distance swapped = closest(drawn.b, drawn.a);
    EXPECT_LE(swapped.lower, c.upper);
    EXPECT_GE(swapped.upper, c.lower);
    touching += c.lower == 0.0;
    near += c.lower > 0.0 && c.lower < 1e-6 * drawn.size;
    apart += c.lower > 0.01 * drawn.size;
  }
  EXPECT_LE(loose_ones, 1 + count / (round ? 50 : 200));
  EXPECT_GT(touching, count / 20);
  EXPECT_GT(near, count / 10);
  EXPECT_GT(apart, count / 50);
}

INSTANTIATE_TEST_SUITE_P(AllKinds, ClosestPrimitives,
                         ::testing::Combine(::testing::Range(0, 6), ::testing::Range(0, 6)));

/// The corners of a placed hull, in rationals.
std::vector<exact::Points> exact_triangles(const ConvexPiece& piece) {
  std::vector<exact::Vector> corners;
  for (const Vector3& v : piece.hull->vertices()) {
    exact::Vector x = exact::from(piece.centre);
    for (int i = 0; i < 3; ++i) x = x + mpq_class(v[i]) * exact::from(piece.axis[i]);
    corners.push_back(x);
  }
  std::vector<exact::Points> triangles;
  for (const Triangle& t : piece.hull->triangles()) triangles.push_back({corners[t[0]], corners[t[1]], corners[t[2]]});
  return triangles;
}

TEST(ClosestHulls, EncloseTheDistanceOfTheirFaces) {
  Draw draw;
  int apart = 0;
  for (int k = 0; k < std::max(8, testing::cases(8, 5000)); ++k) {
    const Pose pose = draw.pose(1.0);
    const Drawn first{draw_geometry(draw, 5), pose}, second{draw_geometry(draw, 5), draw_pose(draw, pose)};
    const Case drawn = draw_case(draw, first, second);
    SCOPED_TRACE(testing::story(draw.seed(), k));
    const Distance c = closest(drawn.a, drawn.b);
    if (c.lower == 0.0) continue;  // apart, so that their surfaces are what is nearest
    mpq_class least = -1;
    for (const exact::Points& s : exact_triangles(drawn.a)) {
      for (const exact::Points& t : exact_triangles(drawn.b)) {
        const mpq_class square = exact::distance_sq(s, t);
        if (least < 0 || square < least) least = square;
      }
    }
    ++apart;
    EXPECT_TRUE(mpq_class(c.lower) * mpq_class(c.lower) <= least);
    EXPECT_TRUE(mpq_class(c.upper) * mpq_class(c.upper) >= least);
  }
  EXPECT_GT(apart, 3);
}

}  // namespace
}  // namespace tocca::closest_primitives_tests
