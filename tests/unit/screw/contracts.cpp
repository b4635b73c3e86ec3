// What is proven here: a call that breaks a contract of `screw` stops a checked build with the contract's sentence.
#include <gtest/gtest.h>

#include <cmath>
#include <memory>

#include "tocca/screw/screw_pair.hpp"

namespace tocca::contracts_tests {
namespace {

#ifdef TOCCA_CHECKED

TEST(ScrewDeathTest, StopsScrewsThatAreNone) {
  const auto mesh = std::make_shared<const TriangleMesh>(std::vector<Vector3>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
                                                         std::vector<Triangle>{{0, 1, 2}});
  ScrewPair pair(mesh, mesh);
  ScrewParameters longer, nowhere;
  longer.direction *= 2.0;
  nowhere.point.x() = std::nan("");
  EXPECT_DEATH(pair.first_contact(longer), "a screw is finite, with a direction of unit length");
  EXPECT_DEATH(pair.all_contacts(nowhere), "a screw is finite, with a direction of unit length");
}

#else

TEST(ScrewDeathTest, NeedsACheckedBuild) {
  GTEST_SKIP() << "contracts are checked where TOCCA_CHECKED is on, as in the presets dev, asan and tsan";
}

#endif

}  // namespace
}  // namespace tocca::contracts_tests
