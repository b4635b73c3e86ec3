// What is shown here: SBL finds paths that are proven free, and says why it finds none.
#include "plan/sbl.hpp"

#include <gtest/gtest.h>

#include "tocca/core/error.hpp"
#include "worlds.hpp"

namespace tocca::sbl_tests {
namespace {

using testing::numbers;

Plan plan(const Problem& problem, const Configuration& start, const Configuration& goal, SblSettings settings = {}) {
  const Checker checker(problem);
  return Sbl(checker, settings).plan(start, goal);
}

void expect_path(const Problem& problem, const Plan& plan, const Configuration& start, const Configuration& goal) {
  ASSERT_EQ(plan.end, PlanEnd::found);
  EXPECT_EQ(Configuration(plan.waypoints.row(0)), start);
  EXPECT_EQ(Configuration(plan.waypoints.bottomRows<1>().transpose()), goal);
  EXPECT_TRUE(testing::is_free(problem, plan.waypoints));
}

TEST(Sbl, GoesStraightWhereNothingIsInTheWay) {
  const Problem problem = testing::problem_of(testing::gantry(), {});
  const Plan found = plan(problem, numbers({-1, 0}), numbers({1, 0.5}));
  expect_path(problem, found, numbers({-1, 0}), numbers({1, 0.5}));
  EXPECT_EQ(found.waypoints.rows(), 2);
}

TEST(Sbl, StartIsGoal) {
  const Problem problem = testing::problem_of(testing::gantry(), {});
  const Plan found = plan(problem, numbers({-1, 0}), numbers({-1, 0}));
  EXPECT_EQ(found.end, PlanEnd::found);
  EXPECT_EQ(found.waypoints, WaypointMatrix(numbers({-1, 0}).transpose()));
}

TEST(Sbl, FindsANarrowPassage) {
  const Problem problem = testing::problem_of(testing::gantry(), testing::wall_with_gap(0.24));  // the ball has 0.2
  const Plan found = plan(problem, numbers({-1.5, 1.5}), numbers({1.5, 1.5}));
  expect_path(problem, found, numbers({-1.5, 1.5}), numbers({1.5, 1.5}));
  EXPECT_GT(found.waypoints.rows(), 2);
  EXPECT_GT(found.statistics.segments_refuted, 0);
}

TEST(Sbl, TheSameSeedGivesTheSamePath) {
  const Problem problem = testing::problem_of(testing::gantry(), testing::wall_with_gap(0.3));
  const auto with_seed = [&](std::uint64_t seed) {
    SblSettings settings;
    settings.seed = seed;
    return plan(problem, numbers({-1.5, 1}), numbers({1.5, 1}), settings).waypoints;
  };
  const WaypointMatrix path = with_seed(7);
  EXPECT_EQ(path, with_seed(7));
  const WaypointMatrix other = with_seed(8);
  EXPECT_TRUE(other.rows() != path.rows() || other != path);
}

TEST(Sbl, EndsAtItsLimitsWhereThereIsNoPath) {
  const Problem problem = testing::problem_of(testing::gantry(), testing::wall_with_gap(0.0));
  SblSettings settings;
  settings.most_milestones = 200;
  const Plan none = plan(problem, numbers({-1.5, 1}), numbers({1.5, 1}), settings);
  EXPECT_EQ(none.end, PlanEnd::milestone_limit);
  EXPECT_EQ(none.statistics.milestones, 200);
  EXPECT_EQ(none.waypoints.rows(), 0);
  settings = {};
  settings.time_limit_s = 0.05;
  EXPECT_EQ(plan(problem, numbers({-1.5, 1}), numbers({1.5, 1}), settings).end, PlanEnd::time_limit);
  settings = {};
  settings.progress = [](const PlanStatistics& now) { return now.milestones < 50; };
  EXPECT_EQ(plan(problem, numbers({-1.5, 1}), numbers({1.5, 1}), settings).end, PlanEnd::stopped);
}

TEST(Sbl, SaysWhichEndTouchesWhat) {
  const Problem problem = testing::problem_of(testing::gantry(), testing::wall_with_gap(0.3));
  const Plan start = plan(problem, numbers({0, 1}), numbers({1.5, 1}));
  EXPECT_EQ(start.end, PlanEnd::start_in_contact);
  ASSERT_FALSE(start.contact.pairs.empty());
  EXPECT_EQ(start.contact.pairs[0], std::pair(std::string("link_2"), std::string("north")));
  const Plan goal = plan(problem, numbers({1.5, 1}), numbers({0.1, -1}));
  EXPECT_EQ(goal.end, PlanEnd::goal_in_contact);
  ASSERT_FALSE(goal.contact.pairs.empty());
  EXPECT_EQ(goal.contact.pairs[0].second, "south");
}

TEST(Sbl, OneDegreeOfFreedomWindsTheOtherWayRound) {
  const Collider rod{testing::at(0.5, 0, 0), Box{Vector3(1.0, 0.05, 0.05)}};
  const Robot arm = testing::chain({{JointType::continuous, {}, Vector3::UnitZ(), {rod}}});
  const Problem problem = testing::problem_of(arm, {testing::object("post", testing::at(0, 0.8, 0), Sphere{0.1})});
  const Configuration start = numbers({0.5}), goal = numbers({2.8});  // the post stands between the two, at pi / 2
  SblSettings settings;
  settings.most_milestones = 300;
  EXPECT_EQ(plan(problem, start, goal, settings).end, PlanEnd::milestone_limit);  // never folded: 2.8 is not 2.8 - 2 pi
  const Configuration round = numbers({2.8 - 2 * 3.14159});
  expect_path(problem, plan(problem, start, round), start, round);
}

TEST(Sbl, StartsOutsideOfLimits) {
  const Problem problem = testing::problem_of(testing::gantry(), testing::wall_with_gap(0.4));
  expect_path(problem, plan(problem, numbers({-2.5, 1}), numbers({1.5, 1})), numbers({-2.5, 1}), numbers({1.5, 1}));
}

TEST(Sbl, TakesAFreeBodyPastAWall) {
  // A plate of 1 x 1 x 0.1 does not fit through the gap as it lies: it turns upright, or passes over the wall.
  const Robot plate =
      testing::chain({{JointType::floating, {}, Vector3::UnitZ(), {{Pose{}, Box{Vector3(1, 1, 0.1)}}}}});
  const Problem problem = testing::problem_of(plate, testing::wall_with_gap(0.6));
  const Configuration start = numbers({-1.5, 0, 0, 0, 0, 0, 1}), goal = numbers({1.5, 0, 0, 0, 0, 0, 1});
  expect_path(problem, plan(problem, start, goal), start, goal);
}

TEST(Sbl, RefusesConfigurationsThatDoNotFit) {
  const Problem problem = testing::problem_of(testing::gantry(), {});
  EXPECT_THROW(plan(problem, numbers({0}), numbers({0, 1})), InputError);
  EXPECT_THROW(plan(problem, numbers({0, 0}), numbers({0, std::nan("")})), InputError);
}

}  // namespace
}  // namespace tocca::sbl_tests
