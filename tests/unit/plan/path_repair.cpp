// What is shown here: a repaired path keeps what was free, replaces the rest, drops only waypoints in contact, and says why there
// is no way. That what is returned is free: tests/property/plan.
#include <gtest/gtest.h>

#include "tocca/core/parallel.hpp"
#include "tocca/plan/planner.hpp"
#include "worlds.hpp"

namespace tocca::path_repair_tests {
namespace {

using testing::numbers;
using testing::rows;

Problem room() { return testing::problem_of(testing::gantry(), testing::wall_with_gap(0.4)); }

TEST(Repair, LeavesAFreePathAsItIs) {
  const Checker checker(room());
  const WaypointMatrix path = rows({{-1.5, 1}, {-1, 0}, {1, 0}, {1.5, -1}});
  const Repair found = repair(checker, path);
  EXPECT_EQ(found.end, PlanEnd::found);
  EXPECT_EQ(found.waypoints, path);
  EXPECT_TRUE(found.detours.empty());
  EXPECT_EQ(found.statistics.segments, 3);
}

TEST(Repair, ReplacesOnlyWhatTouches) {
  const Problem problem = room();
  const WaypointMatrix path = rows({{-1.5, 1.5}, {-1, 1}, {1, 1}, {1.5, 1.5}, {1.5, -1}, {-1.5, -1}});
  const Repair found = repair(Checker(problem), path);
  ASSERT_EQ(found.end, PlanEnd::found);
  EXPECT_TRUE(testing::is_free(problem, found.waypoints));
  ASSERT_EQ(found.detours.size(), 2u);
  EXPECT_EQ(found.contact.index, 1);
  EXPECT_EQ(found.contact.outcome, Outcome::contact);
  for (const Detour& detour : found.detours) {
    EXPECT_EQ(detour.to, detour.from + 1);
    EXPECT_EQ(found.waypoints.row(detour.first), path.row(detour.from));
    EXPECT_EQ(found.waypoints.row(detour.first + detour.segments), path.row(detour.to));
    EXPECT_GT(detour.segments, 1);
    EXPECT_GT(detour.length_m, 0.0);
  }
  EXPECT_EQ(found.detours[0].from, 1);
  EXPECT_EQ(found.detours[1].from, 4);
}

TEST(Repair, DropsWaypointsInContactAndNoOthers) {
  const Problem problem = room();
  const Repair found = repair(Checker(problem), rows({{-1.5, 1}, {0, 1}, {0.01, 1.2}, {1, 1}, {-1, 1}}));
  ASSERT_EQ(found.end, PlanEnd::found);
  EXPECT_TRUE(testing::is_free(problem, found.waypoints));
  ASSERT_EQ(found.detours.size(), 2u);
  EXPECT_EQ(found.detours[0].from, 0);
  EXPECT_EQ(found.detours[0].to, 3);
  EXPECT_EQ(found.detours[1].from, 3);
  EXPECT_EQ(found.detours[1].to, 4);
}

TEST(Repair, SaysWhatIsWrongWithTheEnds) {
  const Checker checker(room());
  const Repair start = repair(checker, rows({{0, 1}, {1, 1}})),
               goal = repair(checker, rows({{-1, 1}, {-1.5, 1}, {0, 1}}));
  EXPECT_EQ(start.end, PlanEnd::start_in_contact);
  EXPECT_EQ(goal.end, PlanEnd::goal_in_contact);
  EXPECT_EQ(goal.from, 1);
  EXPECT_EQ(goal.to, 2);
  for (const Repair* failed : {&start, &goal}) {
    EXPECT_EQ(failed->waypoints.rows(), 0);
    EXPECT_FALSE(failed->contact.pairs.empty());
  }
  EXPECT_EQ(repair(checker, rows({{0, 1}})).end, PlanEnd::start_in_contact);
  EXPECT_EQ(repair(checker, rows({{1, 1}})).waypoints, rows({{1, 1}}));
}

TEST(Repair, GivesUpWithinLimitsAndStopsWhereAsked) {
  const Checker closed(testing::problem_of(testing::gantry(), testing::wall_with_gap(0.1)));
  const WaypointMatrix path = rows({{-1.5, 1}, {-1, 1}, {1, 1}});
  PlannerSettings settings;
  settings.most_milestones = 50;
  const Repair limited = repair(closed, path, settings);
  EXPECT_EQ(limited.end, PlanEnd::milestone_limit);
  EXPECT_EQ(limited.from, 1);
  settings.most_milestones = 1'000'000;
  settings.progress = [](const PlanStatistics&) { return false; };
  EXPECT_EQ(repair(closed, path, settings).end, PlanEnd::stopped);
}

TEST(Repair, DependsOnTheSeedAloneWhateverTheThreads) {
  const Checker checker(room());
  const WaypointMatrix path = rows({{-1.5, 1.5}, {1, 1}, {1.5, 1.5}, {-1.5, -1}});
  const Repair all = repair(checker, path);
  const ThreadLimit one(1);
  EXPECT_EQ(repair(checker, path).waypoints, all.waypoints);
}

}  // namespace
}  // namespace tocca::path_repair_tests
