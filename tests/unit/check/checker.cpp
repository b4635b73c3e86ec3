// What is proven here: the checker asks the right question and names the answer: robots, links, coordinates, times.
// Answers are such as can be worked out by hand; that the engine is right is proven elsewhere.
#include "tocca/check/checker.hpp"

#include <gtest/gtest.h>

#include "check/steps/timeline.hpp"
#include "slider.hpp"
#include "testing/draw.hpp"
#include "tocca/check/motion_step.hpp"
#include "tocca/check/path_checker.hpp"
#include "tocca/core/error.hpp"
#include "tocca/core/parallel.hpp"
#include "tocca/model/problem.hpp"
#include "tocca/model/robot.hpp"
#include "tocca/model/scene.hpp"

namespace tocca::checker_tests {
namespace {

using testing::ball_at;
using testing::slider;

Configuration at(double x) { return Configuration::Constant(1, x); }

TEST(Checker, NamesWhatTouches) {
  const Checker checker(slider(), ball_at(3.0));
  const SegmentVerdict hit = checker.check(at(0.0), at(4.0));
  ASSERT_EQ(hit.outcome, Outcome::contact);
  EXPECT_LE(hit.time.lo, 0.7);
  EXPECT_NEAR(hit.time.hi, 0.7, 2e-6);
  EXPECT_LE(hit.time.hi - hit.time.lo, 1e-6);
  ASSERT_EQ(hit.pairs.size(), 1u);
  EXPECT_EQ(hit.pairs[0], std::pair(std::string("hand"), std::string("ball")));
  ASSERT_EQ(hit.configuration.size(), 1u);
  EXPECT_EQ(hit.configuration[0].first, "x");
  EXPECT_NEAR(hit.configuration[0].second, 2.8, 1e-5);
  EXPECT_GT(hit.micros, 0.0);

  const SegmentVerdict free = checker.check(at(0.0), at(2.7));
  EXPECT_EQ(free.outcome, Outcome::free);
  EXPECT_EQ(free.free_until, 1.0);
  EXPECT_TRUE(free.contacts.empty());
  EXPECT_EQ(checker.check(at(0.0)).outcome, Outcome::free);
  EXPECT_TRUE(checker.check(at(3.0)).initial);
  const Nearest nearest = checker.distance(at(1.0));
  EXPECT_LE(nearest.lower, 1.8 + 1e-12);
  EXPECT_NEAR(nearest.upper, 1.8, 1e-9);
}

/// Its row told the time and the work on the colliding segment alone, and the others had no rows.
TEST(PathChecker, AContactCountsTheWorkOfTheWholeSearch) {
  Scene scene = ball_at(3.0);
  scene.objects.push_back({"bystander", {Matrix3::Identity(), {-18.65, 0.201, 0}}, {{{}, Sphere{0.1}}}});
  const Checker checker(slider(), scene);
  WaypointMatrix rows(4, 1);
  rows << -40.0, 2.7, 2.75, 2.9;  // the long way goes first: it is free, by a hair, in its middle
  const ConfigurationSteps whole(checker.model(), rows);
  const WaypointMatrix last = rows.bottomRows(2);
  const Verdict any = PathChecker(checker).any(whole),
                alone = PathChecker(checker).any(ConfigurationSteps(checker.model(), last));
  ASSERT_EQ(any.outcome, Outcome::contact);
  ASSERT_EQ(any.segments.size(), 1u);
  EXPECT_EQ(any.segments[0].index, 2);
  EXPECT_GT(any.segments[0].statistics.windows, alone.segments[0].statistics.windows);
  EXPECT_GT(any.segments[0].micros, 0.0);
  EXPECT_EQ(any.segments[0].time.lo, 0.0) << "nothing is claimed about the time before";
}

TEST(Checker, RefusesWhatMakesNoSense) {
  const Checker checker(slider(), ball_at(3.0));
  EXPECT_THROW(checker.check(Configuration::Zero(2), Configuration::Zero(2)), InputError);
  EXPECT_THROW(checker.check(at(0.0), at(std::nan(""))), InputError);
  CheckSettings settings;
  settings.tolerance_m = 0.0;
  EXPECT_THROW(Checker(slider(), ball_at(3.0), settings), InputError);
}

TEST(Checker, BatchesDoNotDependOnThreads) {
  const Checker checker(slider(), ball_at(3.0));
  const int count = testing::cases(200, 200);
  WaypointMatrix from(count, 1), to(count, 1);
  for (int k = 0; k < count; ++k) from(k, 0) = 2.0 * k / count, to(k, 0) = 4.0 - 2.6 * k / count;
  const auto ask = [&](int threads) {
    const ThreadLimit limit(threads);
    return checker.check_edges(from, to);
  };
  const auto one = ask(1), two = ask(2);
  ASSERT_EQ(one.size(), static_cast<std::size_t>(count));
  int hits = 0;
  for (std::size_t k = 0; k < one.size(); ++k) {
    EXPECT_EQ(one[k].index, static_cast<std::int64_t>(k));
    EXPECT_EQ(one[k].outcome, two[k].outcome);
    EXPECT_EQ(one[k].time, two[k].time);
    EXPECT_EQ(one[k].statistics.volumes, two[k].statistics.volumes);
    hits += one[k].outcome == Outcome::contact;
  }
  EXPECT_GT(hits, count / 4);
  EXPECT_LT(hits, count);
}

TEST(Checker, AsksAboutTheClockOfAProblem) {
  Problem problem;
  for (const char* name : {"a", "b"}) {
    RobotTask task;
    task.robot = slider(name);
    task.path.waypoints = WaypointMatrix::Zero(2, 1);
    task.path.interpolation = {Interpolation::linear};
    problem.robots.push_back(task);
  }
  problem.robots[1].path.waypoints << 9.0, 9.0;
  problem.scene = ball_at(5.0);
  const Pose near{Matrix3::Identity(), {1.0, 0, 0}}, far{Matrix3::Identity(), {5.0, 0, 0}};
  problem.moving.push_back({0, ObjectMotion::linear, {{0.0, far}, {0.5, far}, {1.0, near}}});
  const Checker checker(problem);
  const Timeline timeline(problem, checker.model());
  EXPECT_EQ(checker.check(timeline, 0).outcome, Outcome::free);

  problem.moving[0].poses[2].pose.translation.x() = -3.0;  // from 5 to -3 in half the time: at 0.2 after 4.8 / 8 of it
  const Timeline through(problem, checker.model());
  const SegmentVerdict hit = checker.check(through, 0);
  ASSERT_EQ(hit.outcome, Outcome::contact);
  EXPECT_FALSE(hit.initial);
  EXPECT_LE(hit.time.lo, 0.8);
  EXPECT_NEAR(hit.time.hi, 0.8, 2e-6);
  EXPECT_EQ(hit.free_until, hit.time.lo);
  ASSERT_EQ(hit.configuration.size(), 2u);
  EXPECT_EQ(hit.configuration[1].first, "b/x");
  EXPECT_EQ(hit.configuration[1].second, 9.0);
  // A question about one robot finds the others where they were.
  EXPECT_EQ(checker.check(at(8.0), at(8.7)).outcome, Outcome::free);
  EXPECT_EQ(checker.check(at(8.0), at(8.9)).outcome, Outcome::contact);
}

/// Regression: a question about all robots left the second one where it had sent it, out of the way of the next question.
TEST(Checker, AQuestionAboutAllRobotsLeavesTheOthersWhereTheyStart) {
  Problem problem;
  for (const char* name : {"left", "right"}) {
    RobotTask task;
    task.robot = slider(name);
    task.base.translation = Vector3(name == std::string("right") ? 2.0 : 0.0, 0.0, 0.0);
    task.path.waypoints = WaypointMatrix::Zero(1, 1);
    task.path.interpolation = {Interpolation::linear};
    problem.robots.push_back(std::move(task));
  }
  const Checker checker(problem);
  EXPECT_EQ(checker.check(at(0.0), at(3.0)).outcome, Outcome::contact);
  Configuration all(2);
  all << 0.0, 50.0;
  EXPECT_EQ(checker.check(all, all).outcome, Outcome::free);
  EXPECT_EQ(checker.check(at(0.0), at(3.0)).outcome, Outcome::contact);
}

/// Regression: pairs that a spent budget left unsolved were solved in the next question, with its numbers.
TEST(Query, ASpentBudgetLeavesNothingToTheNextQuestion) {
  for (std::uint64_t budget = 1; budget < 40; ++budget) {
    CheckSettings settings;
    settings.budget = budget;
    const Checker checker(slider(), ball_at(3.0), settings);
    Query query = checker.query();
    query.step().tree(0).move(at(0.0), at(4.0));
    query.first_contact();
    query.step().tree(0).move(at(-9.0), at(-9.5));
    const Answer& answer = query.first_contact();
    EXPECT_NE(answer.outcome, Outcome::contact);
    EXPECT_EQ(answer.statistics.solver_calls, 0u);
  }
}

/// A box of triangles around the origin.
MeshPointer shell(double half) {
  std::vector<Vector3> corners;
  for (int i = 0; i < 8; ++i)
    corners.emplace_back((i & 1 ? 1 : -1) * half, (i & 2 ? 1 : -1) * half, (i & 4 ? 1 : -1) * half);
  const std::vector<Triangle> faces{{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                                    {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
  return std::make_shared<const TriangleMesh>(corners, faces);
}

/// Regression: only the start of a step was asked whether something is inside a closed mesh.
TEST(Query, SeesWhatIsInsideAtAnyTime) {
  const Scene scene{{{"shell", {Matrix3::Identity(), {2.0, 0.0, 0.0}}, {{{}, shell(0.5)}}}}};
  const Checker checker(slider(), scene);
  Query query = checker.query();
  query.step().tree(0).move(at(0.0), at(4.0));
  EXPECT_EQ(query.static_contact(0.0).outcome, Outcome::free);
  const Answer& middle = query.static_contact(0.5);
  ASSERT_EQ(middle.outcome, Outcome::contact);
  EXPECT_EQ(middle.touches.front().kind, ContactKind::inside);
  query.step().tree(0).move(at(2.0), at(2.1));
  EXPECT_TRUE(query.first_contact().initial);
}

/// Regression: an SRDF pair that names a link without geometry hid the object of the same name.
TEST(Checker, AnAllowedPairWithAnEmptyLinkHidesNoObject) {
  Robot robot = slider();
  robot.allowed.push_back({"hand", "rail", "SRDF"});
  Scene scene = ball_at(3.0);
  scene.objects[0].name = "rail";
  EXPECT_EQ(Checker(robot, scene).check(at(0.0), at(4.0)).outcome, Outcome::contact);
}

/// What only a larger tolerance could decide is not called free.
TEST(Query, SaysUndecidedWhereRoundingExceedsTheTolerance) {
  CheckSettings settings;
  settings.tolerance_m = 1e-15;
  Problem problem;
  RobotTask task;
  task.robot = slider();
  task.base.translation = Vector3(1e7, 0.0, 0.0);
  task.path.waypoints = WaypointMatrix::Zero(1, 1);
  task.path.interpolation = {Interpolation::linear};
  problem.robots.push_back(std::move(task));
  problem.scene = ball_at(1e7 + 0.2 + 1e-9);
  EXPECT_NE(Checker(problem, settings).check(at(0.0)).outcome, Outcome::free);
}

}  // namespace
}  // namespace tocca::checker_tests
