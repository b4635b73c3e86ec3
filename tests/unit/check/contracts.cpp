// What is proven here: a call that breaks a contract of `check` stops a checked build with the contract's sentence.
#include <gtest/gtest.h>

#include "motion/mover.hpp"
#include "tocca/check/checker.hpp"
#include "tocca/core/error.hpp"

namespace tocca::contracts_tests {
namespace {

Robot contract_robot(JointType type) {
  KinematicTree::JointSpec joint;
  joint.name = "joint", joint.type = type, joint.parent_link = "base", joint.child_link = "hand";
  return {"robot", KinematicTree::build({{"base", {}}, {"hand", {{{}, Sphere{0.1}}}}}, {joint}), {}};
}

Scene contract_scene() { return {{{"ball", {Matrix3::Identity(), {0, 0, 5}}, {{{}, Sphere{0.1}}}}}}; }

TEST(Configurations, AreRefusedWhereAQuaternionIsZero) {
  const Checker checker(contract_robot(JointType::floating), contract_scene());
  Configuration upright = Configuration::Zero(7);
  upright[6] = 1.0;
  EXPECT_EQ(checker.check(upright, upright).outcome, Outcome::free);
  EXPECT_THROW(checker.check(upright, Configuration::Zero(7)), InputError);
  EXPECT_THROW(checker.check(Configuration::Zero(7)), InputError);
}

#ifdef TOCCA_CHECKED

TEST(CheckDeathTest, StopsTimesOutsideOfTheStep) {
  const Checker checker(contract_robot(JointType::prismatic), contract_scene());
  Query query = checker.query();
  EXPECT_DEATH(query.static_contact(1.5), "a time of a step lies inside \\[0, 1\\]");
  EXPECT_DEATH(query.free_at(-0.5), "a time of a step lies inside \\[0, 1\\]");
  EXPECT_DEATH(query.distance(2.0), "a time of a step lies inside \\[0, 1\\]");
}

TEST(CheckDeathTest, StopsWhatTheModelDoesNotHave) {
  const Checker checker(contract_robot(JointType::prismatic), contract_scene());
  Query query = checker.query();
  EXPECT_DEATH(query.step().tree(1), "a model has no such robot");
  EXPECT_DEATH(checker.model().body_of_link(0, 2), "a model has no such link");
  EXPECT_DEATH(query.step().mover(checker.model().body_of_object(0)), "only a movable body has a mover");
}

TEST(CheckDeathTest, StopsSegmentsThatThePathDoesNotHave) {
  const Checker checker(contract_robot(JointType::prismatic), contract_scene());
  Path path;
  path.waypoints = WaypointMatrix::Zero(2, 1);
  EXPECT_DEATH(checker.check(path, 1), "a path has no such segment");
  EXPECT_DEATH(checker.check(path, -1), "a path has no such segment");
}

#else

TEST(CheckDeathTest, NeedsACheckedBuild) {
  GTEST_SKIP() << "contracts are checked where TOCCA_CHECKED is on, as in the presets dev, asan and tsan";
}

#endif

}  // namespace
}  // namespace tocca::contracts_tests
