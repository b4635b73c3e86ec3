// What is proven here: a loop that is called closed is within its tolerance at every sample of the path, one that is called open is not
// where that is said; brackets hold the greatest distance. Oracle: kinematics written anew (testing/plain_kinematics).
#include <gtest/gtest.h>

#include "testing/draw.hpp"
#include "testing/plain_kinematics.hpp"
#include "testing/small_worlds.hpp"
#include "tocca/check/collision_model.hpp"
#include "tocca/check/path_checker.hpp"

namespace tocca::loops_properties {
namespace {

constexpr int samples = 400;
constexpr double oracle_m = 1e-9;  // what plain doubles may be off by

struct Drawn {
  Problem problem;

  /// How far apart the joint's points are at a moment of a segment.
  double apart(int segment, double t) const {
    const LoopJoint& loop = problem.loops[0];
    const RobotTask& task = problem.robots[0];
    const Configuration q = testing::between(task.robot.tree, task.path.waypoints.row(segment).transpose(),
                                             task.path.waypoints.row(segment + 1).transpose(), t);
    std::vector<Eigen::Isometry3d> poses;
    testing::place_links(task.robot.tree, task.base, q, poses);
    std::vector<Vector3> points{Vector3::Zero()};
    if (loop.type == LoopType::revolute) points.emplace_back(0, 0, loop.arm_m);
    if (loop.type == LoopType::fixed) {
      for (int axis = 0; axis < 3; ++axis) points.push_back(loop.arm_m * Vector3::Unit(axis));
    }
    double greatest = 0.0;
    for (const Vector3& point : points) {
      const Vector3 a = poses[static_cast<std::size_t>(loop.link_a)] * (testing::isometry(loop.place_a) * point);
      const Vector3 b = poses[static_cast<std::size_t>(loop.link_b)] * (testing::isometry(loop.place_b) * point);
      greatest = std::max(greatest, (a - b).norm());
    }
    return greatest;
  }
};

/// A chain whose tip is pinned, at some waypoint, to one of its own links: closed there, open elsewhere.
Drawn draw_loop(testing::Draw& draw) {
  Drawn drawn;
  const int joints = draw.integer(2, 6);
  drawn.problem = testing::draw_clutter(draw, joints, 1, 1.0);
  RobotTask& task = drawn.problem.robots[0];
  const KinematicTree& tree = task.robot.tree;
  task.base = draw.pose(5.0);
  task.path.waypoints.resize(draw.integer(2, 4), joints);
  for (double& value : task.path.waypoints.reshaped()) value = draw.uniform(-2.0, 2.0);
  const double step = draw.coin() ? 0.02 : 1.0;  // short ones stay near
  for (Eigen::Index k = 1; k < task.path.waypoints.rows(); ++k) {
    task.path.waypoints.row(k) =
        task.path.waypoints.row(0) + step * (task.path.waypoints.row(k) - task.path.waypoints.row(0));
  }
  task.path.interpolation.assign(static_cast<std::size_t>(joints), Interpolation::linear);
  LoopJoint loop;
  loop.name = "pin";
  loop.type = static_cast<LoopType>(draw.integer(0, 2));
  loop.link_a = static_cast<int>(tree.links().size()) - 1;
  loop.link_b = draw.integer(0, loop.link_a - 1);
  loop.place_a = draw.pose(0.3);
  std::vector<Eigen::Isometry3d> poses;
  testing::place_links(tree, task.base, task.path.waypoints.row(0).transpose(), poses);
  const Eigen::Isometry3d there = poses[static_cast<std::size_t>(loop.link_b)].inverse() *
                                  poses[static_cast<std::size_t>(loop.link_a)] * testing::isometry(loop.place_a);
  loop.place_b.rotation = there.linear();
  loop.place_b.translation = there.translation();
  loop.tolerance_m = std::pow(10.0, draw.uniform(-6.0, 0.0));
  drawn.problem.loops.push_back(loop);
  return drawn;
}

TEST(Loops, ClosedIsClosedAtEverySampleAndOpenIsOpen) {
  testing::Draw draw;
  const int count = testing::cases(300, 20'000);
  int closed = 0, open = 0;
  for (int k = 0; k < count; ++k) {
    const Drawn drawn = draw_loop(draw);
    SCOPED_TRACE(testing::story(draw.seed(), k, drawn.problem.loops[0].tolerance_m));
    const Checker checker(drawn.problem);
    const auto steps = steps_of(drawn.problem, checker.model());
    const LoopClosure found = check_loops(checker, drawn.problem.loops, *steps).at(0);
    if (found.state == LoopClosure::State::open) {
      ++open;
      EXPECT_GT(drawn.apart(static_cast<int>(found.at.segment), found.at.t) + oracle_m, found.tolerance_m);
      continue;
    }
    ASSERT_EQ(found.state, LoopClosure::State::closed);
    ++closed;
    double greatest = 0.0;
    for (int segment = 0; segment < steps->segment_count(); ++segment) {
      for (int i = 0; i <= samples; ++i) {
        greatest = std::max(greatest, drawn.apart(segment, static_cast<double>(i) / samples));
      }
    }
    EXPECT_LE(greatest, found.tolerance_m + oracle_m);
    EXPECT_LE(greatest, found.upper_m + oracle_m);
    EXPECT_LE(found.lower_m, greatest + 0.01 * found.tolerance_m + oracle_m);  // samples may miss the worst moment
  }
  EXPECT_GE(closed, count / 10);
  EXPECT_GE(open, count / 4);
}

}  // namespace
}  // namespace tocca::loops_properties
