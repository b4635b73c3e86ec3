// Goals that are poses: what inverse kinematics finds is judged by kinematics of the tests' own; plans by their ends.
#include "tocca/plan/pose_goal.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numbers>

#include "core/index.hpp"
#include "testing/draw.hpp"
#include "testing/plain_kinematics.hpp"
#include "testing/real_robot.hpp"
#include "testing/small_worlds.hpp"
#include "tocca/check/collision_model.hpp"

namespace tocca::pose_goal_tests {
namespace {

Eigen::Isometry3d placed(const KinematicTree& tree, const Pose& base, int link, const Configuration& q) {
  std::vector<Eigen::Isometry3d> poses;
  testing::place_links(tree, base, q, poses);
  return poses[at(link)];
}

Pose pose_of(const Eigen::Isometry3d& X) { return {X.rotation(), X.translation()}; }

/// Throughout within `slack` of the tolerances, and of the limits exactly.
void expect_reached(const KinematicTree& tree, const Pose& base, const PoseGoal& goal, const Configuration& q) {
  const Eigen::Isometry3d X = placed(tree, base, goal.link, q);
  EXPECT_LE((X.translation() - goal.X_WL.translation).norm(), goal.tolerance_m * (1.0 + 1e-6));
  const double angle = Eigen::AngleAxisd(X.rotation().transpose() * goal.X_WL.rotation).angle();
  EXPECT_LE(angle, goal.tolerance_rad * (1.0 + 1e-6));
  for (const Joint& joint : tree.joints()) {
    if (joint.first_coordinate < 0 || !joint.limits || !has_limits(joint.type)) continue;
    EXPECT_GE(q[joint.first_coordinate], joint.limits->lower);
    EXPECT_LE(q[joint.first_coordinate], joint.limits->upper);
  }
}

struct Arm {
  const char *robot, *link;
  double least_rate;  ///< of random reachable poses that are to be found
};

class RealArm : public ::testing::TestWithParam<Arm> {};

TEST_P(RealArm, ReachesRandomPoses) {
  TOCCA_NEED_MODELS();
  testing::Draw draw;
  const Robot robot = testing::real_robot(GetParam().robot, false);
  Problem problem = testing::problem_of(robot, {});
  problem.robots[0].base = draw.pose(1.0);
  const CollisionModel model(problem);
  const int count = testing::cases(100, 2'000);
  int found = 0;
  std::size_t several = 0;
  for (int k = 0; k < count; ++k) {
    SCOPED_TRACE(testing::story(draw.seed(), k));
    PoseGoal goal;
    goal.link = robot.tree.find_link(GetParam().link);
    ASSERT_GE(goal.link, 0);
    goal.X_WL =
        pose_of(placed(robot.tree, problem.robots[0].base, goal.link, testing::draw_within_limits(draw, robot.tree)));
    goal.tolerance_m = goal.tolerance_rad = draw.coin() ? 1e-6 : 1e-3;
    const Configuration start = testing::draw_within_limits(draw, robot.tree);
    const std::vector<Configuration> reached = reach_pose(model, start, goal);
    found += reached.empty() ? 0 : 1;
    several += reached.size();
    for (const Configuration& q : reached) expect_reached(robot.tree, problem.robots[0].base, goal, q);
  }
  EXPECT_GE(found, GetParam().least_rate * count);
  EXPECT_GT(several, at(2 * count));
  ::testing::Test::RecordProperty("found", found);
}

INSTANTIATE_TEST_SUITE_P(Robots, RealArm,
                         ::testing::Values(Arm{"panda", "panda_hand", 0.97}, Arm{"abb_irb2400", "tool0", 0.95},
                                           Arm{"ur5_robotiq85", "ee_link", 0.95}, Arm{"kuka_kr16_2", "tool0", 0.95},
                                           Arm{"abb_yumi", "yumi_link_7_l", 0.95}));

/// Two links that turn about z, 1 m each, in the plane; a ball at the tip.
Robot plane_arm(std::optional<Limits> elbow_limits = {}) {
  KinematicTree::JointSpec shoulder, elbow, tip;
  shoulder.name = "shoulder", elbow.name = "elbow", tip.name = "tip";
  shoulder.type = JointType::continuous, elbow.type = JointType::revolute;
  shoulder.axis = elbow.axis = Vector3::UnitZ();
  elbow.limits = elbow_limits.value_or(Limits{-3, 3});
  shoulder.parent_link = "base", shoulder.child_link = "upper";
  elbow.parent_link = "upper", elbow.child_link = "lower";
  tip.parent_link = "lower", tip.child_link = "tool";
  elbow.origin.translation = tip.origin.translation = Vector3(1, 0, 0);
  return {"arm",
          KinematicTree::build({{"base", {}}, {"upper", {}}, {"lower", {}}, {"tool", {{Pose{}, Sphere{0.05}}}}},
                               {shoulder, elbow, tip}),
          {}};
}

PoseGoal tool_at(const Robot& robot, double x, double y, double yaw) {
  PoseGoal goal;
  goal.link = robot.tree.find_link("tool");
  goal.X_WL = Pose::from_rpy(Vector3(x, y, 0), Vector3(0, 0, yaw));
  return goal;
}

TEST(PoseGoal, AnElbowHasOneSideForEachOrientation) {
  const Robot robot = plane_arm();
  const CollisionModel model(testing::problem_of(robot, {}));
  const Configuration start = Configuration::Zero(2);
  // The tool points along the lower arm: (1, 1) with yaw 90 degrees is shoulder 0, elbow 90.
  const std::vector<Configuration> one = reach_pose(model, start, tool_at(robot, 1, 1, std::numbers::pi / 2));
  ASSERT_EQ(one.size(), 1u);
  EXPECT_NEAR(one[0][0], 0.0, 1e-3);
  EXPECT_NEAR(one[0][1], std::numbers::pi / 2, 1e-3);
  PoseGoal either = tool_at(robot, 1, 1, 0.7);
  either.tolerance_rad = 4.0;  // any orientation
  const std::vector<Configuration> many = reach_pose(model, start, either);
  EXPECT_GE(many.size(), 2u);
  EXPECT_TRUE(reach_pose(model, start, tool_at(robot, 3, 0, 0)).empty());  // too far
  EXPECT_TRUE(reach_pose(model, start, tool_at(robot, 1, 1, 0)).size() ==
              1);  // the other elbow: shoulder 90, elbow -90
  const Robot stiff = plane_arm(Limits{0.1, 3.0});
  const CollisionModel limited(testing::problem_of(stiff, {}));
  EXPECT_TRUE(reach_pose(limited, start, tool_at(stiff, 1, 1, 0)).empty());  // beyond its limits
  EXPECT_EQ(reach_pose(limited, start, tool_at(stiff, 1, 1, std::numbers::pi / 2)).size(), 1u);
}

TEST(PoseGoal, TheNearestComesFirstAndWholeTurnsDoNotCount) {
  const Robot robot = plane_arm();
  const CollisionModel model(testing::problem_of(robot, {}));
  Configuration start(2);
  start << 4.0 * std::numbers::pi + 0.1, 1.5;
  const std::vector<Configuration> found = reach_pose(model, start, tool_at(robot, 1, 1, std::numbers::pi / 2));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_NEAR(found[0][0], 4.0 * std::numbers::pi, 1e-3);
  PoseGoal either = tool_at(robot, 1, 1, 0.7);
  either.tolerance_rad = 4.0;
  const std::vector<Configuration> many = reach_pose(model, start, either);
  for (std::size_t i = 1; i < many.size(); ++i) {
    EXPECT_LE((many[i - 1] - start).norm(),
              4.0 * (many[i] - start).norm());  // by the planner's metric, which weighs joints
  }
  EXPECT_EQ(many, reach_pose(model, start, either));  // the same seed
  // Only what counts ends the search: others are found on the way.
  PoseSearch search;
  search.enough = 1;
  const std::vector<Configuration> first = reach_pose(model, start, either, search);
  ASSERT_EQ(first.size(), 1u);
  EXPECT_GT(first[0][1], 0.0);  // the elbow's side where it starts
  search.counts = [](const Configuration& q) { return q[1] < 0.0; };
  EXPECT_EQ(reach_pose(model, start, either, search).size(), 2u);
}

TEST(PoseGoal, MimicPlanarAndFloatingJointsMove) {
  testing::Draw draw;
  for (const JointType type : {JointType::planar, JointType::floating}) {
    KinematicTree::JointSpec base, turn, twin;
    base.name = "base", turn.name = "turn", twin.name = "twin";
    base.type = type;
    turn.type = twin.type = JointType::revolute;
    turn.limits = Limits{-1, 1};
    twin.mimic = KinematicTree::JointSpec::MimicSpec{"turn", -2.0, 0.3};
    base.parent_link = "world", base.child_link = "body";
    turn.parent_link = "body", turn.child_link = "arm";
    twin.parent_link = "arm", twin.child_link = "hand";
    base.origin = draw.pose(1.0), turn.origin = draw.pose(0.5), twin.origin = draw.pose(0.5);
    base.axis = draw.direction(), turn.axis = draw.direction(), twin.axis = draw.direction();
    const Robot robot{
        "cart",
        KinematicTree::build({{"world", {}}, {"body", {}}, {"arm", {}}, {"hand", {{Pose{}, Sphere{0.1}}}}},
                             {base, turn, twin}),
        {}};
    const CollisionModel model(testing::problem_of(robot, {}));
    const Configuration start = robot.tree.zero_configuration();
    int found = 0;
    for (int k = 0; k < 40; ++k) {
      Configuration q = start;
      for (int i = 0; i < (type == JointType::planar ? 3 : 3); ++i) q[i] = draw.uniform(-0.5, 0.5);
      if (type == JointType::floating) q.segment<4>(3) = Eigen::Quaterniond::UnitRandom().coeffs();
      q[robot.tree.joints()[1].first_coordinate] = draw.uniform(-1, 1);
      PoseGoal goal;
      goal.link = robot.tree.find_link("hand");
      goal.X_WL = pose_of(placed(robot.tree, {}, goal.link, q));
      const std::vector<Configuration> reached = reach_pose(model, start, goal);
      found += reached.empty() ? 0 : 1;
      for (const Configuration& one : reached) expect_reached(robot.tree, {}, goal, one);
    }
    EXPECT_GE(found, 36) << type_name(type);
  }
}

TEST(PoseGoal, PlansEndAtThePoseOrSayWhy) {
  const Robot robot = plane_arm();
  Scene scene;
  Pose there;
  there.translation = Vector3(0.0, 1.4, 0.0);
  scene.objects.push_back({"post", there, {{Pose{}, Sphere{0.2}}}});
  const Checker checker(robot, scene);
  Configuration start(2);
  start << 0.0, 0.3;
  const PoseGoal goal = tool_at(robot, -1, 1, std::numbers::pi);  // shoulder 90, elbow 90
  const Plan plan = plan_to_pose(checker, start, goal);
  ASSERT_EQ(plan.end, PlanEnd::found);
  ASSERT_TRUE(plan.goals);
  EXPECT_GE(plan.goals->free, 1u);
  expect_reached(robot.tree, {}, goal, plan.waypoints.row(plan.waypoints.rows() - 1).transpose());
  EXPECT_EQ(Configuration(plan.waypoints.row(0)), start);
  for (Eigen::Index i = 0; i + 1 < plan.waypoints.rows(); ++i) {
    EXPECT_EQ(checker.check(plan.waypoints.row(i), plan.waypoints.row(i + 1)).outcome, Outcome::free);
  }
  const Plan touching = plan_to_pose(checker, start, tool_at(robot, 0.0, 1.41421356, 0.75 * std::numbers::pi));
  EXPECT_EQ(touching.end, PlanEnd::goal_in_contact);
  EXPECT_EQ(touching.goals->free, 0u);
  EXPECT_GE(touching.goals->reached, 1u);
  EXPECT_FALSE(touching.contact.pairs.empty());
  const Plan beyond = plan_to_pose(checker, start, tool_at(robot, 0.0, 2.1, 0.0));
  EXPECT_EQ(beyond.end, PlanEnd::unreachable);
  EXPECT_EQ(beyond.goals->reached, 0u);
  EXPECT_EQ(beyond.waypoints.rows(), 0);
  PlannerSettings hurried;
  hurried.time_limit_s = 1e-12;
  const Plan late = plan_to_pose(checker, start, goal, hurried);
  EXPECT_EQ(late.end, PlanEnd::time_limit);  // reachable, and free, but not got to
  EXPECT_GE(late.goals->free, 1u);
  hurried = {};
  hurried.most_milestones = 1;
  EXPECT_EQ(plan_to_pose(checker, start, goal, hurried).end, PlanEnd::milestone_limit);
}

TEST(PoseGoal, ALinkThatNoJointMovesIsRefused) {
  const Robot robot = plane_arm();
  const CollisionModel model(testing::problem_of(robot, {}));
  PoseGoal goal = tool_at(robot, 0, 0, 0);
  goal.link = robot.tree.find_link("base");
  EXPECT_THROW(reach_pose(model, Configuration::Zero(2), goal), InputError);
  goal.link = robot.tree.find_link("upper");
  EXPECT_EQ(reach_pose(model, Configuration::Zero(2), goal).size(), 1u);
}

TEST(PoseGoal, ARobotBesideOthersKeepsThemWhereTheyAre) {
  Problem problem = testing::problem_of(plane_arm(), {});
  problem.robots.push_back(problem.robots[0]);
  problem.robots[0].robot.name = "left";
  problem.robots[1].robot.name = "right";
  problem.robots[1].base = Pose::from_rpy(Vector3(5, 0, 0), Vector3(0, 0, 1.0));
  const CollisionModel model(problem);
  Configuration start(4);
  start << 0.1, 0.2, 0.3, 0.4;
  PoseGoal goal = tool_at(problem.robots[0].robot, 5, 0, 0);
  goal.robot = 1;
  Configuration own(2);
  own << 0.9, -0.8;
  goal.X_WL = pose_of(placed(problem.robots[1].robot.tree, problem.robots[1].base, goal.link, own));
  const std::vector<Configuration> found = reach_pose(model, start, goal);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].head(2), start.head(2));
  EXPECT_LT((found[0].tail(2) - own).norm(), 1e-2);
}

}  // namespace
}  // namespace tocca::pose_goal_tests
