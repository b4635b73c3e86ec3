// What is shown here: preferring clearance makes a path keep more distance, as far as its ends allow, and proven.
#include "plan/prefer_clearance.hpp"

#include <gtest/gtest.h>

#include "tocca/check/clearance_search.hpp"
#include "worlds.hpp"

namespace tocca::prefer_clearance_tests {
namespace {

double least_distance(const Problem& problem, const WaypointMatrix& path) {
  const Checker checker(problem);
  ClearanceSettings settings;
  settings.curve = false;
  return ClearanceSearch(checker, settings).profile(ConfigurationSteps(checker.model(), path)).lower;
}

TEST(PreferClearance, TakesThePathToTheMiddleOfTheGap) {
  // Half of the gap of 0.6 less the ball's radius: 0.2 m are possible, of which 0.1 and then 0.2 are asked.
  Problem problem = testing::problem_of(testing::gantry(), testing::wall_with_gap(0.6));
  problem.clearance.default_m = 1e-3;
  const Checker checker(problem);
  WaypointMatrix path(4, 2);
  path << -1.5, 1.0, -0.2, 0.19, 0.2, 0.19, 1.5, 1.0;
  ASSERT_TRUE(testing::is_free(problem, path));
  const PreferredClearance found = prefer_clearance(problem, {}, {}, 1e-3, path, {});
  EXPECT_GE(found.clearance_m, 0.1);
  EXPECT_GE(least_distance(problem, found.waypoints), found.clearance_m);
  EXPECT_LT(least_distance(problem, path), 0.011);
  Problem proof = problem;
  proof.clearance.default_m = found.clearance_m;
  EXPECT_TRUE(testing::is_free(proof, found.waypoints));
  EXPECT_EQ(found.waypoints.row(0), path.row(0));
  EXPECT_EQ(found.waypoints.row(found.waypoints.rows() - 1), path.row(3));
  EXPECT_EQ(prefer_clearance(problem, {}, {}, 1e-3, path, {}).waypoints, found.waypoints);  // the same seed
}

TEST(PreferClearance, GoesAsFarAsTheEndsAllow) {
  Problem problem = testing::problem_of(testing::gantry(), testing::wall_with_gap(0.6));
  problem.clearance.default_m = 1e-3;
  WaypointMatrix path(3, 2);
  path << -0.15 - 7e-3, 1.0, -1.5, 0.0, 1.5, 0.0;  // begins 7 mm from the wall
  const PreferredClearance found = prefer_clearance(problem, {}, {}, 1e-3, path, {});
  EXPECT_GT(found.clearance_m, 6e-3);
  EXPECT_LT(found.clearance_m, 7e-3);
  EXPECT_GE(least_distance(problem, found.waypoints), found.clearance_m);
}

}  // namespace
}  // namespace tocca::prefer_clearance_tests
