// What is proven here: a call that breaks a contract of `report` stops a checked build with the contract's sentence.
#include <gtest/gtest.h>

#include <memory>

#include "report/kept_moments.hpp"
#include "tocca/report/tool_recorder.hpp"

namespace tocca::contracts_tests {
namespace {

#ifdef TOCCA_CHECKED

TEST(ReportDeathTest, StopsTooFewMoments) { EXPECT_DEATH(KeptMoments(3), "at least four moments must be kept"); }

TEST(ReportDeathTest, StopsFramesOfAnotherSurface) {
  const auto surface = std::make_shared<const TriangleMesh>(std::vector<Vector3>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
                                                            std::vector<Triangle>{{0, 1, 2}});
  Report report;
  ToolRecorder recorder({{{}, Sphere{0.1}}}, surface, ToolSettings(), report);
  const std::vector<Vector3> two(2, Vector3::Zero());
  EXPECT_DEATH(recorder.frame(0.0, two), "a frame must have as many vertices as the surface");
}

#else

TEST(ReportDeathTest, NeedsACheckedBuild) {
  GTEST_SKIP() << "contracts are checked where TOCCA_CHECKED is on, as in the presets dev, asan and tsan";
}

#endif

}  // namespace
}  // namespace tocca::contracts_tests
