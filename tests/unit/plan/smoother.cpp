// What is shown here: smoothing shortens, keeps the ends, and never returns a path that is not proven free.
#include "tocca/plan/smoother.hpp"

#include <gtest/gtest.h>

#include "plan/plan_space.hpp"
#include "tocca/core/error.hpp"
#include "worlds.hpp"

namespace tocca::smoother_tests {
namespace {

using testing::rows;

/// Far around through a gap at y = 0: 3.0 straight would be best, were there no wall.
const WaypointMatrix detour = rows({{-1.5, 1}, {-1.7, -1.5}, {-0.5, 0.01}, {0.5, -0.01}, {1.9, -1.9}, {1.5, 1}});

SmoothResult smooth(const Problem& problem, const WaypointMatrix& path, const SmoothSettings& settings = {}) {
  const Checker checker(problem);
  return Smoother(checker, settings).smooth(path);
}

TEST(Smoother, ShortensAndKeepsTheEndsAndStaysFree) {
  const Problem problem = testing::problem_of(testing::gantry(), testing::wall_with_gap(0.3));
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    SmoothSettings settings;
    settings.seed = seed;
    double latest = 1e9;
    settings.progress = [&](const SmoothStatistics& now) {
      EXPECT_LE(now.length_m, latest);  // never longer, at any step
      latest = now.length_m;
      return true;
    };
    const SmoothResult result = smooth(problem, detour, settings);
    EXPECT_EQ(result.end, SmoothEnd::converged);
    EXPECT_EQ(result.waypoints.row(0), detour.row(0));
    EXPECT_EQ(result.waypoints.row(result.waypoints.rows() - 1), detour.row(detour.rows() - 1));
    EXPECT_TRUE(testing::is_free(problem, result.waypoints));
    EXPECT_GT(result.statistics.length_before_m, 8.0);
    // The straight lines from both ends to the gap's corners: hypot(1.5, 1) * 2 = 3.6.
    EXPECT_LT(result.statistics.length_m, 3.9);
    EXPECT_GT(result.statistics.length_m, 3.4);
  }
}

TEST(Smoother, DoesNothingWithAPathThatIsNotFree) {
  const Problem problem = testing::problem_of(testing::gantry(), testing::wall_with_gap(0.1));
  const SmoothResult result = smooth(problem, detour);
  EXPECT_EQ(result.end, SmoothEnd::not_free);
  EXPECT_EQ(result.waypoints.rows(), 0);
  EXPECT_EQ(result.refuted.outcome, Outcome::contact);
}

TEST(Smoother, LeavesAStraightPathAlone) {
  const Problem problem = testing::problem_of(testing::gantry(), {});
  const WaypointMatrix line = rows({{-1, 0}, {1, 0}}), point = rows({{1, 0}}), twice = rows({{1, 0}, {1, 0}, {1, 0}});
  EXPECT_EQ(smooth(problem, line).waypoints, line);
  EXPECT_EQ(smooth(problem, point).waypoints, point);
  EXPECT_EQ(smooth(problem, twice).end, SmoothEnd::converged);  // of no length: there is nothing to gain
}

TEST(Smoother, EndsWhereItIsTold) {
  const Problem problem = testing::problem_of(testing::gantry(), testing::wall_with_gap(0.3));
  SmoothSettings settings;
  settings.most_steps = 25;
  const SmoothResult steps = smooth(problem, detour, settings);
  EXPECT_EQ(steps.end, SmoothEnd::step_limit);
  EXPECT_EQ(steps.statistics.steps, 25);
  EXPECT_EQ(smooth(problem, detour, settings).waypoints, steps.waypoints);  // the same seed, the same path
  settings = {};
  settings.time_limit_s = 0.0;
  EXPECT_EQ(smooth(problem, detour, settings).waypoints, detour);
  settings = {};
  settings.progress = [](const SmoothStatistics& now) { return now.steps < 10; };
  const SmoothResult stopped = smooth(problem, detour, settings);
  EXPECT_EQ(stopped.end, SmoothEnd::stopped);
  EXPECT_TRUE(testing::is_free(problem, stopped.waypoints));
}

TEST(Smoother, TakesAwayWaypointsThatAreOfNoUse) {
  // All of a free room: the first question is the last.
  const SmoothResult straight = smooth(testing::problem_of(testing::gantry(), {}), detour);
  EXPECT_EQ(straight.waypoints.rows(), 2);
  EXPECT_EQ(straight.end, SmoothEnd::converged);
  EXPECT_LE(straight.statistics.questions, 1);
  // Through a gap, from many waypoints: few are left before any chance comes in.
  const Problem problem = testing::problem_of(testing::gantry(), testing::wall_with_gap(0.3));
  WaypointMatrix many(401, 2);
  for (Eigen::Index k = 0; k <= 400; ++k) {
    many.row(k) << -1.5 + static_cast<double>(k) / 400.0 * 3.0, k % 2 == 0 ? 0.0 : 0.01;
  }
  many(0, 1) = many(400, 1) = 1.5;
  SmoothSettings settings;
  settings.most_questions = 60;
  const SmoothResult few = smooth(problem, many, settings);
  EXPECT_LE(few.waypoints.rows(), 6);
  EXPECT_TRUE(testing::is_free(problem, few.waypoints));
}

TEST(Smoother, KeepsToABudgetOfQuestions) {
  const Problem problem = testing::problem_of(testing::gantry(), testing::wall_with_gap(0.3));
  for (const std::int64_t budget : {1, 5, 20, 50}) {
    SmoothSettings settings = SmoothSettings::quick();
    settings.most_questions = budget;
    const SmoothResult result = smooth(problem, detour, settings);
    EXPECT_EQ(result.end, SmoothEnd::step_limit);
    EXPECT_LE(result.statistics.questions, budget + 2);
    EXPECT_TRUE(testing::is_free(problem, result.waypoints));
    EXPECT_EQ(smooth(problem, detour, settings).waypoints, result.waypoints);
  }
}

TEST(Smoother, StopsAJointThatNeedNotMove) {
  // The third joint, with a ball above the wall, wanders while the others must go through the gap.
  Robot robot = testing::limited(
      testing::chain(
          {{JointType::prismatic, {}, Vector3::UnitX(), {}},
           {JointType::prismatic, {}, Vector3::UnitY(), {{Pose{}, Sphere{0.1}}}},
           {JointType::revolute, testing::at(0, 0, 2), Vector3::UnitZ(), {{testing::at(0.5, 0, 0), Sphere{0.1}}}}}),
      -2.0, 2.0);
  const Problem problem = testing::problem_of(std::move(robot), testing::wall_with_gap(0.3));
  WaypointMatrix path(4, 3);
  path << -1.5, 1, 0, -0.5, 0, 1.9, 0.5, 0, -1.9, 1.5, 1, 0;
  SmoothSettings settings;
  settings.converged_at = 0.0;
  settings.most_steps = 3000;
  const WaypointMatrix shorter = smooth(problem, path, settings).waypoints;
  EXPECT_LT(shorter.col(2).cwiseAbs().maxCoeff(), 0.5);  // of 1.9
}

TEST(Smoother, SaysHowFarTheProofOfALongPathCame) {
  const Problem problem = testing::problem_of(testing::gantry(), testing::wall_with_gap(0.3));
  WaypointMatrix there_and_back(2001, 2);
  for (Eigen::Index k = 0; k <= 2000; ++k) there_and_back.row(k) << -1.0 - 0.001 * static_cast<double>(k % 2), 0.0;
  SmoothSettings settings;
  settings.progress = [](const SmoothStatistics& now) { return now.segments_proven < 1000; };
  const SmoothResult stopped = smooth(problem, there_and_back, settings);
  EXPECT_EQ(stopped.end, SmoothEnd::unproven);
  EXPECT_EQ(stopped.waypoints.rows(), 0);
  EXPECT_GE(stopped.statistics.segments_proven, 1000);
  EXPECT_LT(stopped.statistics.segments_proven, 2000);
  settings = {};
  settings.most_steps = 10;
  EXPECT_EQ(smooth(problem, there_and_back, settings).statistics.segments_proven, 2000);
  const Checker checker(problem);
  EXPECT_EQ(Smoother(checker, settings).smooth_proven(there_and_back).statistics.segments_proven, 0);
  settings.time_limit_s = 0.0;  // what is proven is returned
  EXPECT_EQ(Smoother(checker, settings).smooth_proven(there_and_back).waypoints, there_and_back);
}

TEST(Smoother, RefusesRowsThatDoNotFit) {
  const Problem problem = testing::problem_of(testing::gantry(), {});
  EXPECT_THROW(smooth(problem, WaypointMatrix(0, 2)), InputError);
  EXPECT_THROW(smooth(problem, WaypointMatrix::Zero(3, 3)), InputError);
}

}  // namespace
}  // namespace tocca::smoother_tests
