// What is proven here: screw_between meets both poses to rounding, for any angle, and finds the axis that is there.
// Oracle: the screw's formula in MPFR, on the parameters as stored.
#include "tocca/motion/screw_parameters.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>

#include "core/rounding.hpp"
#include "property/screw/screw_draws.hpp"

namespace tocca::screw_parameters_tests {
namespace {

using oracle::Real;
using testing::Draw;
constexpr double pi = std::numbers::pi;

/// How far the screw's end is from a pose, over the corners of a cube of `reach` about the body's origin.
double miss(const ScrewParameters& screw, const Pose& end, double reach) {
  double worst = 0.0;
  for (int corner = 0; corner < 8; ++corner) {
    const Vector3 p(corner & 1 ? reach : -reach, corner & 2 ? reach : -reach, corner & 4 ? reach : -reach);
    const auto truth = oracle::map<Real>(end)(oracle::vec<Real>(p));
    worst = std::max(worst, static_cast<double>(oracle::distance(truth, oracle::screwed(screw, p, Real(1.0)))));
  }
  return worst;
}

TEST(ScrewParameters, MeetsBothPosesToRounding) {
  Draw draw;
  int translations = 0, halves = 0, far = 0, turned = 0;
  double nearest = 0.0;
  const int count = testing::cases(1'500, 100'000);
  for (int k = 0; k < count; ++k) {
    SCOPED_TRACE(testing::story(draw.seed(), k));
    const double size = draw.log_uniform(1e-3, 1e3), reach = draw.log_uniform(1e-3, 1e3),
                 turn = oracle::draw_turn(draw);
    const Pose start{oracle::draw_orientation(draw), draw.vector(size)};
    const Vector3 step = draw.coin(0.1) ? Vector3::Zero() : draw.vector(draw.log_uniform(1e-6, 1e3));
    const Pose end{rotation_about(draw.direction(), turn) * start.rotation, start.translation + step};
    const int turns = draw.coin() ? 0 : draw.integer(-3, 3);
    const ScrewParameters screw = screw_between(start, end, turns);

    // Orientations: off a rotation by 8 u, their product and the angle by 8 u more, a whole turn by u. Places: the ends'
    // coordinates, the point's (shrunk by the angle, or doubled) and the steps'.
    const double base = screw.angle_rad - 2.0 * pi * turns;
    const double arm = (screw.point - start.translation).norm() + start.translation.norm();
    const double rounding = 64.0 * unit_roundoff *
                            (2.0 * reach * (1 + std::abs(turns)) + start.translation.norm() + end.translation.norm() +
                             arm * std::min(base, 2.0) + std::abs(turns) * arm);
    const bool neglected = base < 1e-13;  // as it stands, also where a turn of that size was drawn
    const double allowed = rounding + (neglected ? 2.0 * ScrewParameters::negligible_turn_rad * reach : 0.0);
    const double missed = miss(screw, end, reach);
    EXPECT_LE(missed, allowed) << turn << ' ' << turns;
    if (!neglected) nearest = std::max(nearest, missed / allowed);
    EXPECT_NEAR(screw.direction.norm(), 1.0, 4e-16);
    EXPECT_LE(std::abs((screw.point - start.translation).dot(screw.direction)), 1e-15 * arm + 1e-15 * step.norm());
    const ScrewParameters reversed = screw.reversed();
    EXPECT_LE(miss(reversed, end, reach), 2.0 * allowed + 16.0 * unit_roundoff * arm) << turn << ' ' << turns;

    const Pose last = screw.pose(1.0), first = screw.pose(0.0);
    EXPECT_LE((last.rotation - end.rotation).norm(), 64.0 * unit_roundoff * (1 + std::abs(turns)) + 0x1p-45);
    EXPECT_LE((last.translation - end.translation).norm(), rounding);
    EXPECT_EQ(first.rotation, start.rotation);
    EXPECT_EQ(first.translation, start.translation);
    translations += screw.angle_rad == 0.0, halves += screw.half_turn, far += arm > 1e6 * (size + step.norm());
    turned += turns != 0;
  }
  EXPECT_GT(translations, count / 20);
  EXPECT_GT(halves, count / 10);
  EXPECT_GT(far, count / 20);
  EXPECT_GT(turned, count / 4);
  EXPECT_GT(nearest, 1e-2);  // the bound is no empty one
}

TEST(ScrewParameters, FindsTheAxisThatIsThere) {
  Draw draw;
  const int count = testing::cases(1'000, 50'000);
  for (int k = 0; k < count; ++k) {
    SCOPED_TRACE(testing::story(draw.seed(), k));
    ScrewParameters truth;
    truth.start = {oracle::draw_orientation(draw), draw.vector(1.0)};
    truth.point = draw.vector(3.0);
    truth.direction = draw.direction();
    truth.angle_rad = draw.uniform(1e-2, pi - 1e-2);
    truth.translation_m = draw.uniform(-2.0, 2.0);
    const Pose end{rotation_about(truth.direction, truth.angle_rad) * truth.start.rotation,
                   oracle::rounded(oracle::screwed(truth, Vector3::Zero(), Real(1.0)))};
    const int turns = draw.integer(-2, 2);
    const ScrewParameters screw = screw_between(truth.start, end, turns);
    EXPECT_LT((screw.direction - truth.direction).norm(), 1e-12);
    EXPECT_NEAR(screw.angle_rad, truth.angle_rad + 2.0 * pi * turns, 1e-13);
    EXPECT_NEAR(screw.translation_m, truth.translation_m, 1e-11);
    EXPECT_LT((screw.point - truth.point).cross(truth.direction).norm(), 1e-10);
    EXPECT_FALSE(screw.half_turn);
    EXPECT_NEAR(screw.pitch_m(), screw.translation_m / screw.angle_rad * 2.0 * pi, 1e-9 * std::abs(screw.pitch_m()));
  }
}

TEST(ScrewParameters, ChoosesTheSameAxisAtHalfATurnWhateverRoundingSays) {
  Draw draw;
  int flipped = 0;
  const int count = testing::cases(500, 50'000);
  for (int k = 0; k < count; ++k) {
    SCOPED_TRACE(testing::story(draw.seed(), k));
    const Pose start = draw.pose(1.0);
    const Vector3 direction =
        draw.coin(0.3) ? Vector3(draw.sign() * Vector3::Unit(draw.integer(0, 2))) : draw.direction();
    const Pose end{rotation_about(direction, pi + draw.uniform(-5e-16, 5e-16)) * start.rotation, draw.vector(1.0)};
    const ScrewParameters screw = screw_between(start, end);
    EXPECT_TRUE(screw.half_turn);
    const int first = std::abs(direction.x()) > 1e-13 ? 0 : std::abs(direction.y()) > 1e-13 ? 1 : 2;
    EXPECT_GT(screw.direction[first], 0.0);
    EXPECT_GT(screw.reversed().angle_rad, 0.0);
    EXPECT_LT(screw.reversed().direction[first], 0.0);
    EXPECT_NEAR(screw.reversed().angle_rad, pi, 1e-13);
    flipped += direction[first] < 0.0;
  }
  EXPECT_GT(flipped, count / 4);
  EXPECT_LT(flipped, 3 * count / 4);
}

TEST(ScrewParameters, TurnsAboutTheTranslationWhereNothingElseIsKnown) {
  Draw draw;
  for (int k = 0; k < 200; ++k) {  // as in the scene blocks-screw: parallel to itself after whole turns
    SCOPED_TRACE(testing::story(draw.seed(), k));
    const Pose a0 = draw.pose(3.0), a1{a0.rotation, draw.vector(9.0)}, b0 = draw.pose(9.0);
    const ScrewParameters screw = screw_between(b0.inverse() * a0, b0.inverse() * a1, 1);
    const Vector3 step = b0.rotation.transpose() * (a1.translation - a0.translation);
    EXPECT_EQ(screw.angle_rad, 2.0 * pi);
    EXPECT_EQ(screw.point, screw.start.translation);
    EXPECT_LT((screw.direction - step.normalized()).norm(), 1e-13);
    EXPECT_NEAR(screw.translation_m, step.norm(), 1e-13);
  }
  EXPECT_EQ(screw_between({}, {}, 2).angle_rad, 4.0 * pi);
  EXPECT_EQ(screw_between({}, {}).translation_m, 0.0);
  EXPECT_TRUE(std::isinf(screw_between({}, {}).pitch_m()));
}

}  // namespace
}  // namespace tocca::screw_parameters_tests
