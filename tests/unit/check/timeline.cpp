// What is proven here: the segments and steps of a problem's clock, who is where during each, and that times come back
// rounded outward.
#include "check/steps/timeline.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "motion/mover.hpp"
#include "tocca/check/clearance_search.hpp"

namespace tocca::timeline_tests {
namespace {

const Collider ball{{}, Sphere{0.1}};

/// A robot of one slide along x.
RobotTask slider(const std::string& name, const std::vector<double>& positions,
                 const std::vector<double>& stamps = {}) {
  KinematicTree::JointSpec slide;
  slide.name = "x";
  slide.type = JointType::prismatic;
  slide.parent_link = "rail";
  slide.child_link = "hand";
  RobotTask task;
  task.robot = {name, KinematicTree::build({{"rail", {ball}}, {"hand", {ball}}}, {slide}), {}};
  task.path.waypoints.resize(static_cast<Eigen::Index>(positions.size()), 1);
  for (std::size_t i = 0; i < positions.size(); ++i)
    task.path.waypoints(static_cast<Eigen::Index>(i), 0) = positions[i];
  task.path.time_s = stamps;
  task.path.interpolation = {Interpolation::linear};
  return task;
}

Pose at(double x, double y = 0.0) { return {Matrix3::Identity(), {x, y, 0.0}}; }

Problem with(std::vector<RobotTask> robots, const std::vector<const char*>& objects) {
  Problem problem;
  problem.robots = std::move(robots);
  for (const char* name : objects) problem.scene.objects.push_back({name, at(5.0, 5.0), {ball}});
  return problem;
}

/// Everything that the tests ask, of one step.
struct Asked {
  CollisionModel model;
  Timeline timeline;
  MotionStep step;
  explicit Asked(const Problem& problem) : model(problem), timeline(problem, model), step(model) {}

  void set(int segment, int number) { timeline.set(segment, number, step); }
  Vector3 hand(double t, int robot = 0) { return step.mover(model.body_of_link(robot, 1)).pose(t).translation; }
  Vector3 object(int object, double t) { return step.mover(model.body_of_object(object)).pose(t).translation; }
};

TEST(Timeline, OfOnePathIsItsWaypoints) {
  const Problem problem = with({slider("a", {0, 1, 3, 3})}, {});
  Asked asked(problem);
  ASSERT_EQ(asked.timeline.segment_count(), 3);
  EXPECT_FALSE(asked.timeline.at_rest());
  EXPECT_EQ(asked.timeline.index(2), 2);
  EXPECT_EQ(asked.timeline.step_count(1), 1);
  asked.set(1, 0);
  EXPECT_EQ(asked.hand(0.0).x(), 1.0);
  EXPECT_EQ(asked.hand(0.25).x(), 1.5);
  EXPECT_EQ(asked.hand(1.0).x(), 3.0);
  const Interval same = asked.timeline.in_segment(1, 0, 0.3);
  EXPECT_EQ(same.lo, 0.3);
  EXPECT_EQ(same.hi, 0.3);
}

TEST(Timeline, OfOneWaypointIsAMoment) {
  const Problem problem = with({slider("a", {2})}, {"box"});
  Asked asked(problem);
  EXPECT_TRUE(asked.timeline.at_rest());
  EXPECT_EQ(asked.timeline.segment_count(), 1);
  asked.set(0, 0);
  EXPECT_EQ(asked.hand(0.5).x(), 2.0);
}

TEST(Timeline, CutsAtThePosesOfMovingObjects) {
  Problem problem = with({slider("a", {0, 1, 2})}, {"cart"});
  problem.moving.push_back({0, ObjectMotion::linear, {{0.25, at(0)}, {0.5, at(1)}, {1.5, at(3)}}});
  Asked asked(problem);
  ASSERT_EQ(asked.timeline.segment_count(), 2);
  ASSERT_EQ(asked.timeline.step_count(0), 3);
  ASSERT_EQ(asked.timeline.step_count(1), 2);

  asked.set(0, 0);  // time 0 to 0.25: the cart waits at its first pose
  EXPECT_EQ(asked.hand(1.0).x(), 0.25);
  EXPECT_EQ(asked.object(0, 0.7), Vector3(0, 0, 0));
  EXPECT_FALSE(asked.step.moves(asked.model.body_of_object(0)));
  asked.set(0, 1);  // 0.25 to 0.5
  EXPECT_EQ(asked.hand(0.0).x(), 0.25);
  EXPECT_EQ(asked.object(0, 1.0).x(), 1.0);
  EXPECT_TRUE(asked.step.moves(asked.model.body_of_object(0)));
  asked.set(0, 2);  // 0.5 to 1, half of the cart's second way
  EXPECT_EQ(asked.object(0, 0.0).x(), 1.0);
  EXPECT_NEAR(asked.object(0, 1.0).x(), 2.0, 1e-15);
  EXPECT_NEAR(asked.hand(0.5).x(), 0.75, 1e-15);
  asked.set(1, 1);  // 1.5 to 2
  EXPECT_EQ(asked.object(0, 0.0).x(), 3.0);
  EXPECT_NEAR(asked.hand(1.0).x(), 2.0, 1e-15);

  const Interval local = asked.timeline.in_segment(0, 1, 0.5);
  EXPECT_LE(local.lo, 0.375);
  EXPECT_GE(local.hi, 0.375);
  EXPECT_LT(local.hi - local.lo, 1e-15);
  EXPECT_EQ(asked.timeline.in_segment(0, 2, 1.0).hi, 1.0);
}

// The hand is 0.5 m from a post in the first step, 0.1 m from a wall at the end of the second one, and far from everything in the
// middle of that: 0.5 m was told, since nothing nearer was met there.
TEST(Timeline, WhatIsNearestLateInTheSecondStepOfTheFirstSegmentIsTheLeastDistance) {
  Problem problem = with({slider("a", {0, 6})}, {"cart", "post", "wall"});
  problem.scene.objects[1].pose = at(0.0, 0.7);
  problem.scene.objects[2].pose = at(6.3);
  problem.moving.push_back({0, ObjectMotion::linear, {{0.0, at(50)}, {0.5, at(51)}, {1.0, at(52)}}});
  Asked asked(problem);
  ASSERT_EQ(asked.timeline.step_count(0), 2);
  const Checker checker(problem);
  for (const bool curve : {false, true}) {
    ClearanceSettings settings;
    settings.curve = curve;
    const ClearanceProfile profile = ClearanceSearch(checker, settings).profile(Timeline(problem, checker.model()));
    EXPECT_LE(profile.lower, 0.1 + 1e-12);
    EXPECT_GE(profile.upper, 0.1 - 1e-12);
    EXPECT_LE(profile.upper - profile.lower, 1.1 * settings.tolerance_m);
    for (const ClearancePoint& point : profile.curve) {
      const double x = 6.0 * point.at.t, truth = std::min(std::hypot(x, 0.7), 6.3 - x) - 0.2;
      EXPECT_LE(point.lower, truth + 1e-12) << point.at.t;
      EXPECT_GE(point.upper, truth - 1e-12) << point.at.t;
      EXPECT_LE(point.lower_until_next, truth + 1e-12) << point.at.t;
    }
  }
}

TEST(Timeline, MergesTheStampsOfSeveralRobots) {
  const Problem problem =
      with({slider("a", {0, 10}, {0.0, 1.0}), slider("b", {0, 4, 8}, {0.5, 0.75, 2.0}), slider("c", {7})}, {});
  Asked asked(problem);
  ASSERT_EQ(asked.timeline.segment_count(), 4);  // 0, 0.5, 0.75, 1, 2
  asked.set(1, 0);
  EXPECT_EQ(asked.hand(0.0, 0).x(), 5.0);
  EXPECT_EQ(asked.hand(1.0, 0).x(), 7.5);
  EXPECT_EQ(asked.hand(0.5, 1).x(), 2.0);
  EXPECT_EQ(asked.hand(0.5, 2).x(), 7.0);
  asked.set(3, 0);
  EXPECT_EQ(asked.hand(0.5, 0).x(), 10.0);
  EXPECT_NEAR(asked.hand(0.0, 1).x(), 4.8, 1e-15);
}

TEST(Timeline, GoesOnWhileObjectsMove) {
  Problem problem = with({slider("a", {0, 1})}, {"cart"});
  problem.moving.push_back({0, ObjectMotion::in_between, {{-1.0, at(0)}, {3.0, at(4)}}});
  Asked asked(problem);
  ASSERT_EQ(asked.timeline.segment_count(), 3);
  EXPECT_EQ(asked.timeline.index(0), -1);
  EXPECT_EQ(asked.timeline.index(2), 1);
  asked.set(0, 0);
  EXPECT_EQ(asked.hand(0.9).x(), 0.0);
  asked.set(2, 0);
  EXPECT_EQ(asked.hand(0.1).x(), 1.0);
  EXPECT_NEAR(asked.object(0, 0.5).x(), 3.0, 1e-15);

  Problem resting = with({slider("a", {0.5})}, {"cart"});
  resting.moving.push_back({0, ObjectMotion::screw, {{2.0, at(0)}, {3.0, at(1)}, {4.0, at(3)}}});
  Asked other(resting);
  ASSERT_EQ(other.timeline.segment_count(), 2);
  EXPECT_EQ(other.timeline.index(0), 0);
  other.set(1, 0);
  EXPECT_NEAR(other.object(0, 0.5).x(), 2.0, 1e-15);
  EXPECT_EQ(other.hand(0.5).x(), 0.5);
}

TEST(Timeline, CarriesObjectsAndLeavesThem) {
  Problem problem = with({slider("a", {0, 1, 3, 6})}, {"box", "cup"});
  problem.attached.push_back({0, 1, 0, 1, 2});
  problem.attached.push_back({0, 1, 1, 0, 3});
  Asked asked(problem);
  ASSERT_EQ(asked.timeline.segment_count(), 3);
  asked.set(0, 0);
  EXPECT_EQ(asked.object(0, 1.0), Vector3(5, 5, 0));
  EXPECT_FALSE(asked.step.moves(asked.model.body_of_object(0)));
  EXPECT_EQ(asked.object(1, 1.0), Vector3(6, 5, 0));
  asked.set(1, 0);
  EXPECT_EQ(asked.object(0, 0.0), Vector3(5, 5, 0));
  EXPECT_EQ(asked.object(0, 1.0), Vector3(7, 5, 0));
  asked.set(2, 0);
  EXPECT_EQ(asked.object(0, 1.0), Vector3(7, 5, 0));
  EXPECT_EQ(asked.object(1, 1.0), Vector3(11, 5, 0));
  asked.set(0, 0);  // any order
  EXPECT_EQ(asked.object(0, 1.0), Vector3(5, 5, 0));
}

/// `to` the last waypoint held on after the path: a hand-over there was refused.
TEST(Timeline, WhatIsHeldUntilTheLastWaypointIsLetGoThere) {
  Problem problem = with({slider("a", {0, 1, 2})}, {"box", "cup"});
  problem.attached.push_back({0, 1, 0, 0, 2});
  problem.attached.push_back({0, 1, 1});
  problem.moving.push_back({0, ObjectMotion::linear, {{2.0, at(7, 5)}, {4.0, at(7, 9)}}});
  problem.scene.objects[1].pose = at(3.0, 5.0);
  Asked asked(problem);
  ASSERT_EQ(asked.timeline.segment_count(), 3);
  asked.set(1, 0);
  EXPECT_EQ(asked.object(0, 1.0), Vector3(7, 5, 0));
  const CollisionModel::Pair hand_and_box{asked.model.body_of_link(0, 1), asked.model.body_of_object(0), 0.0},
      hand_and_cup{asked.model.body_of_link(0, 1), asked.model.body_of_object(1), 0.0};
  EXPECT_FALSE(asked.step.active(hand_and_box));
  asked.set(2, 0);  // after the path: the box goes its own way, the cup stays in the hand
  EXPECT_EQ(asked.object(0, 0.5), Vector3(7, 7, 0));
  EXPECT_TRUE(asked.step.active(hand_and_box));
  EXPECT_FALSE(asked.step.active(hand_and_cup));
  asked.timeline.set_start(asked.step);
  EXPECT_FALSE(asked.step.active(hand_and_box)) << "held from the first waypoint on, which is where the clock starts";
}

TEST(Timeline, HandsObjectsOver) {
  Problem problem = with({slider("a", {0, 1, 2}), slider("b", {0, -1, -3})}, {"box"});
  problem.attached.push_back({1, 1, 0, 1, 2});
  problem.attached.push_back({0, 1, 0, 0, 1});
  Asked asked(problem);
  asked.set(1, 0);
  EXPECT_EQ(asked.object(0, 0.0), Vector3(6, 5, 0));
  EXPECT_EQ(asked.object(0, 1.0), Vector3(4, 5, 0));
}

}  // namespace
}  // namespace tocca::timeline_tests
