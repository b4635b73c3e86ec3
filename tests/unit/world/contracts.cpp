// What is proven here: a call that breaks a contract of `world` stops a checked build with the contract's sentence.
#include <gtest/gtest.h>

#include "tocca/world/body_shape.hpp"
#include "world/body_box.hpp"
#include "world/box_table.hpp"

namespace tocca::contracts_tests {
namespace {

#ifdef TOCCA_CHECKED

TEST(WorldDeathTest, StopsShapesOfNothing) {
  EXPECT_DEATH(BodyShape{std::span<const Collider>()}, "a shape needs at least one collider");
}

TEST(WorldDeathTest, StopsThingsThatAreNotThere) {
  BoxTable table;
  const Aabb box{Vector3::Zero(), Vector3::Ones()}, inside_out{Vector3::Ones(), Vector3::Zero()};
  EXPECT_DEATH(table.update(0, box), "there is no such thing");
  EXPECT_DEATH(table.add(0, inside_out), "a box must not be empty");
}

TEST(WorldDeathTest, StopsVerticesOfAnotherPolytope) {
  const std::vector<Vector3> corners{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const Polytope polytope(corners);
  ExtremeVertices extremes;
  extremes.most[1] = 4;
  EXPECT_DEATH(tightest_box(polytope, Pose(), 0.0, extremes), "the extreme vertices must be those of this polytope");
}

#else

TEST(WorldDeathTest, NeedsACheckedBuild) {
  GTEST_SKIP() << "contracts are checked where TOCCA_CHECKED is on, as in the presets dev, asan and tsan";
}

#endif

}  // namespace
}  // namespace tocca::contracts_tests
