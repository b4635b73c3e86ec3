// What is proven here: a call that breaks a contract of `plan` stops a checked build with the contract's sentence.
#include <gtest/gtest.h>

#include "plan/plan_space.hpp"
#include "worlds.hpp"

namespace tocca::contracts_tests {
namespace {

#ifdef TOCCA_CHECKED

TEST(PlanDeathTest, StopsDegreesAndConfigurationsThatAreNotOfTheSpace) {
  const Checker checker(testing::problem_of(testing::gantry(), {}));
  const Configuration middle = testing::numbers({0.0, 0.0});
  const PlanSpace space(checker.model(), std::span(&middle, 1));
  EXPECT_DEATH(space.share(2, middle), "a space has no such degree of freedom");
  EXPECT_DEATH(space.length(middle, testing::numbers({0.0})), "one number per coordinate");
}

#else

TEST(PlanDeathTest, NeedsACheckedBuild) {
  GTEST_SKIP() << "contracts are checked where TOCCA_CHECKED is on, as in the presets dev, asan and tsan";
}

#endif

}  // namespace
}  // namespace tocca::contracts_tests
