// What is shown here: closures of a parallelogram, which are known in closed form; orientations count where the joint has them; two
// robots may hold one thing; the links that a loop joins are not checked against each other.
#include <gtest/gtest.h>

#include <numbers>

#include "check/model/problem_pairs.hpp"
#include "tocca/check/collision_model.hpp"
#include "tocca/check/path_checker.hpp"

namespace tocca::loops_tests {
namespace {

Pose at(double x, double y, double z) { return {Matrix3::Identity(), Vector3(x, y, z)}; }

/// Cranks of length 1 at (0, 0) and (2, 0), a coupler of length 2 at the end of the first: joints left, coupler (counted from the
/// crank), right. Closed, whatever the angle q, at (q, -q, q).
Robot parallelogram() {
  std::vector<Link> links{{"frame", {}}};
  std::vector<KinematicTree::JointSpec> joints;
  const auto add = [&](const char* joint, const char* link, const char* parent, const Vector3& origin) {
    links.push_back({link, {{Pose{}, Sphere{0.05}}}});
    KinematicTree::JointSpec spec;
    spec.name = joint;
    spec.type = JointType::continuous;
    spec.parent_link = parent;
    spec.child_link = link;
    spec.origin.translation = origin;
    spec.axis = Vector3::UnitZ();
    joints.push_back(spec);
  };
  add("left", "left_crank", "frame", Vector3(0, 0, 0));
  add("coupler", "rod", "left_crank", Vector3(1, 0, 0));
  add("right", "right_crank", "frame", Vector3(2, 0, 0));
  return {"four_bar", KinematicTree::build(std::move(links), std::move(joints))};
}

Problem problem(LoopType type, double tolerance_m, std::initializer_list<std::initializer_list<double>> rows) {
  Problem result;
  RobotTask task;
  task.robot = parallelogram();
  const auto count = static_cast<std::size_t>(task.robot.tree.coordinate_count());
  task.path.waypoints.resize(static_cast<Eigen::Index>(rows.size()), static_cast<Eigen::Index>(count));
  Eigen::Index k = 0;
  for (const auto& row : rows) {
    const std::vector<std::string> names = task.robot.tree.coordinate_names();
    for (std::size_t j = 0; j < count; ++j) {
      const std::size_t place = names[j] == "left" ? 0 : names[j] == "coupler" ? 1 : 2;
      task.path.waypoints(k, static_cast<Eigen::Index>(j)) = row.begin()[place];
    }
    ++k;
  }
  task.path.interpolation.assign(count, Interpolation::linear);
  result.robots.push_back(std::move(task));
  LoopJoint loop;
  loop.name = "pin";
  loop.type = type;
  const KinematicTree& tree = result.robots[0].robot.tree;
  loop.link_a = tree.find_link("rod");
  loop.link_b = tree.find_link("right_crank");
  loop.place_a = at(2, 0, 0);
  loop.place_b = at(1, 0, 0);
  loop.tolerance_m = tolerance_m;
  result.loops.push_back(loop);
  return result;
}

LoopClosure closure(const Problem& problem) {
  const Checker checker(problem);
  return check_loops(checker, problem.loops, *steps_of(problem, checker.model())).at(0);
}

TEST(Loops, AParallelogramThatTurnsAsOneIsClosedToRounding) {
  const LoopClosure found = closure(problem(LoopType::ball, 1e-4, {{0, 0, 0}, {1, -1, 1}, {7, -7, 7}}));
  EXPECT_EQ(found.state, LoopClosure::State::closed);
  EXPECT_LE(found.lower_m, 1e-13);
  EXPECT_LE(found.upper_m, 1e-4);
  EXPECT_EQ(closure(problem(LoopType::revolute, 1e-6, {{0, 0, 0}, {1, -1, 1}})).state, LoopClosure::State::closed);
}

TEST(Loops, OpensWhereAJointLagsBehind) {
  // The right crank arrives late by 0.01: its end is 2 sin(0.005) from where the rod ends, at the last moment.
  const double apart = 2.0 * std::sin(0.005);
  const auto lagging = [&](double tolerance) {
    return closure(problem(LoopType::ball, tolerance, {{0, 0, 0}, {1, -1, 0.99}}));
  };
  const LoopClosure within = lagging(apart + 1e-6), beyond = lagging(apart - 1e-6);
  EXPECT_EQ(within.state, LoopClosure::State::closed);
  EXPECT_LE(within.lower_m, apart);
  EXPECT_GE(within.upper_m, apart);
  EXPECT_EQ(beyond.state, LoopClosure::State::open);
  EXPECT_GT(beyond.lower_m, apart - 1e-6);
  EXPECT_GT(beyond.at.t, 0.99);
}

TEST(Loops, BetweenClosedWaypointsAStraightPathMayOpen) {
  // Closed at both ends, since the right crank makes a whole turn more; in between it is on the other side.
  const double turn = 2.0 * std::numbers::pi;
  const LoopClosure found = closure(problem(LoopType::ball, 0.5, {{0, 0, 0}, {1, -1, 1 + turn}}));
  EXPECT_EQ(found.state, LoopClosure::State::open);
  EXPECT_GT(found.lower_m, 0.5);
  EXPECT_GT(found.at.t, 0.0);
  EXPECT_LE(found.at.t, 0.5);
}

TEST(Loops, OrientationsCountWhereTheJointHasThem) {
  // Both ends of the pin coincide at every angle of the crank, but a weld would have to turn with it.
  Problem turning = problem(LoopType::fixed, 1e-3, {{0, 0, 0}, {0.5, -0.5, 0.5}});
  EXPECT_EQ(closure(turning).state, LoopClosure::State::open);
  turning.loops[0].type = LoopType::revolute;
  EXPECT_EQ(closure(turning).state, LoopClosure::State::closed);
  turning.loops[0].place_a.rotation =
      rotation_about(Vector3::UnitX(), 0.1);  // a tilted axis: 0.1 * 2 sin(0.05) at its arm
  EXPECT_EQ(closure(turning).state, LoopClosure::State::open);
  turning.loops[0].tolerance_m = 0.011;
  EXPECT_EQ(closure(turning).state, LoopClosure::State::closed);
}

TEST(Loops, TwoRobotsMayHoldOneThing) {
  KinematicTree::JointSpec slide;
  slide.name = "slide";
  slide.type = JointType::prismatic;
  slide.parent_link = "root";
  slide.child_link = "hand";
  slide.limits = Limits{-9.0, 9.0};
  Problem both;
  both.robots.push_back({{"left", KinematicTree::build({{"root", {}}, {"hand", {}}}, {slide})}, {}, {}, {}});
  RobotTask right = both.robots[0];
  right.robot.name = "right";
  right.base = at(1, 0, 0);
  both.robots.push_back(right);
  for (RobotTask& task : both.robots) {
    task.path.waypoints.resize(2, 1);
    task.path.waypoints << 0.0, 3.0;
    task.path.interpolation = {Interpolation::linear};
  }
  LoopJoint held;
  held.name = "bar";
  held.robot_a = 0, held.robot_b = 1, held.link_a = held.link_b = 1;
  held.place_a = at(1, 0, 0);
  held.tolerance_m = 1e-9;
  both.loops.push_back(held);
  EXPECT_EQ(closure(both).state, LoopClosure::State::closed);
  both.robots[1].path.waypoints(1, 0) = 3.001;
  EXPECT_EQ(closure(both).state, LoopClosure::State::open);
}

TEST(Loops, LinksThatALoopJoinsAreNeighbours) {
  const ProblemPairs pairs = pairs_of(problem(LoopType::ball, 1e-3, {{0, 0, 0}}));
  bool said = false;
  for (const ProblemPairs::Excluded& pair : pairs.excluded) {
    said = said || pairs.reason(pair) == "joined by a loop joint";
  }
  EXPECT_TRUE(said);
  for (const ProblemPairs::Checked& pair : pairs.checked) {
    EXPECT_FALSE(pairs.name(pair.a) == "rod" && pairs.name(pair.b) == "right_crank");
  }
}

}  // namespace
}  // namespace tocca::loops_tests
