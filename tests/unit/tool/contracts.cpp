// What is proven here: a call that breaks a contract of `tool` stops a checked build with the contract's sentence.
#include <gtest/gtest.h>

#include <cmath>

#include "tool/pose_prediction.hpp"
#include "tool/triangle_selection.hpp"

namespace tocca::contracts_tests {
namespace {

#ifdef TOCCA_CHECKED

TEST(ToolDeathTest, StopsPredictionsFromNothing) {
  PosePrediction prediction;
  EXPECT_DEATH(prediction.ahead(0.1), "a prediction needs at least one sample");
  EXPECT_DEATH(prediction.add(std::nan(""), Pose()), "a sample must be finite");
  EXPECT_DEATH(prediction.add(0.0, {Matrix3::Zero(), Vector3::Zero()}), "orientation must be a rotation");
}

TEST(ToolDeathTest, StopsTrianglesThatAreNotThere) {
  BoxedTriangles boxed;
  EXPECT_DEATH(boxed.triangle(0), "there is no triangle at this place");
  const Index first = 0;
  EXPECT_DEATH(boxed.assign({}, std::span(&first, 1)), "a surface has no such triangle");
}

#else

TEST(ToolDeathTest, NeedsACheckedBuild) {
  GTEST_SKIP() << "contracts are checked where TOCCA_CHECKED is on, as in the presets dev, asan and tsan";
}

#endif

}  // namespace
}  // namespace tocca::contracts_tests
