// What is proven here: a call that breaks a contract of `shape` stops a checked build with the contract's sentence.
#include <gtest/gtest.h>

#include <cmath>

#include "shape/obb.hpp"
#include "shape/outline.hpp"
#include "tocca/shape/lss.hpp"
#include "tocca/shape/mesh.hpp"
#include "tocca/shape/pose.hpp"

namespace tocca::contracts_tests {
namespace {

#ifdef TOCCA_CHECKED

TEST(ShapeDeathTest, StopsVolumesAroundNothing) {
  EXPECT_DEATH(Obb::fit({}), "a volume needs at least one point");
  EXPECT_DEATH(volume_of<Lss>(Outline{}), "a volume needs at least one point");
  EXPECT_DEATH(Lss().dilated(-1.0), "cannot be dilated by less than 0");
}

TEST(ShapeDeathTest, StopsQuaternionsThatAreNoRotation) {
  EXPECT_DEATH(Pose::from_quaternion(Vector3::Zero(), 0, 0, 0, 0), "a zero quaternion is not a rotation");
  EXPECT_DEATH(Pose::from_quaternion(Vector3::Zero(), 0, 0, 0, std::nan("")), "a quaternion must be finite");
}

TEST(ShapeDeathTest, StopsTrianglesThatAMeshDoesNotHave) {
  const TriangleMesh mesh({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}});
  EXPECT_DEATH(mesh.owned_features(1), "a mesh has no such triangle");
}

#else

TEST(ShapeDeathTest, NeedsACheckedBuild) {
  GTEST_SKIP() << "contracts are checked where TOCCA_CHECKED is on, as in the presets dev, asan and tsan";
}

#endif

}  // namespace
}  // namespace tocca::contracts_tests
