// What is proven here: a call that breaks a contract of `motion` stops a checked build with the contract's sentence.
#include <gtest/gtest.h>

#include "motion/interval_pose.hpp"
#include "tocca/motion/rigid_motion.hpp"
#include "tocca/motion/tree_motion.hpp"

namespace tocca::contracts_tests {
namespace {

#ifdef TOCCA_CHECKED

TEST(MotionDeathTest, StopsTimesOutsideOfTheMotion) {
  const LinearMotion motion(Matrix3::Identity(), Vector3::Zero(), Vector3::UnitX());
  EXPECT_DEATH(motion.pose(1.5), "a time of a motion lies inside \\[0, 1\\]");
  EXPECT_DEATH(motion.enclosure({0.5, 1.5}), "a window of time lies inside \\[0, 1\\]");
  EXPECT_DEATH(Stretch::of(0.0, 2.0, 0.0, 1.0), "a stretch of time must lie inside the whole");
}

TEST(MotionDeathTest, StopsALinearMotionThatTurns) {
  const Pose start, end{rotation_about(Vector3::UnitZ(), 1.0), Vector3::UnitX()};
  EXPECT_DEATH(LinearMotion(start, end), "a linear motion must not rotate");
}

TEST(MotionDeathTest, StopsLinksAndWaypointsThatAreNotThere) {
  KinematicTree::JointSpec joint;
  joint.name = "joint", joint.type = JointType::revolute, joint.parent_link = "base", joint.child_link = "arm";
  const KinematicTree tree = KinematicTree::build({{"base", {}}, {"arm", {}}}, {joint});
  TreeMotion motion(tree);
  Path path;
  path.waypoints = WaypointMatrix::Zero(2, 1);
  EXPECT_DEATH(motion.link(2), "a tree has no such link");
  EXPECT_DEATH(motion.link_in(1, 0), "from one of its ancestors");
  EXPECT_DEATH(motion.rest(path, 2), "a path has no such waypoint");
  EXPECT_DEATH(motion.follow(path, 1), "a path has no such segment");
  EXPECT_DEATH(motion.move(Configuration::Zero(2), Configuration::Zero(2)), "one number per coordinate");
}

#else

TEST(MotionDeathTest, NeedsACheckedBuild) {
  GTEST_SKIP() << "contracts are checked where TOCCA_CHECKED is on, as in the presets dev, asan and tsan";
}

#endif

}  // namespace
}  // namespace tocca::contracts_tests
