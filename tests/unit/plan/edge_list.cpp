// What is shown here: what a path checker remembers of one robot's way is never taken for an edge of two robots.
#include "plan/edge_list.hpp"

#include <gtest/gtest.h>

#include "worlds.hpp"

namespace tocca::edge_list_tests {
namespace {

/// A ball of radius 0.1 on a slide along x, which stands at `position`.
RobotTask slider(const char* name, double position) {
  RobotTask task;
  task.robot = testing::chain({{JointType::prismatic, {}, Vector3::UnitX(), {{Pose{}, Sphere{0.1}}}}});
  task.robot.name = name;
  task.path.waypoints = WaypointMatrix::Constant(1, 1, position);
  task.path.interpolation = {Interpolation::linear};
  return task;
}

TEST(EdgeList, AFreeWayOfOneRobotIsNotTakenForAnEdgeOfTwoOnWhichTheyMeet) {
  Problem problem;
  problem.robots = {slider("a", 0.0), slider("b", 9.0)};
  const Checker checker(problem);
  PathChecker paths(checker);
  WaypointMatrix way(3, 1);
  way << 5.0, 6.0, 6.5;
  EXPECT_EQ(paths.any_outcome(way), Outcome::free) << "the other robot rests at 9";

  const Configuration from = testing::numbers({2.0, 1.0}), to = testing::numbers({5.0, 6.0});
  EdgeList edge(checker.model());
  edge.add(from, to);
  EXPECT_EQ(paths.any_outcome(edge), Outcome::contact) << "b overtakes a";
  std::vector<double> of_way, of_edge;
  ASSERT_TRUE(ConfigurationSteps(checker.model(), way).key(0, of_way) && edge.key(0, of_edge));
  EXPECT_NE(of_way, of_edge);
}

}  // namespace
}  // namespace tocca::edge_list_tests
