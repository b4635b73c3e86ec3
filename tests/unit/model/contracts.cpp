// What is proven here: a call that breaks a contract of `model` stops a checked build with the contract's sentence.
#include <gtest/gtest.h>

#include "model/part.hpp"
#include "tocca/model/kinematic_tree.hpp"
#include "tocca/model/problem.hpp"
#include "tocca/model/volume_of_colliders.hpp"

namespace tocca::contracts_tests {
namespace {

#ifdef TOCCA_CHECKED

TEST(ModelDeathTest, StopsPartsOfNothing) {
  EXPECT_DEATH(Part({}), "a part needs at least one collider");
  EXPECT_DEATH(volume_of<Lss>(std::span<const Collider>()), "a volume needs at least one collider");
}

TEST(ModelDeathTest, StopsItemsLinksAndRobotsThatAreNotThere) {
  const Collider ball{{}, Sphere{1.0}};
  const Part part(std::span(&ball, 1));
  EXPECT_DEATH(part.piece_of(1), "a part has no such item");
  EXPECT_DEATH(part.triangle_in_mesh(1), "a part has no such item");
  const KinematicTree tree = KinematicTree::build({{"base", {}}}, {});
  EXPECT_DEATH(tree.parent_link(1), "a tree has no such link");
  EXPECT_DEATH(last_waypoint(Problem(), 0), "a problem has no such robot");
}

#else

TEST(ModelDeathTest, NeedsACheckedBuild) {
  GTEST_SKIP() << "contracts are checked where TOCCA_CHECKED is on, as in the presets dev, asan and tsan";
}

#endif

}  // namespace
}  // namespace tocca::contracts_tests
