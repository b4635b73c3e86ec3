// What is proven here: a call that breaks a contract of `core` stops a checked build with the contract's sentence.
#include <gtest/gtest.h>

#include "core/exact_polynomial.hpp"
#include "core/exact_sign.hpp"
#include "core/index.hpp"
#include "core/seeded_random.hpp"
#include "tocca/core/parallel.hpp"
#include "tocca/core/require.hpp"

namespace tocca::contracts_tests {
namespace {

TEST(Require, EvaluatesItsConditionInCheckedBuildsOnly) {
  int asked = 0;
  const auto holds = [&] { return ++asked > 0; };
  TOCCA_REQUIRE(holds(), "this holds");
#ifdef TOCCA_CHECKED
  EXPECT_EQ(asked, 1);
#else
  EXPECT_EQ(asked, 0);
  static_cast<void>(holds);
#endif
}

#ifdef TOCCA_CHECKED

TEST(CoreDeathTest, SaysWhereAndWhatInOneLine) {
  EXPECT_DEATH(TOCCA_REQUIRE(2 + 2 == 5, "two and two make four"),
               "contracts\\.cpp:[0-9]+: contract broken: two and two make four");
}

TEST(CoreDeathTest, StopsIndicesAndCountsThatAreNone) {
  SeededRandom random(1);
  EXPECT_DEATH(static_cast<void>(at(-1)), "an index must not be negative");
  EXPECT_DEATH(static_cast<void>(random.below(0)), "the count must be positive");
  EXPECT_DEATH(ThreadLimit(0), "a thread limit must be at least 1");
}

TEST(CoreDeathTest, StopsWhatExactArithmeticCannotDo) {
  const double origin[3] = {0, 0, 0}, x[3] = {1, 0, 0}, y[3] = {0, 1, 0}, tiny[3] = {0, 0, 1e-200};
  EXPECT_DEATH(orient3d(origin, x, y, tiny), "coordinates of exact range");
  EXPECT_DEATH(BigInteger::from_double(0.5, 0), "must be a multiple of");
  EXPECT_DEATH(roots_in_unit(ExactPolynomial()), "the zero polynomial has no list of roots");
  EXPECT_DEATH(remainder(ExactPolynomial(), ExactPolynomial()), "cannot be divided by zero");
}

#else

TEST(CoreDeathTest, NeedsACheckedBuild) {
  GTEST_SKIP() << "contracts are checked where TOCCA_CHECKED is on, as in the presets dev, asan and tsan";
}

#endif

}  // namespace
}  // namespace tocca::contracts_tests
