// What is proven here: signed_distance encloses the signed distance of two solids, apart or overlapping, and is narrow.
// Oracles: closed formulas for balls and boxes; for all others 256-bit supports. The gap along any direction is at most
// the signed distance, so no direction may have a wider one than `upper`, and `lower` must be the gap along `normal`.
#include "contact/signed_distance.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include "real_pieces.hpp"
#include "testing/draw.hpp"

namespace tocca::signed_distance_tests {
namespace {

using testing::Draw;

Geometry draw_solid(Draw& draw, double size) {
  const auto side = [&] { return size * draw.log_uniform(0.03, 1.0); };
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
      for (int i = 0; i < 12; ++i) points.push_back(draw.vector(0.5 * size));
      return std::make_shared<const ConvexHull>(points);
    }
  }
}

/// A solid, or a triangle.
ConvexPiece draw_piece(Draw& draw, double size, const Pose& X, Geometry& geometry) {
  if (draw.coin(0.3)) {
    const auto corner = [&] { return Vector3(X * draw.vector(0.5 * size)); };
    return ConvexPiece::triangle(corner(), corner(), corner());
  }
  geometry = draw_solid(draw, size);
  return placed(geometry, Pose{}, X);
}

/// The gap along n in 256 bits, n taken as the direction it is, whatever its length.
double real_gap(const Vector3& n, const ConvexPiece& a, const ConvexPiece& b) {
  const real::Vector d = real::from(n), minus = real::from(-n);
  return real::Real((-real::support(a, minus) - real::support(b, d)) / real::norm(d)).get_d();
}

/// Climbs from a direction to one with a wider gap, in plain doubles: only the end is checked exactly.
Vector3 climbed(Vector3 n, const ConvexPiece& a, const ConvexPiece& b, Draw& draw) {
  double best = gap_along(n, a, b);
  for (double step = 0.3; step > 1e-5; step *= 0.7) {
    for (int i = 0; i < 4; ++i) {
      const Vector3 other = (n + step * draw.direction()).normalized();
      const double gap = gap_along(other, a, b);
      if (gap > best) best = gap, n = other;
    }
  }
  return n;
}

TEST(SignedDistance, ContainsTheSignedDistanceOfAnyPieces) {
  mpf_set_default_prec(256);
  Draw draw;
  int overlapping = 0, narrow = 0, apart = 0;
  const int count = testing::cases(300, 20'000);
  for (int k = 0; k < count; ++k) {
    const double size = draw.log_uniform(0.01, 10.0), tolerance = 1e-7;
    Geometry first, second;  // hulls live here
    Pose X = draw.pose(1.0), Y = draw.pose(1.0);
    Y.translation = X.translation + draw.uniform(0.0, 0.9) * size * draw.direction();
    if (draw.coin(0.1)) Y.rotation = X.rotation;
    const ConvexPiece a = draw_piece(draw, size, X, first), b = draw_piece(draw, size, Y, second);
    SCOPED_TRACE(testing::story(draw.seed(), k, static_cast<int>(a.kind), static_cast<int>(b.kind), size));
    const Distance s = signed_distance(a, b, tolerance, -2.0 * size);
    ASSERT_LE(s.lower, s.upper);
    ASSERT_LE(s.lower, real_gap(s.normal, a, b));
    for (const Vector3& n : {climbed(s.normal, a, b, draw), climbed(draw.direction(), a, b, draw), draw.direction()}) {
      ASSERT_LE(real_gap(n, a, b), s.upper) << n.transpose();
    }
    overlapping += s.upper < 0.0;
    apart += s.lower > 0.0;
    narrow += s.upper - s.lower <= std::max(tolerance, 0.13 * (s.lower + 2.0 * size));
    Distance fine = s;  // an eighth of what is above the last lower bound, again and again
    for (int i = 0; i < 10; ++i) fine = signed_distance(a, b, tolerance, fine.lower);
    ASSERT_LE(fine.upper - fine.lower, 2e-7 * std::max(1.0, size)) << s.lower << ' ' << s.upper;
    ASSERT_LE(std::max(fine.lower, s.lower), std::min(fine.upper, s.upper));
    for (int i = 0; i < 3; ++i) {
      ASSERT_LE(real_gap(climbed(draw.direction(), a, b, draw), a, b), fine.upper);
    }
  }
  EXPECT_EQ(narrow, count);
  EXPECT_GT(overlapping, count / 5);
  EXPECT_GT(apart, count / 10);
}

TEST(SignedDistance, ChangesNoFasterThanPointsMove) {
  mpf_set_default_prec(256);
  Draw draw;
  int still_overlapping = 0;
  const int count = testing::cases(200, 20'000);
  for (int k = 0; k < count; ++k) {
    const double size = draw.log_uniform(0.01, 10.0);
    Geometry first, second;
    Pose X = draw.pose(1.0), Y = draw.pose(1.0);
    Y.translation = X.translation + draw.uniform(0.0, 0.4) * size * draw.direction();
    const std::uint64_t seed = draw.bits();
    Draw same(seed), again(seed);  // the same piece in two places
    const ConvexPiece a = draw_piece(same, size, X, first), b = draw_piece(draw, size, Y, second);
    const Distance s = signed_distance(a, b, 1e-7, -2.0 * size);
    if (!(s.upper < 0.0)) continue;
    // No point of a piece is farther than 2 size from its frame's origin.
    const double depth = -s.upper, shift = draw.uniform(0.0, 0.5) * depth,
                 angle = draw.uniform(0.0, 0.24) * depth / size;
    Pose moved = X;
    moved.translation += shift * draw.direction();
    moved.rotation = rotation_about(draw.direction(), angle) * X.rotation;
    Geometry copy;
    const ConvexPiece there = draw_piece(again, size, moved, copy);
    SCOPED_TRACE(testing::story(draw.seed(), k, size, depth, shift, angle));
    const double most = s.upper + shift + 2.0 * size * angle + 1e-13 * (size + 2.0);  // placing rounds
    for (int i = 0; i < 4; ++i) ASSERT_LE(real_gap(climbed(draw.direction(), there, b, draw), there, b), most);
    ++still_overlapping;
  }
  EXPECT_GT(still_overlapping, count / 4);
}

/// Of a point and a box around the origin whose sides are along the axes.
double point_and_box(const Vector3& p, const Vector3& half) {
  const Vector3 out = p.cwiseAbs() - half;
  return out.maxCoeff() > 0.0 ? out.cwiseMax(0.0).norm() : out.maxCoeff();
}

TEST(SignedDistance, IsTheFormulaOfABallAndABox) {
  Draw draw;
  int inside = 0;
  const int count = testing::cases(1000, 100'000);
  for (int k = 0; k < count; ++k) {
    const Vector3 half(draw.log_uniform(0.01, 1.0), draw.log_uniform(0.01, 1.0), draw.log_uniform(0.01, 1.0));
    const double radius = draw.log_uniform(1e-3, 1.0);
    const Vector3 p = draw.coin() ? draw.vector(1.0) : Vector3(draw.vector(1.0).cwiseProduct(half));
    const Pose X = draw.pose(1.0);
    SCOPED_TRACE(testing::story(draw.seed(), k, half.transpose(), radius, p.transpose()));
    const ConvexPiece ball = placed(Sphere{radius}, Pose{Matrix3::Identity(), p}, X);
    const ConvexPiece box = placed(Box{2.0 * half}, Pose{}, X);
    const double truth = point_and_box(p, half) - radius;
    const Distance s = draw.coin() ? signed_distance(ball, box, 1e-9, truth) : signed_distance(box, ball, 1e-9, truth);
    ASSERT_LE(s.lower, truth + 1e-14);  // the formula's own rounding, and that of placing
    ASSERT_GE(s.upper, truth - 1e-14);
    ASSERT_LE(s.upper - s.lower, 2e-9);
    inside += (p.cwiseAbs() - half).maxCoeff() < 0.0;
  }
  EXPECT_GT(inside, count / 50);
}

/// Two boxes that overlap come apart along a normal of a face or across two edges: the difference of two boxes has no
/// other faces.
double boxes_depth(const ConvexPiece& a, const ConvexPiece& b) {
  double most = -std::numeric_limits<double>::infinity();
  const auto offer = [&](const Vector3& n) {
    if (n.norm() < 1e-9 * (a.axis[0].norm() * b.axis[0].norm())) return;
    for (const Vector3& side : {n, Vector3(-n)}) {
      const Vector3 unit = side.normalized();
      double reach = 0.0;
      for (int i = 0; i < 3; ++i) reach += std::fabs(unit.dot(a.axis[i])) + std::fabs(unit.dot(b.axis[i]));
      most = std::max(most, unit.dot(a.centre - b.centre) - reach);
    }
  };
  for (int i = 0; i < 3; ++i) {
    offer(a.axis[i]);
    offer(b.axis[i]);
    for (int j = 0; j < 3; ++j) offer(a.axis[i].cross(b.axis[j]));
  }
  return most;
}

TEST(SignedDistance, IsTheLeastOfFifteenAxesForBoxesThatOverlap) {
  Draw draw;
  int deep = 0, crossed = 0;
  const int count = testing::cases(500, 50'000);
  for (int k = 0; k < count; ++k) {
    const auto box = [&] {
      return Box{Vector3(draw.uniform(0.05, 1.0), draw.uniform(0.05, 1.0), draw.uniform(0.05, 1.0))};
    };
    Pose X = draw.pose(0.3), Y = draw.pose(0.3);
    if (draw.coin(0.2)) Y.rotation = X.rotation;
    const ConvexPiece a = placed(box(), Pose{}, X), b = placed(box(), Pose{}, Y);
    const double truth = boxes_depth(a, b);
    if (truth > 0.0) continue;
    SCOPED_TRACE(testing::story(draw.seed(), k, truth));
    const Distance s = signed_distance(a, b, 1e-9, truth);
    ASSERT_LE(s.lower, truth + 1e-13);
    ASSERT_GE(s.upper, truth - 1e-13);
    ASSERT_LE(s.upper - s.lower, 2e-9);
    deep += truth < -0.05;
    double face = -1e9;
    for (const ConvexPiece* piece : {&a, &b}) {
      for (const Vector3& axis : piece->axis) face = std::max(face, std::fabs(s.normal.dot(axis.normalized())));
    }
    crossed += face < 0.999;
  }
  EXPECT_GT(deep, count / 5);
  EXPECT_GT(crossed, count / 100);
}

TEST(SignedDistance, KnowsBallsAndCapsulesThatShareTheirMiddle) {
  const auto ball = [](double x, double radius) {
    return placed(Sphere{radius}, Pose{}, Pose{Matrix3::Identity(), {x, 0, 0}});
  };
  for (const double x : {0.0, 1e-12, 0.1, 0.5, 2.0}) {
    const Distance s = signed_distance(ball(x, 0.3), ball(0.0, 0.4), 1e-9, -1.0);
    EXPECT_NEAR(s.lower, x - 0.7, 1e-11);
    EXPECT_NEAR(s.upper, x - 0.7, 1e-11);
  }
  const ConvexPiece lying = placed(Capsule{0.1, 1.0}, Pose{}, Pose{});
  const ConvexPiece across = placed(Capsule{0.2, 1.0}, Pose{}, Pose::from_rpy({0, 0, 0.1}, {1.0, 0.2, 0}));
  const Distance s = signed_distance(lying, across, 1e-9, -1.0);
  EXPECT_NEAR(s.lower, -0.3, 1e-9);
  EXPECT_NEAR(s.upper, -0.3, 1e-9);
  const Distance same = signed_distance(lying, lying, 1e-9, -1.0);
  EXPECT_NEAR(same.lower, -0.2, 1e-9);
  EXPECT_NEAR(same.upper, -0.2, 1e-9);
}

}  // namespace
}  // namespace tocca::signed_distance_tests
