// What is proven here: a query on a path forgets what it knows wherever the path is not continuous. Each case has a contact that a carried
// margin would hide. Answers are such as can be worked out by hand.
#include <gtest/gtest.h>

#include "slider.hpp"
#include "tocca/check/checker.hpp"
#include "tocca/check/motion_step.hpp"
#include "tocca/model/problem.hpp"

namespace tocca::carried_pairs_tests {
namespace {

constexpr int ball = 0;

SceneObject ball_of(const std::string& name, double x, double y) {
  return {name, {Matrix3::Identity(), {x, y, 0.0}}, {{{}, Sphere{0.1}}}};
}

/// A hand at the slider's place, a ball that may be moved, and a still post at x = 1.
struct CarriedPairsTest : ::testing::Test {
  static Problem problem() {
    Problem problem;
    RobotTask& task = problem.robots.emplace_back();
    task.robot = testing::slider();
    task.path.waypoints = WaypointMatrix::Zero(2, 1);
    task.path.interpolation = {Interpolation::linear};
    problem.scene.objects = {ball_of("ball", 0.0, 3.0), ball_of("post", 1.0, 0.0)};
    const Pose& there = problem.scene.objects[0].pose;
    problem.moving.push_back({ball, ObjectMotion::linear, {{0.0, there}, {1.0, there}}});
    return problem;
  }
  const Checker checker{problem()};
  Query query = checker.query();
  const int hand = checker.model().body_of_link(0, 1), post = checker.model().body_of_object(1);
  double x = 0.0;

  /// The next so many steps are free, each of a millimetre.
  void walk(int steps) {
    for (int k = 0; k < steps; ++k, x += 1e-3) {
      move(x, x + 1e-3);
      ASSERT_EQ(query.first_contact().outcome, Outcome::free) << x;
    }
  }
  void move(double from, double to) {
    query.step().tree(0).move(Configuration::Constant(1, from), Configuration::Constant(1, to));
  }
};

TEST_F(CarriedPairsTest, ASharedPathAsksLess) {
  walk(3);
  move(x, x + 1e-3);
  const std::uint64_t alone = query.first_contact().statistics.volumes;
  query.begin_path(64);
  x = 0.0;
  walk(10);
  move(x, x + 1e-3);
  EXPECT_LE(query.first_contact().statistics.volumes, alone);
}

TEST_F(CarriedPairsTest, TheContactAtTheEndOfAWalkIsFound) {
  query.begin_path(1000);
  walk(799);
  move(x, x + 2e-3);  // the hand touches the post at 0.8
  const Answer& answer = query.first_contact();
  ASSERT_EQ(answer.outcome, Outcome::contact);
  EXPECT_NEAR(answer.time.hi, 0.5, 1e-3);
}

TEST_F(CarriedPairsTest, AJumpIsForgotten) {
  query.begin_path(64);
  walk(10);
  move(0.799, 0.801);
  EXPECT_EQ(query.first_contact().outcome, Outcome::contact);
  move(x, x + 1e-3);
  EXPECT_EQ(query.first_contact().outcome, Outcome::free) << "and the path may go on from elsewhere";
}

TEST_F(CarriedPairsTest, AnObjectThatIsPutElsewhereIsForgotten) {
  query.begin_path(64);
  walk(10);
  query.step().move_object(ball, StaticMotion({Matrix3::Identity(), {x, 0.1, 0.0}}));
  move(x, x + 1e-3);
  EXPECT_EQ(query.first_contact().outcome, Outcome::contact);
}

TEST_F(CarriedPairsTest, AnObjectThatIsGrippedElsewhereIsForgotten) {
  query.begin_path(64);
  query.step().attach(ball, 0, 1, {Matrix3::Identity(), {0.0, 3.0, 0.0}});
  walk(10);
  query.step().attach(ball, 0, 1, {Matrix3::Identity(), {0.8, 0.0, 0.0}});  // 0.19 from the post's middle
  move(x, x + 1e-3);
  EXPECT_EQ(query.first_contact().outcome, Outcome::contact);
}

TEST_F(CarriedPairsTest, AnObjectThatMovesByItselfIsAskedAboutInEachStep) {
  query.begin_path(64);
  walk(10);
  const Pose there{Matrix3::Identity(), {0.0, 3.0, 0.0}}, here{Matrix3::Identity(), {0.0, 0.0, 0.0}};
  query.step().move_object(ball, LinearMotion(there, here));
  move(x, x + 1e-3);
  EXPECT_EQ(query.first_contact().outcome, Outcome::contact);
}

TEST_F(CarriedPairsTest, WhatMayTouchNoLongerIsAskedAbout) {
  query.begin_path(64);
  x = 0.85;  // inside the post
  query.step().allow(hand, post);
  walk(10);
  query.step().allow_none();
  move(x, x + 1e-3);
  EXPECT_EQ(query.first_contact().outcome, Outcome::contact);
}

TEST_F(CarriedPairsTest, AfterAContactNothingIsKnown) {
  query.begin_path(64);
  walk(5);
  move(x, 0.9);
  ASSERT_EQ(query.first_contact().outcome, Outcome::contact);
  move(0.9, 0.901);
  EXPECT_EQ(query.first_contact().outcome, Outcome::contact);
  move(0.901, 0.902);
  EXPECT_EQ(query.first_contact().outcome, Outcome::contact);
}

}  // namespace
}  // namespace tocca::carried_pairs_tests
