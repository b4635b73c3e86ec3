// What is shown here: a path keeps what is asked for, or what its ends allow, and then the ends are free.
#include "plan/kept_clearance.hpp"

#include <gtest/gtest.h>

#include <set>

#include "worlds.hpp"

namespace tocca::kept_clearance_tests {
namespace {

using Limit = KeptClearance::Limit;

/// The gantry's ball of radius 0.1, and a block whose near face is at x = 1.
Problem by_a_block(double clearance_m) {
  Problem problem =
      testing::problem_of(testing::gantry(), {testing::object("block", testing::at(1.5, 0, 0), Box{Vector3(1, 1, 1)})});
  problem.clearance.default_m = clearance_m;
  return problem;
}

Configuration at_distance(double distance_m) { return testing::numbers({0.9 - distance_m, 0.0}); }

TEST(KeptClearance, IsWhatWasAskedWhereTheEndsAreFarther) {
  const Checker checker(by_a_block(1e-3));
  const KeptClearance kept = kept_clearance(checker, 1e-3, at_distance(1.0), at_distance(2e-3));
  EXPECT_FALSE(kept.reduced());
  EXPECT_EQ(kept.kept_m, 1e-3);
  EXPECT_FALSE(kept_clearance(Checker(by_a_block(0.0)), 0.0, at_distance(-1.0), at_distance(1e-9)).reduced());
}

TEST(KeptClearance, IsLessWhereAnEndIsNearerAndThenTheEndsAreFree) {
  const Configuration far = at_distance(1.0);
  const Checker checker(by_a_block(1e-3));
  for (const double distance_m : {0.9e-3, 1.0e-3, 1e-4, 9e-6, 4e-6}) {
    SCOPED_TRACE(distance_m);
    const Configuration near = at_distance(distance_m);
    const KeptClearance goal = kept_clearance(checker, 1e-3, far, near);
    EXPECT_EQ(goal.limit, Limit::goal);
    EXPECT_EQ(kept_clearance(checker, 1e-3, near, far).limit, Limit::start);
    EXPECT_NEAR(goal.distance_m, distance_m, 1e-9);
    EXPECT_GT(goal.kept_m, 0.3 * distance_m);
    EXPECT_LT(goal.kept_m, distance_m - checker.settings().tolerance_m);
    EXPECT_EQ((std::set<std::string>{goal.a, goal.b}), (std::set<std::string>{"block", "link_2"}));
    EXPECT_EQ(Checker(by_a_block(goal.kept_m)).check(near).outcome, Outcome::free);
  }
}

TEST(KeptClearance, IsNoneWhereAnEndTouches) {
  const Checker checker(by_a_block(1e-3));
  const KeptClearance kept = kept_clearance(checker, 1e-3, at_distance(1.0), at_distance(-0.01));
  EXPECT_EQ(kept.limit, Limit::goal);
  EXPECT_EQ(kept.kept_m, 0.0);
}

TEST(KeptClearance, CountsOnlyPairsThatKeepTheDefault) {
  Problem problem = by_a_block(1e-3);
  problem.clearance.pairs.push_back({"link_2", "block", 0.5e-3});
  problem.scene.objects.push_back(testing::object("post", testing::at(0.8, 0.6, 0), Sphere{0.1}));
  // Nearer than its own clearance: no other default makes that end free.
  EXPECT_FALSE(kept_clearance(Checker(problem), 1e-3, at_distance(1.0), at_distance(1e-4)).reduced());
  // The block is nearest, but the post is what the default is about.
  const Configuration both = testing::numbers({0.9 - 1e-4, 0.41});
  const KeptClearance kept = kept_clearance(Checker(problem), 1e-3, at_distance(1.0), both);
  EXPECT_EQ(kept.limit, Limit::none);
  const Configuration beside = testing::numbers({0.8, 0.4 - 2e-4});
  EXPECT_EQ(kept_clearance(Checker(problem), 1e-3, beside, at_distance(1.0)).b == "post" ||
                kept_clearance(Checker(problem), 1e-3, beside, at_distance(1.0)).a == "post",
            true);
}

TEST(KeptClearance, OfAPathIsWhatItKeepsItself) {
  WaypointMatrix path(3, 2);
  path << -1, 0, 0.9 - 5e-4, 0, -1, 1;
  const KeptClearance kept = kept_clearance(Checker(by_a_block(1e-3)), 1e-3, path);
  EXPECT_EQ(kept.limit, Limit::path);
  EXPECT_NEAR(kept.distance_m, 5e-4, 2e-6);
  EXPECT_TRUE(testing::is_free(by_a_block(kept.kept_m), path));
  path(1, 0) = 0.5;
  EXPECT_FALSE(kept_clearance(Checker(by_a_block(1e-3)), 1e-3, path).reduced());
  path(2, 0) = 0.9 - 1e-4, path(2, 1) = 0;
  EXPECT_EQ(kept_clearance(Checker(by_a_block(1e-3)), 1e-3, path).limit, Limit::goal);
}

}  // namespace
}  // namespace tocca::kept_clearance_tests
