// What is proven here: two polytopes that come within half of the tolerance of each other at some time are never called apart by balls that pass,
// by one direction for the whole step, or by the walk, which ends there at the latest; and pairs that stay apart are mostly called so.
// Oracle: places constructed with the motion's formula in MPFR, at which the distance is known.
#include "world/hull_walk.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <limits>

#include "property/motion/oracle.hpp"
#include "testing/draw.hpp"

namespace tocca::hull_walk_tests {
namespace {

using oracle::Real, oracle::Vec;
using testing::Draw;

constexpr double tolerance = 1e-6;

BodyShapePointer draw_shape(Draw& draw) {
  const Vector3 sides(1.0, draw.uniform(0.1, 1.0), draw.uniform(0.1, 1.0));
  const Vector3 offset = draw.coin() ? Vector3(Vector3::Zero()) : draw.vector(0.5);
  std::vector<Vector3> points;
  for (int i = draw.coin(0.8) ? draw.integer(4, 40) : 150; i > 0; --i)
    points.push_back(0.3 * draw.direction().cwiseProduct(sides) + offset);
  const Collider body{Pose{}, std::make_shared<const ConvexHull>(points)};
  return std::make_shared<const BodyShape>(std::span(&body, 1));
}

/// start * R(axis, t angle), in MPFR.
oracle::Map<Real> turned(const Matrix3& start, const Vector3& axis, double angle, double t) {
  return oracle::map<Real>({start, Vector3::Zero()}) * oracle::rotation<Real>(axis, Real(t) * Real(angle));
}

Vector3 rounded(const Vec<Real>& x) {
  return {static_cast<double>(x[0]), static_cast<double>(x[1]), static_cast<double>(x[2])};
}

/// One of two bodies on its way.
struct Way {
  BodyShapePointer shape;
  Matrix3 start;
  Vector3 axis;
  double angle;

  Way(Draw& draw, double most_angle)
      : shape(draw_shape(draw)),
        start(draw.pose(1.0).rotation),
        axis(draw.direction()),
        angle(draw.coin(0.2) ? 0.0 : draw.sign() * draw.log_uniform(1e-4, most_angle)) {}
  const Polytope& hull() const { return shape->root(); }
  /// The vertex that is the farthest along n at t.
  const Vector3& farthest(const Vector3& n, double t) const {
    const Matrix3 R = start * Eigen::AngleAxisd(t * angle, axis).toRotationMatrix();
    const auto& v = hull().vertices();
    return *std::max_element(v.begin(), v.end(),
                             [&](const Vector3& x, const Vector3& y) { return n.dot(R * x) < n.dot(R * y); });
  }
  /// Turned so that, at t, the vertex farthest from the centre is straight along n, where the ball around it ends.
  void align(const Vector3& n, double t) {
    const auto& v = hull().vertices();
    const Vector3 c = hull().centre();
    const Vector3 out = *std::max_element(v.begin(), v.end(), [&](const Vector3& x, const Vector3& y) {
      return (x - c).norm() < (y - c).norm();
    }) - c;
    start = Eigen::Quaterniond::FromTwoVectors(out, n).toRotationMatrix() *
            Eigen::AngleAxisd(t * angle, axis).toRotationMatrix().transpose();
  }
};

/// Two bodies whose distance at `time` is `gap`, exactly along n, up to 1e-14.
struct Encounter {
  Way a, b;
  double time, gap;
  Vector3 n;
  RigidMotion move_a, move_b;

  Encounter(Draw& draw, double distance)
      : a(draw, 3.0),
        b(draw, 3.0),
        time(draw.coin(0.1)   ? 0.0
             : draw.coin(0.1) ? 1.0
                              : draw.uniform(0.0, 1.0)),
        gap(distance),
        n(draw.direction()),
        move_a(StaticMotion(Pose{})),
        move_b(StaticMotion(Pose{})) {
    if (draw.coin(0.3)) {
      a.align(-n, time);
      b.align(n, time);
    }
    const Vector3 &p = a.farthest(-n, time), &q = b.farthest(n, time);
    const Vector3 from = draw.vector(1.0), to = from + draw.vector(draw.log_uniform(1e-3, 1.0));
    move_a = InBetweenMotion({a.start, from}, to, a.axis, a.angle);
    // Where b's origin must be at `time`, and how it gets there: towards a, along it, or anyhow.
    const Real t(time);
    const Vec<Real> origin_a = plus(times(Real(1.0) - t, oracle::vec<Real>(from)), times(t, oracle::vec<Real>(to)));
    const Vec<Real> touched = plus(turned(a.start, axis_of(move_a), a.angle, time)(oracle::vec<Real>(p)), origin_a);
    const Vec<Real> arm = turned(b.start, b.axis.stableNormalized(), b.angle, time)(oracle::vec<Real>(q));
    const Vec<Real> gone = plus(arm, times(Real(gap), oracle::vec<Real>(n)));
    const Vector3 there = rounded(plus(touched, times(Real(-1.0), gone)));
    const Vector3 any = draw.vector(1.0), along = any - any.dot(n) * n;
    const Vector3 way = draw.coin() ? Vector3(draw.uniform(1.0, 4.0) * n + (to - from)) : draw.coin() ? along : any;
    const Vector3 start = there - time * way;
    move_b = InBetweenMotion({b.start, start}, start + way, b.axis, b.angle);
  }
  static Vector3 axis_of(const RigidMotion& motion) { return std::get<InBetweenMotion>(motion).axis_B(); }

  static MovingShape moving(const Way& way, const RigidMotion& motion) {
    PlacedShape placed;
    placed.shape = way.shape.get();
    MovingShape result(placed, Mover(motion), 0);
    result.put();
    return result;
  }
};

TEST(HullWalk, NeverPassesAContact) {
  Draw draw;
  int tight = 0, late = 0;
  const int all = testing::cases(1'500, 60'000);
  for (int k = 0; k < all; ++k) {
    const Encounter met(draw, draw.coin() ? draw.uniform(0.0, 0.49) * tolerance : 0.0);
    const MovingShape a = Encounter::moving(met.a, met.move_a), b = Encounter::moving(met.b, met.move_b);
    SCOPED_TRACE(testing::story(draw.seed(), k, met.time, met.gap));
    const PassingBalls balls = passing_balls(a, b, 0.49 * tolerance);
    EXPECT_FALSE(balls.apart);
    HullWalk walk(tolerance);
    walk.follow(a, b);
    EXPECT_FALSE(walk.apart_along(balls.direction, 0, 0));
    EXPECT_FALSE(walk.apart_along(met.n, 0, 0));
    FeaturePair features;
    std::uint64_t work = draw.coin(0.2) ? static_cast<std::uint64_t>(draw.integer(1, 5)) : 1'000'000;
    for (const HullWalk::Until until : {HullWalk::Until::looking, HullWalk::Until::touching}) {
      const HullMeeting end = walk.first(0, 0, 0.0, 1.0, until, features, work);
      EXPECT_NE(end.kind, HullMeeting::Kind::apart);
      EXPECT_NE(end.kind, HullMeeting::Kind::stuck);
      EXPECT_LE(end.time, met.time + 1e-12);
      if (until == HullWalk::Until::looking || end.kind != HullMeeting::Kind::near) continue;
      tight += met.time - end.time <= 1e-4;
      late += met.time > 0.1 && met.time - end.time <= 1e-4;
    }
  }
  EXPECT_GT(tight, all / 3);
  EXPECT_GT(late, all / 5);
}

TEST(HullWalk, SaysThatPairsWhichStayApartDo) {
  Draw draw;
  int apart = 0, balls_apart = 0, along = 0, near = 0;
  const int all = testing::cases(600, 20'000);
  for (int k = 0; k < all; ++k) {
    Encounter met(draw, draw.log_uniform(2.0 * tolerance, 1.0));
    const MovingShape a = Encounter::moving(met.a, met.move_a), b = Encounter::moving(met.b, met.move_b);
    SCOPED_TRACE(testing::story(draw.seed(), k, met.time, met.gap));
    const PassingBalls balls = passing_balls(a, b, tolerance);
    HullWalk walk(tolerance);
    walk.follow(a, b);
    FeaturePair features;
    std::uint64_t work = 1'000'000;
    const HullMeeting end = walk.first(0, 0, 0.0, 1.0, HullWalk::Until::touching, features, work);
    balls_apart += balls.apart;
    along += walk.apart_along(balls.direction, 0, 0);
    apart += end.kind == HullMeeting::Kind::apart;
    near += end.kind == HullMeeting::Kind::near;
    EXPECT_TRUE(!balls.apart || end.kind == HullMeeting::Kind::apart);
    EXPECT_NE(end.kind, HullMeeting::Kind::exhausted);
  }
  EXPECT_GT(apart, all / 4);
  EXPECT_GT(near, all / 20);
  EXPECT_GT(balls_apart, all / 50);
  EXPECT_GT(along, all / 20);
}

}  // namespace
}  // namespace tocca::hull_walk_tests
