// What is proven here: distances in a ScrewFrame, by its formula, are the true ones to within rounding_m.
// Oracle: the screw's formula in B's frame, in MPFR; the frame's own formula, on its stored numbers, in MPFR.
#include "screw/screw_frame.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "property/motion/draw_tree.hpp"
#include "screw_draws.hpp"

namespace tocca::screw_frame_tests {
namespace {

using oracle::Real;
using oracle::Vec;
using testing::Draw;

/// The header's formula.
Vec<Real> formula(const ScrewFrame& frame, const Vec<Real>& p, const Real& t) {
  const Real w = t * Real(frame.angle_rad), half = sin(Real(0.5) * w), arm(frame.arm_m);
  const Real sine = sin(w), versine = Real(2.0) * half * half;
  return {p[0] - (arm + p[0]) * versine - p[1] * sine, p[1] + (arm + p[0]) * sine - p[1] * versine,
          p[2] + t * Real(frame.translation_m)};
}

ScrewParameters draw_screw(Draw& draw) {
  ScrewParameters screw;
  screw.start = {oracle::draw_orientation(draw), draw.vector(draw.log_uniform(1e-3, 1e3))};
  if (draw.coin()) {
    const Pose end{rotation_about(draw.direction(), oracle::draw_turn(draw)) * screw.start.rotation,
                   screw.start.translation + draw.vector(draw.log_uniform(1e-6, 10.0))};
    return screw_between(screw.start, end, draw.coin() ? 0 : draw.integer(-2, 2));
  }
  // Any numbers: an axis far away along itself or aside, through the body, not of unit length, backwards, tiny turns.
  screw.direction = draw.direction() * (draw.coin() ? 1.0 : draw.log_uniform(1e-3, 1e3));
  screw.angle_rad = draw.sign() * oracle::draw_turn(draw) * draw.integer(1, 5);
  screw.translation_m = draw.coin(0.2) ? 0.0 : draw.uniform(-5.0, 5.0);
  const double away = draw.coin() ? 1.0 : std::min(1e290, 1.0 / std::max(1e-290, std::abs(screw.angle_rad)));
  const Vector3 along = draw.coin(0.3) ? Vector3(screw.direction * draw.uniform(-1e3, 1e3)) : Vector3::Zero();
  screw.point = screw.start.translation + along;
  if (draw.coin(0.8)) screw.point += draw.vector(away);
  return screw;
}

TEST(ScrewFrame, DistancesAreTrueToRounding) {
  Draw draw;
  const int count = testing::cases(1'000, 100'000);
  int translations = 0, far = 0, through = 0, tiny = 0;
  double nearest = 0.0, moved_nearest = 0.0;
  for (int k = 0; k < count; ++k) {
    SCOPED_TRACE(testing::story(draw.seed(), k));
    const ScrewParameters screw = draw_screw(draw);
    const Lss lss_a = oracle::draw_volume(draw);
    const auto points = oracle::points_of(draw, lss_a, 3);
    const Real t(draw.coin(0.2) ? 1.0 : draw.uniform(0.0, 1.0));
    // B's points: where A's come to be at t, as near as doubles are, and others.
    std::vector<Vector3> others;
    for (const Vector3& p : points) others.push_back(oracle::rounded(oracle::screwed(screw, p, t)));
    others.push_back(others.front() + draw.vector(1.0));
    double reach = 0.0;
    for (const Vector3& p : others) reach = std::max(reach, p.norm());
    const ScrewFrame frame(screw, lss_a, {Vector3::Zero(), Vector3::Zero(), reach});

    EXPECT_GE(frame.angle_rad, 0.0);
    for (const Vector3& a : points) {
      const Vec<Real> a_S = oracle::map<Real>(frame.X_SA)(oracle::vec<Real>(a)), a_moved = formula(frame, a_S, t);
      const Vec<Real> a_B = oracle::screwed(screw, a, t);
      for (const Vector3& b : others) {
        const Real seen = oracle::distance(a_moved, oracle::map<Real>(frame.X_SB)(oracle::vec<Real>(b)));
        const double off = std::abs(static_cast<double>(seen - oracle::distance(a_B, oracle::vec<Real>(b))));
        ASSERT_LE(off, frame.rounding_m);
        nearest = std::max(nearest, off / frame.rounding_m);
      }
      const double at = static_cast<double>(t);
      const Vector3 a_S_rounded = oracle::rounded(a_S), there = frame.moved(a_S_rounded, at);
      const Vec<Real> there_exactly = formula(frame, oracle::vec<Real>(a_S_rounded), t);
      const double wrong = static_cast<double>(oracle::distance(there_exactly, oracle::vec<Real>(there)));
      const double bound = frame.moving_error(a_S_rounded.norm() * (1.0 + 1e-15));
      ASSERT_LE(wrong, bound);
      moved_nearest = std::max(moved_nearest, wrong / bound);
      const Vec<Real> posed = oracle::map<Real>(frame.pose(at))(oracle::vec<Real>(a));
      ASSERT_LE(static_cast<double>(oracle::distance(posed, a_moved)),
                frame.moving_error((a.norm() + frame.X_SA.translation.norm()) * (1.0 + 1e-15)));
    }
    const double size = lss_a.radius + (lss_a.b - lss_a.a).norm();
    translations += frame.angle_rad == 0.0, far += frame.arm_m > 1e6 * (1.0 + size),
        through += frame.arm_m < 0.1 * size;
    tiny += screw.angle_rad != 0.0 && std::abs(screw.angle_rad) < 1e-15;
  }
  EXPECT_GT(translations, count / 10);
  EXPECT_GT(far, count / 50);
  EXPECT_GT(through, count / 50);
  EXPECT_GT(tiny, count / 50);
  EXPECT_GT(nearest, 0.01);
  EXPECT_GT(moved_nearest, 0.01);
}

TEST(ScrewFrame, NothingWithinReachOfTheAxisMovesFaster) {
  Draw draw;
  const int count = testing::cases(500, 20'000);
  double nearest = 0.0;
  for (int k = 0; k < count; ++k) {
    SCOPED_TRACE(testing::story(draw.seed(), k));
    const Lss ball{Vector3::Zero(), Vector3::Zero(), 1.0};
    const ScrewFrame frame(draw_screw(draw), ball, ball);
    const Vec<Real> p = oracle::vec<Real>(draw.vector(1.0));
    const Real radius = sqrt((Real(frame.arm_m) + p[0]) * (Real(frame.arm_m) + p[0]) + p[1] * p[1]);
    const double speed = frame.speed(static_cast<double>(radius) * (1.0 + 1e-15));
    const double from = draw.uniform(0.0, 1.0), to = from + draw.log_uniform(1e-9, 1.0) * (1.0 - from);
    const Real moved = oracle::distance(formula(frame, p, Real(from)), formula(frame, p, Real(to)));
    const Real allowed = Real(speed) * (Real(to) - Real(from)) + Real(1e-60);  // of which the truth itself may be off
    ASSERT_LE(moved, allowed);
    nearest = std::max(nearest, static_cast<double>(moved / allowed));
  }
  EXPECT_GT(nearest, 1.0 - 1e-12);
}

}  // namespace
}  // namespace tocca::screw_frame_tests
