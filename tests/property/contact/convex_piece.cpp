// What is proven here: support() is off by no more than it says, and placed() moves no point by more than placing_error.
// Oracle: 256-bit numbers. Two convex sets are within e of each other iff they reach equally far along every direction, to
// e; directions are drawn.
#include "contact/convex_piece.hpp"

#include <gtest/gtest.h>

#include "real_pieces.hpp"
#include "testing/draw.hpp"
#include "tocca/shape/lss.hpp"

namespace tocca::convex_piece_tests {
namespace {

using real::Real;
using testing::Draw;

Geometry draw_geometry(Draw& draw, double size) {
  const auto side = [&] { return size * draw.log_uniform(1e-3, 1.0); };
  switch (draw.integer(0, 5)) {
    case 0:
      return Sphere{side()};
    case 1:
      return Capsule{side(), side()};
    case 2:
      return Box{Vector3(side(), side(), side())};
    case 3:
      return Cylinder{side(), side()};
    case 4:
      return Cone{side(), side()};
    default: {
      std::vector<Vector3> points;
      for (int i = 0; i < 8; ++i) points.push_back(draw.vector(size));
      return std::make_shared<const ConvexHull>(points);
    }
  }
}

/// Through a pose, in real numbers: of p, and of a direction the other way (M'n).
real::Vector through(const Pose& X, const real::Vector& p) {
  real::Vector sum = real::from(X.translation);
  for (int i = 0; i < 3; ++i) sum = sum + p[static_cast<std::size_t>(i)] * real::from(X.rotation.col(i));
  return sum;
}
real::Vector back(const Pose& X, const real::Vector& n) {
  return {real::dot(real::from(X.rotation.col(0)), n), real::dot(real::from(X.rotation.col(1)), n),
          real::dot(real::from(X.rotation.col(2)), n)};
}

TEST(ConvexPiece, SupportAndPlaceAreAsExactAsTheySay) {
  mpf_set_default_prec(256);
  Draw draw;
  int rounded = 0;
  const int count = testing::cases(4000, 1'000'000);
  for (int k = 0; k < count; ++k) {
    const double size = draw.log_uniform(1e-6, 1e4);
    const Geometry geometry = draw_geometry(draw, size);
    const Pose X_PB = draw.coin(0.3) ? Pose{} : draw.pose(size), X = draw.pose(draw.log_uniform(1e-3, 1e5));
    SCOPED_TRACE(testing::story(draw.seed(), k, kind_name(geometry), size));
    const ConvexPiece own = placed(geometry, Pose{}, Pose{}), piece = placed(geometry, X_PB, X);

    const Vector3 direction = draw.coin(0.3) ? Vector3(X.rotation * X_PB.rotation * Vector3::Unit(draw.integer(0, 2)))
                                             : Vector3(draw.log_uniform(1e-6, 1e6) * draw.direction());
    const real::Vector n = real::from(direction);
    const Support claimed = support(piece, direction);
    const Real reached = real::support(piece, n);
    ASSERT_TRUE(abs(reached - claimed.value) <= claimed.error);
    rounded += reached != claimed.value;

    // a ball about the part's origin that holds the piece: its support along no direction is greater
    const double radius = 4.0 * size + X_PB.translation.norm();
    const real::Vector in_part = back(X, n);
    const Real truth = real::dot(n, through(X, real::from(X_PB.translation))) + real::support(own, back(X_PB, in_part));
    const Real moved = abs(truth - reached) / real::norm(n);
    const double bound = placing_error(X, Lss{Vector3::Zero(), Vector3::Zero(), radius});
    ASSERT_TRUE(moved <= bound) << moved.get_d() << " > " << bound;
    ASSERT_LT(bound, 1e-11 * (radius + X.translation.norm()));
  }
  EXPECT_GT(rounded, count / 2);
}

TEST(ConvexPiece, ATriangleIsPlacedCornerByCorner) {
  mpf_set_default_prec(256);
  Draw draw;
  const std::vector<Vector3> corners{draw.vector(1), draw.vector(1), draw.vector(1)};
  const Collider body{Pose{}, std::make_shared<const TriangleMesh>(corners, std::vector<Triangle>{{0, 1, 2}})};
  const Part part(std::span(&body, 1));
  for (int k = 0; k < 1000; ++k) {
    const Pose X = draw.pose(1e3);
    const ConvexPiece piece = placed(part, 0, X);
    ASSERT_EQ(piece.count, 3);
    for (std::size_t i = 0; i < 3; ++i) {
      const real::Vector off = through(X, real::from(corners[i])) - real::from(piece.point[i]);
      ASSERT_TRUE(real::norm(off) <= placing_error(X, part.lss()));
    }
  }
}

}  // namespace
}  // namespace tocca::convex_piece_tests
