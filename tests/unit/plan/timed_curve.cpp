// What is shown here: timed curves keep limits, are as fast as textbook motions where these are known, stop where they are told
// to, and blend within the distance asked for.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "plan/curve_shape.hpp"
#include "plan/curve_steps.hpp"
#include "tocca/core/error.hpp"
#include "tocca/plan/smoother.hpp"
#include "worlds.hpp"

namespace tocca::timed_curve_tests {
namespace {

using testing::rows;

MotionLimits equal_limits(Eigen::Index count, double velocity, double acceleration, double jerk) {
  return {Configuration::Constant(count, velocity), Configuration::Constant(count, acceleration),
          Configuration::Constant(count, jerk)};
}

CurveSettings timed(double velocity, double acceleration, double jerk,
                    double blend_m = std::numeric_limits<double>::infinity()) {
  return {1.0, equal_limits(2, velocity, acceleration, jerk), blend_m};
}

const Checker& empty_room() {
  static const Checker checker(testing::problem_of(testing::gantry(), {}));
  return checker;
}

double duration(const Curve& curve) { return curve.paths.at(0).time_s.back(); }

/// Rest to rest over the way d with velocity V, acceleration A and jerk J: T = d / V + V / A + A / J if all three are reached.
TEST(TimedCurve, IsAsFastAsSevenPhasesAre) {
  const WaypointMatrix line = rows({{-1, 0}, {1, 0}});
  const Curve all = curve_of(empty_room(), line, timed(1.0, 4.0, 40.0));
  ASSERT_TRUE(all.proven);
  EXPECT_TRUE(all.timed);
  EXPECT_NEAR(duration(all), 2.0 / 1.0 + 1.0 / 4.0 + 4.0 / 40.0, 2e-3);
  EXPECT_GE(duration(all), 2.0 / 1.0 + 1.0 / 4.0 + 4.0 / 40.0);
  // Never at the greatest speed: half of the way with acceleration A and jerk J each. T / 2 solves A / 2 T (T - A / J) = d / 2.
  const Curve slow_to_start = curve_of(empty_room(), line, timed(100.0, 1.0, 10.0));
  ASSERT_TRUE(slow_to_start.proven);
  const double ramp = 0.1, half = 0.5 * (ramp + std::sqrt(ramp * ramp + 4.0 * 2.0));
  EXPECT_NEAR(duration(slow_to_start), 2.0 * half, 5e-3);
  // Jerk alone: d = J T^3 / 32.
  const Curve jerky = curve_of(empty_room(), line, timed(100.0, 100.0, 1.0));
  ASSERT_TRUE(jerky.proven);
  EXPECT_NEAR(duration(jerky), std::cbrt(32.0 * 2.0), 5e-3);
}

TEST(TimedCurve, TakesTheSlowestJoint) {
  CurveSettings settings = timed(1.0, 10.0, 100.0);
  settings.limits->velocity[1] = 0.25;
  const Curve curve = curve_of(empty_room(), rows({{0, 0}, {1, 1}}), settings);
  ASSERT_TRUE(curve.proven);
  EXPECT_NEAR(curve.paths[0].velocities.col(0).maxCoeff(), 0.25, 1e-3);
  EXPECT_LE(curve.paths[0].velocities.maxCoeff(), 0.25);
}

const WaypointMatrix zigzag = rows({{-1, 0}, {-0.5, 0.5}, {0, 0}, {0.5, 0.5}, {0.5001, 0.5}, {1, -1.5}});

TEST(TimedCurve, HasWholeNanosecondsContinuousRatesAndTheEndsOfThePath) {
  const Curve curve = curve_of(empty_room(), zigzag, timed(1.0, 2.0, 30.0));
  ASSERT_TRUE(curve.proven);
  EXPECT_EQ(curve.corners, 4);
  EXPECT_EQ(curve.stops, 0);
  const Path& path = curve.paths[0];
  EXPECT_EQ(path.waypoints.row(0), zigzag.row(0));
  EXPECT_EQ(path.waypoints.row(path.waypoints.rows() - 1), zigzag.row(zigzag.rows() - 1));
  EXPECT_EQ(path.velocities.row(0).norm() + path.accelerations.row(0).norm(), 0.0);
  EXPECT_EQ(path.velocities.row(path.velocities.rows() - 1).norm(), 0.0);
  for (const double time_s : path.time_s) EXPECT_EQ(std::round(time_s * 1e9) / 1e9, time_s);
  EXPECT_TRUE(keeps_limits(path, equal_limits(2, 1.0, 2.0, 30.0), 0));
  EXPECT_TRUE(PathChecker(empty_room()).any(CurveSteps(curve.paths)).outcome == Outcome::free);
}

TEST(TimedCurve, StopsAtEachWaypointWithoutABlend) {
  const Curve stopping = curve_of(empty_room(), zigzag, timed(1.0, 2.0, 30.0, 0.0));
  ASSERT_TRUE(stopping.proven);
  EXPECT_EQ(stopping.stops, 4);
  for (Eigen::Index k = 0; k < zigzag.rows(); ++k) {  // it passes each of them, at rest
    Eigen::Index best = 0;
    const double distance = (stopping.paths[0].waypoints.rowwise() - zigzag.row(k)).rowwise().norm().minCoeff(&best);
    EXPECT_EQ(distance, 0.0);
    EXPECT_EQ(stopping.paths[0].velocities.row(best).norm(), 0.0);
  }
  EXPECT_GT(duration(stopping), duration(curve_of(empty_room(), zigzag, timed(1.0, 2.0, 30.0))));
}

/// The gantry's link is where its coordinates say, so distances between configurations are those of its frame.
TEST(TimedCurve, BlendsWithinTheDistanceAskedFor) {
  const WaypointMatrix corner = rows({{0, -1}, {0, 0}, {1, 0}});
  for (const double blend_m : {0.3, 0.1, 0.01}) {
    SCOPED_TRACE(blend_m);
    const Curve curve = curve_of(empty_room(), corner, timed(1.0, 2.0, 30.0, blend_m));
    ASSERT_TRUE(curve.proven);
    EXPECT_EQ(curve.stops, 0);
    double begin_m = 2.0;  // of the blend: the last place with x = 0
    for (Eigen::Index k = 0; k < curve.paths[0].waypoints.rows(); ++k) {
      if (curve.paths[0].waypoints(k, 0) == 0.0) begin_m = -curve.paths[0].waypoints(k, 1);
    }
    EXPECT_NEAR(begin_m, blend_m, 1e-9);
  }
  const Curve nominal = curve_of(empty_room(), corner, {1.0, std::nullopt, 0.1});
  ASSERT_TRUE(nominal.proven);
  EXPECT_FALSE(nominal.timed);
}

/// A spike between two knots is what a look at knots alone would miss: all knots of this quintic are at rest.
TEST(TimedCurve, LimitsAreKeptBetweenKnotsToo) {
  Path path;
  path.waypoints = rows({{0}, {1}});
  path.velocities = path.accelerations = rows({{0}, {0}});
  path.time_s = {0.0, 1.0};
  path.interpolation = {Interpolation::quintic};
  // Greatest velocity 15/8, acceleration 10 / sqrt 3, jerk 60.
  const double a = 10.0 / std::sqrt(3.0);
  EXPECT_TRUE(keeps_limits(path, equal_limits(1, 1.8751, a + 1e-4, 60.001), 0));
  EXPECT_FALSE(keeps_limits(path, equal_limits(1, 1.8749, a + 1e-4, 60.001), 0));
  EXPECT_FALSE(keeps_limits(path, equal_limits(1, 1.8751, a - 1e-4, 60.001), 0));
  EXPECT_FALSE(keeps_limits(path, equal_limits(1, 1.8751, a + 1e-4, 59.999), 0));
}

TEST(TimedCurve, LimitsComeFromTheRobotAndElseFromSettings) {
  Robot robot = testing::limited(
      testing::chain({{JointType::prismatic, {}, Vector3::UnitX(), {}},
                      {JointType::prismatic, {}, Vector3::UnitY(), {{Pose{}, Box{Vector3(0.2, 0.2, 0.2)}}}}}),
      -2.0, 2.0);
  robot.tree = robot.tree.with_rates({{2.0, 3.0, std::nullopt}, {std::nullopt, std::nullopt, 50.0}});
  const CollisionModel model(testing::problem_of(robot, {}), {});
  Warnings missing;
  LimitSettings settings;
  settings.velocity_scale = 0.5;
  const MotionLimits limits = motion_limits(model, settings, missing);
  EXPECT_EQ(limits.velocity, testing::numbers({1.0, 0.5}));
  EXPECT_EQ(limits.acceleration, testing::numbers({3.0, 1.0}));
  EXPECT_EQ(limits.jerk, testing::numbers({3.0 / 0.05, 50.0}));
  ASSERT_EQ(missing.size(), 2u);
  EXPECT_NE(missing[0].find("velocity"), std::string::npos);
  settings.velocity_scale = 1.5;
  EXPECT_THROW(motion_limits(model, settings, missing), InputError);
}

TEST(TimedCurve, RefusesLimitsThatAreNone) {
  CurveSettings settings = timed(1.0, 1.0, 1.0);
  settings.limits->jerk[1] = 0.0;
  EXPECT_THROW(curve_of(empty_room(), zigzag, settings), InputError);
  settings.limits = equal_limits(3, 1, 1, 1);
  EXPECT_THROW(curve_of(empty_room(), zigzag, settings), InputError);
  EXPECT_THROW(curve_of(empty_room(), zigzag, timed(1.0, 1.0, 1.0, -0.1)), InputError);
}

/// Rounded up to whole microseconds, a leg of 50 ms was slower than its corners by a part in fifty thousand, and the jerk of that
/// exceeded the limit: no motion was proven along gentle paths of many waypoints.
TEST(TimedCurve, OfADensePathKeepsGentleLimits) {
  for (const auto& [step, acceleration] : {std::pair(0.02, 0.1), std::pair(0.005, 0.1), std::pair(0.02, 1.0)}) {
    SCOPED_TRACE(step);
    WaypointMatrix dense(100, 2);
    for (Eigen::Index k = 0; k < dense.rows(); ++k) {
      const double x = -1.0 + step * static_cast<double>(k);
      dense.row(k) << x, 0.3 * x + 0.1 * x * x;
    }
    const Curve curve = curve_of(empty_room(), dense, timed(1.0, acceleration, acceleration / 0.05));
    ASSERT_TRUE(curve.proven);
    EXPECT_EQ(curve.stops, 0);
    EXPECT_TRUE(keeps_limits(curve.paths[0], equal_limits(2, 1.0, acceleration, acceleration / 0.05), 0));
  }
}

/// Corners that turn little leave their legs straight: there is room to speed up, and many waypoints cost little time.
TEST(TimedCurve, OfManyWaypointsOnALineIsHardlySlowerThanTheLine) {
  WaypointMatrix dense(41, 2);
  for (Eigen::Index k = 0; k < dense.rows(); ++k) dense.row(k) << -1.0 + 0.05 * static_cast<double>(k), 0.0;
  const CurveSettings settings = timed(1.0, 4.0, 200.0);
  const Curve curve = curve_of(empty_room(), dense, settings),
              line = curve_of(empty_room(), rows({{-1, 0}, {1, 0}}), settings);
  ASSERT_TRUE(curve.proven && line.proven);
  EXPECT_EQ(curve.stops, 0);
  EXPECT_LT(duration(curve), 1.25 * duration(line));
}

/// From a distance of which the rounding of positions is a good part, to limits at which it would be felt.
TEST(TimedCurve, OfTinyDistancesAndTinyOrHugeLimits) {
  for (const double step : {1e-3, 1e-9, 1e-12, 4e-16}) {
    for (const double limit : {1e-6, 1e-3, 1.0, 1e6, 1e300}) {
      SCOPED_TRACE(std::to_string(std::log10(step)) + ", limits " + std::to_string(std::log10(limit)));
      const WaypointMatrix path = rows({{1, 1}, {1 + step, 1}, {1 + 2 * step, 1 - step}, {1 + 3 * step, 1}});
      const CurveSettings settings = timed(limit, limit, limit * std::min(20.0, 1e300 / limit));
      const Curve curve = curve_of(empty_room(), path, settings);
      ASSERT_TRUE(curve.proven);
      EXPECT_TRUE(keeps_limits(curve.paths[0], *settings.limits, 0));
      const std::vector<double>& times = curve.paths[0].time_s;
      EXPECT_EQ(std::adjacent_find(times.begin(), times.end(), std::greater_equal<>()), times.end());
    }
  }
}

TEST(TimedCurve, RefusesAMotionOfAHundredDays) {
  for (const double limit : {1e-9, 1e-300}) {
    EXPECT_THROW(curve_of(empty_room(), zigzag, timed(limit, 1.0, 1.0)), InputError);
    EXPECT_THROW(curve_of(empty_room(), zigzag, timed(1.0, 1.0, limit * limit * limit)), InputError);
  }
}

/// A corner that folds back was cut like any other: the motion turned round before it reached the place that it was sent to.
TEST(TimedCurve, ReachesThePlaceFromWhichItComesBack) {
  for (const WaypointMatrix& path :
       {rows({{0, 0}, {1, 0}, {0, 0}}), rows({{0, 0}, {1, 0.02}, {0, 0}}), rows({{0, 0}, {1, 0}, {1, 0}, {0, 0}})}) {
    const Curve curve = curve_of(empty_room(), path, timed(1.0, 2.0, 30.0));
    ASSERT_TRUE(curve.proven);
    EXPECT_EQ(curve.paths[0].waypoints.row(curve.paths[0].waypoints.rows() - 1), path.row(0));
    EXPECT_EQ(curve.paths[0].waypoints.col(0).maxCoeff(), 1.0);
  }
}

/// Of two robots on one clock, each keeps its own limits; the one that stands still does so to the bit.
TEST(TimedCurve, OfTwoRobotsRunsOnOneClock) {
  Problem problem = testing::problem_of(testing::gantry(), {});
  problem.robots.push_back(problem.robots[0]);
  problem.robots[0].robot.name = "one";
  problem.robots[1].robot.name = "two";
  problem.robots[1].base.translation.z() = 1.0;
  const Checker checker(problem);
  CurveSettings settings;
  settings.limits = equal_limits(4, 1.0, 2.0, 30.0);
  settings.limits->velocity.tail(2).setConstant(0.3);
  const Curve curve = curve_of(checker, rows({{0, 0, 1, 1}, {1, 0, 1, 0}, {1, 1, 1, 1}}), settings);
  ASSERT_TRUE(curve.proven);
  EXPECT_EQ(curve.paths[0].time_s, curve.paths[1].time_s);
  for (const int robot : {0, 1})
    EXPECT_TRUE(keeps_limits(curve.paths[static_cast<std::size_t>(robot)], *settings.limits, 2 * robot));
  EXPECT_EQ(curve.paths[1].velocities.col(0).norm(), 0.0);
  EXPECT_NEAR(curve.paths[1].velocities.cwiseAbs().maxCoeff(), 0.3, 1e-3);
}

TEST(TimedCurve, OfOnePointRests) {
  const Curve rest = curve_of(empty_room(), rows({{1, 0}, {1, 0}}), timed(1.0, 1.0, 1.0));
  ASSERT_TRUE(rest.proven);
  EXPECT_EQ(rest.paths[0].waypoints.rows(), 1);
}

}  // namespace
}  // namespace tocca::timed_curve_tests
