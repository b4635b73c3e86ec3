// What is shown here: curves have continuous velocities and accelerations, keep the ends and the limits, and stop where a
// corner cannot be rounded.
#include <gtest/gtest.h>

#include "plan/curve_steps.hpp"
#include "tocca/core/error.hpp"
#include "tocca/motion/coordinate.hpp"
#include "tocca/plan/smoother.hpp"
#include "worlds.hpp"

namespace tocca::curve_tests {
namespace {

using testing::rows;

/// Velocity and acceleration at an end of a segment, from its control values.
std::pair<double, double> rates(const Path& path, int segment, int column, bool at_end) {
  const Coordinate q = coordinate_of(path, segment, column);
  const auto& c = q.control();
  const double seconds =
      path.time_s[static_cast<std::size_t>(segment) + 1] - path.time_s[static_cast<std::size_t>(segment)];
  const double slope = at_end ? c[5] - c[4] : c[1] - c[0];
  const double bend = at_end ? c[5] - 2.0 * c[4] + c[3] : c[2] - 2.0 * c[1] + c[0];
  return {5.0 * slope / seconds, 20.0 * bend / (seconds * seconds)};
}

void expect_smooth(const Path& path) {
  const int last = path.segment_count() - 1;
  for (int column = 0; column < static_cast<int>(path.waypoints.cols()); ++column) {
    for (const auto& [velocity, acceleration] : {rates(path, 0, column, false), rates(path, last, column, true)}) {
      EXPECT_NEAR(velocity, 0.0, 1e-12);
      EXPECT_NEAR(acceleration, 0.0, 1e-9);
    }
    for (int k = 0; k < last; ++k) {
      const auto before = rates(path, k, column, true), after = rates(path, k + 1, column, false);
      EXPECT_NEAR(before.first, after.first, 1e-9);
      EXPECT_NEAR(before.second, after.second, 1e-6);
    }
  }
}

void expect_within(const Path& path, double lower, double upper) {
  for (int k = 0; k < path.segment_count(); ++k) {
    for (int column = 0; column < static_cast<int>(path.waypoints.cols()); ++column) {
      for (const double value : coordinate_of(path, k, column).control()) {
        EXPECT_GE(value, lower);
        EXPECT_LE(value, upper);
      }
    }
  }
}

bool is_free(const Checker& checker, const Curve& curve) {
  return PathChecker(checker).any(CurveSteps(curve.paths)).outcome == Outcome::free;
}

const WaypointMatrix through_the_gap =
    rows({{-2, 1.1}, {-0.5, 0.0}, {0.5, 0.0}, {2.0, -2.0}, {2.0, -2.0}, {0.3, 1.7}, {1.0 / 3.0, 2.0}});

TEST(Curve, IsSmoothAndKeepsEndsAndLimits) {
  const Checker checker(testing::problem_of(testing::gantry(), testing::wall_with_gap(0.3)));
  const Curve curve = curve_of(checker, through_the_gap);
  ASSERT_TRUE(curve.proven);
  EXPECT_EQ(curve.corners, 4);  // one waypoint is given twice
  EXPECT_EQ(curve.stops, 0);
  ASSERT_EQ(curve.paths.size(), 1u);
  const Path& path = curve.paths[0];
  EXPECT_EQ(path.waypoints.row(0), through_the_gap.row(0));
  EXPECT_EQ(path.waypoints.row(path.waypoints.rows() - 1), through_the_gap.row(through_the_gap.rows() - 1));
  expect_smooth(path);
  expect_within(path, -2.0, 2.0);  // the gantry's limits, at which some waypoints are
  EXPECT_TRUE(is_free(checker, curve));
}

TEST(Curve, OfAStraightLineIsAsFastAsAsked) {
  const Checker checker(testing::problem_of(testing::gantry(), {}));
  const Curve slow = curve_of(checker, rows({{-1, 0}, {1, 0}}), {0.5}),
              fast = curve_of(checker, rows({{-1, 0}, {1, 0}}));
  ASSERT_TRUE(slow.proven && fast.proven);
  expect_smooth(slow.paths[0]);
  EXPECT_NEAR(slow.paths[0].time_s.back(), 2.0 * fast.paths[0].time_s.back(), 1e-12);
  EXPECT_NEAR(slow.paths[0].velocities.cwiseAbs().maxCoeff(), 0.5, 1e-12);
  const Curve rest = curve_of(checker, rows({{1, 0}}));
  EXPECT_TRUE(rest.proven);
  EXPECT_EQ(rest.paths[0].waypoints, rows({{1, 0}}));
}

/// A cube of 0.2 m that slides along x and y, and a block in the inner side of its way, so far away: a corner that a ball
/// would have room to round.
Problem around_a_block(double distance_m) {
  const Robot cube = testing::limited(
      testing::chain({{JointType::prismatic, {}, Vector3::UnitX(), {}},
                      {JointType::prismatic, {}, Vector3::UnitY(), {{Pose{}, Box{Vector3(0.2, 0.2, 0.2)}}}}}),
      -2.0, 2.0);
  const double from = 0.1 + distance_m;
  return testing::problem_of(
      cube, {testing::object("block", testing::at(from + 0.5, -from - 0.5, 0), Box{Vector3(1, 1, 1)})});
}
const WaypointMatrix right_angle = rows({{0, -1}, {0, 0}, {1, 0}});

TEST(Curve, NarrowsItsCornersAndStopsWhereThatDoesNotHelp) {
  for (const auto& [distance_m, stops] : {std::pair(0.3, 0), std::pair(0.05, 0), std::pair(1e-4, 1)}) {
    SCOPED_TRACE(distance_m);
    const Checker checker(around_a_block(distance_m));
    const Curve curve = curve_of(checker, right_angle);
    ASSERT_TRUE(curve.proven);
    EXPECT_EQ(curve.stops, stops);
    expect_smooth(curve.paths[0]);
    EXPECT_TRUE(is_free(checker, curve));
  }
  const auto rounded = [](double distance_m) {
    const Checker checker(around_a_block(distance_m));
    return curve_of(checker, right_angle).paths[0].time_s.back();
  };
  EXPECT_GT(rounded(1e-4), rounded(0.3));  // stopping takes time
}

TEST(Curve, TakesSeveralRobotsOnOneClock) {
  Problem problem = testing::problem_of(testing::gantry(), {});
  problem.robots.push_back(problem.robots[0]);
  problem.robots[0].robot.name = "one";
  problem.robots[1].robot.name = "two";
  problem.robots[1].base.translation.z() = 0.25;
  const Checker checker(problem);
  const WaypointMatrix path = rows({{0, 0, 1, 1}, {1, 0, 1, 0}, {1, 1, 0, 0}});
  const Curve curve = curve_of(checker, path);
  ASSERT_TRUE(curve.proven);
  ASSERT_EQ(curve.paths.size(), 2u);
  EXPECT_EQ(curve.paths[0].time_s, curve.paths[1].time_s);
  EXPECT_EQ(curve.paths[1].waypoints.row(0), path.row(0).tail(2));
  for (const Path& own : curve.paths) expect_smooth(own);
  EXPECT_TRUE(is_free(checker, curve));
}

TEST(Curve, RefusesWhatItCannotRound) {
  const Checker checker(testing::problem_of(testing::gantry(), {}));
  EXPECT_THROW(curve_of(checker, rows({{1, 0, 0}})), InputError);
  EXPECT_THROW(curve_of(checker, right_angle, {0.0}), InputError);
  const Robot drone = testing::chain({{JointType::floating, {}, Vector3::UnitZ(), {{Pose{}, Sphere{0.1}}}}});
  const Checker flying(testing::problem_of(drone, {testing::object("far", testing::at(9, 0, 0), Sphere{1.0})}));
  EXPECT_THROW(curve_of(flying, rows({{0, 0, 0, 0, 0, 0, 1}, {1, 0, 0, 0, 0, 0, 1}})), InputError);
}

TEST(Curve, IsNoneWhereThePathIsNotFree) {
  const Checker checker(around_a_block(-0.05));
  const Curve curve = curve_of(checker, right_angle);
  EXPECT_FALSE(curve.proven);
  EXPECT_TRUE(curve.paths.empty());
}

}  // namespace
}  // namespace tocca::curve_tests
