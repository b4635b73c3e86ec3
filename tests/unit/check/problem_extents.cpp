// What is proven here: sizes are those that a ruler would give, and each kind of odd size is found, at its border and not before.
#include "check/model/problem_extents.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace tocca::problem_extents_tests {
namespace {

/// A post of 1 m, and on it an arm of 1 m that turns about z, with a hand of radius 0.1 at its end.
RobotTask arm(const std::string& name = "arm") {
  KinematicTree::JointSpec turn;
  turn.name = "turn";
  turn.type = JointType::continuous;
  turn.parent_link = "post";
  turn.child_link = "hand";
  turn.origin.translation = {0, 0, 1};
  turn.axis = Vector3::UnitZ();
  RobotTask task;
  task.robot = {name,
                KinematicTree::build({{"post", {{{Matrix3::Identity(), {0, 0, 0.5}}, Box{{0.2, 0.2, 1}}}}},
                                      {"hand", {{{Matrix3::Identity(), {1, 0, 0}}, Sphere{0.1}}}}},
                                     {turn}),
                {}};
  task.path.waypoints = Configuration::Zero(1).transpose();
  task.path.interpolation = {Interpolation::linear};
  return task;
}

Problem with_box(const Vector3& at, const Vector3& size = Vector3::Constant(0.5)) {
  Problem problem;
  problem.robots.push_back(arm());
  problem.scene.objects.push_back({"box", {Matrix3::Identity(), at}, {{{}, Box{size}}}});
  return problem;
}

OddSizes odd(const Problem& problem) { return odd_sizes(problem, extents_of(problem)); }

TEST(ProblemExtents, AreThoseOfTheRobotWhereItStartsAndOfTheWholeScene) {
  Problem problem = with_box({2, 0, 0});
  problem.scene.objects.push_back({"ball", {Matrix3::Identity(), {0, 3, 0}}, {{{}, Sphere{0.25}}}});
  const ProblemExtents flat = extents_of(problem);
  ASSERT_EQ(flat.things.size(), 4u);
  EXPECT_TRUE((flat.robots[0].box->upper - flat.robots[0].box->lower).isApprox(Vector3(1.2, 0.2, 1.1), 1e-12));
  EXPECT_NEAR(flat.robots[0].reach_m, 1.1, 1e-8);
  EXPECT_TRUE((flat.scene->upper - flat.scene->lower).isApprox(Vector3(2.5, 3.5, 0.5), 1e-12));
  EXPECT_NEAR(flat.things[3].size_m(), 0.5, 1e-12);

  problem.robots[0].path.waypoints(0, 0) = 0.5 * M_PI;  // the hand at y = 1
  problem.robots[0].base.translation = {10, 0, 0};
  const ProblemExtents turned = extents_of(problem);
  EXPECT_TRUE((turned.robots[0].box->upper).isApprox(Vector3(10.1, 1.1, 1.1), 1e-12));
}

TEST(ProblemExtents, OfWhatHasNoGeometryAreNone) {
  Problem problem = with_box({2, 0, 0});
  problem.scene.objects[0].colliders.clear();
  KinematicTree bare = KinematicTree::build({{"frame", {}}}, {});
  problem.robots[0].robot.tree = bare;
  problem.robots[0].path.waypoints.resize(1, 0);
  const ProblemExtents extents = extents_of(problem);
  EXPECT_FALSE(extents.robots[0].box.has_value());
  EXPECT_EQ(extents.robots[0].reach_m, 0.0);
  EXPECT_FALSE(extents.scene.has_value());
  const OddSizes sizes = odd(problem);
  EXPECT_FALSE(sizes.misfit.has_value());
  EXPECT_FALSE(sizes.out_of_reach.has_value());
}

TEST(OddSizes, AnOrdinarySceneHasNone) {
  const OddSizes sizes = odd(with_box({1, 0, 1}));
  EXPECT_TRUE(sizes.huge.empty());
  EXPECT_TRUE(sizes.tiny.empty());
  EXPECT_FALSE(sizes.misfit.has_value());
  EXPECT_FALSE(sizes.out_of_reach.has_value());
}

TEST(OddSizes, WhatIsLargerThanAHallOrSmallerThanAGrainIsNamed) {
  EXPECT_TRUE(odd(with_box({0, 0, 0}, {100, 1, 1})).huge.empty());
  const OddSizes hall = odd(with_box({0, 0, 0}, {1, 100.001, 1}));
  ASSERT_EQ(hall.huge.size(), 1u);
  EXPECT_EQ(hall.huge[0].name, "box");
  EXPECT_FALSE(hall.huge[0].is_link);
  EXPECT_TRUE(odd(with_box({0, 0, 0}, {0.001, 0.0001, 0.0001})).tiny.empty());
  EXPECT_EQ(odd(with_box({0, 0, 0}, {0.0009, 0.0009, 0.0009})).tiny.size(), 1u);
  Problem robot = with_box({1, 0, 1});
  robot.robots[0] = arm();
  robot.robots[0].robot.tree =
      KinematicTree::build({{"post", {{{}, Box{{300, 1, 1}}}}}}, {});  // a link's mesh in millimetres
  robot.robots[0].path.waypoints.resize(1, 0);
  robot.robots[0].path.interpolation.clear();
  ASSERT_EQ(odd(robot).huge.size(), 1u);
  EXPECT_TRUE(odd(robot).huge[0].is_link);
}

TEST(OddSizes, ASceneAHundredTimesLargerOrSmallerThanTheRobotIsAMisfit) {
  EXPECT_FALSE(odd(with_box({0, 0, 0}, {99, 1, 1})).misfit.has_value());
  EXPECT_FALSE(odd(with_box({1, 0, 1}, {0.0121, 0.001, 0.001})).misfit.has_value());  // the robot is 1.2 m wide
  const OddSizes small = odd(with_box({1, 0, 1}, {0.0119, 0.001, 0.001}));
  ASSERT_TRUE(small.misfit.has_value());
  EXPECT_NEAR(small.misfit->robot_m, 1.2, 1e-12);
  EXPECT_TRUE(odd(with_box({0, 0, 0}, {1, 1, 121})).misfit.has_value());
}

/// A scene that was scaled by 0.001 came out 43 times smaller than the robot, and nobody was told.
TEST(OddSizes, ADetailedSceneIsAMisfitAtATwentiethOfTheRobot) {
  const double twentieth = 1.2 / OddSizes::ratio_of_detailed;
  const auto boxes = [&](int count, double extent) {
    Problem problem = with_box({1, 0, 1}, {extent, 0.01, 0.01});
    for (int k = 1; k < count; ++k)
      problem.scene.objects.push_back(
          {"b" + std::to_string(k), problem.scene.objects[0].pose, problem.scene.objects[0].colliders});
    return problem;
  };
  EXPECT_FALSE(odd(boxes(2, 0.03)).misfit.has_value()) << "a thing or two to handle";
  ASSERT_TRUE(odd(boxes(3, 0.03)).misfit.has_value());
  EXPECT_NEAR(odd(boxes(3, 0.03)).misfit->scene_m, 0.03, 1e-12);
  EXPECT_FALSE(odd(boxes(3, 1.01 * twentieth)).misfit.has_value());
  EXPECT_TRUE(odd(boxes(3, 0.99 * twentieth)).misfit.has_value());
  Problem carried = boxes(3, 0.03);
  carried.attached.push_back({0, 1, 0});
  EXPECT_FALSE(odd(carried).misfit.has_value()) << "what is carried may be all there is";

  const auto mesh = [&](std::size_t triangles) {
    std::vector<Vector3> corners{{0, 0, 0}, {0.03, 0, 0}};
    std::vector<Triangle> list;
    for (std::size_t k = 0; k < triangles; ++k) {
      corners.push_back({0, 0.03, 1e-5 * static_cast<double>(k)});
      list.push_back({0, 1, static_cast<Index>(k + 2)});
    }
    Problem problem = with_box({1, 0, 1});
    problem.scene.objects[0].colliders = {{{}, std::make_shared<const TriangleMesh>(corners, list)}};
    return problem;
  };
  EXPECT_FALSE(odd(mesh(OddSizes::many_triangles - 1)).misfit.has_value());
  EXPECT_TRUE(odd(mesh(OddSizes::many_triangles)).misfit.has_value());
}

TEST(OddSizes, ASceneIsOutOfReachFromWhereNoJointCanTakeTheHand) {
  const double edge = 1.1 + 0.25;  // the reach about (0, 0, 1), and half the box
  EXPECT_FALSE(odd(with_box({edge - 1e-6, 0, 1})).out_of_reach.has_value());
  const OddSizes beyond = odd(with_box({edge + 1e-3, 0, 1}));
  ASSERT_TRUE(beyond.out_of_reach.has_value());
  EXPECT_EQ(beyond.out_of_reach->nearest, "box");
  EXPECT_NEAR(beyond.out_of_reach->gap_m, 1e-3, 1e-6);

  Problem two = with_box({50, 0, 1});
  EXPECT_TRUE(odd(two).out_of_reach.has_value());
  two.scene.objects.push_back({"near", {Matrix3::Identity(), {0, 1, 1}}, {{{}, Sphere{0.1}}}});
  EXPECT_FALSE(odd(two).out_of_reach.has_value());
}

TEST(OddSizes, ClearancesBasesAndMovingObjectsCountBeforeASceneIsCalledOutOfReach) {
  Problem problem = with_box({5, 0, 1});
  EXPECT_TRUE(odd(problem).out_of_reach.has_value());
  problem.robots[0].base.translation = {4, 0, 0};
  EXPECT_FALSE(odd(problem).out_of_reach.has_value());
  problem.robots[0].base.translation = {0, 0, 0};
  problem.clearance.pairs.push_back({"hand", "box", 4.0});
  EXPECT_FALSE(odd(problem).out_of_reach.has_value());
  problem.clearance = {};
  problem.moving.push_back({0, ObjectMotion::linear, {}});
  EXPECT_FALSE(odd(problem).out_of_reach.has_value());
  problem.moving.clear();
  problem.attached.push_back({0, 1, 0, 0, 0});
  EXPECT_FALSE(odd(problem).out_of_reach.has_value());
}

}  // namespace
}  // namespace tocca::problem_extents_tests
