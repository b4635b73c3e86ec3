// What is proven here: whatever environment a caller brings, the proofs' one holds inside and the caller's is back
// after.
#include "core/float_environment.hpp"

#include <gtest/gtest.h>

#include <cfenv>
#include <vector>

#ifdef __SSE2_MATH__
#include <xmmintrin.h>
#endif

namespace tocca::float_environment_tests {
namespace {

TEST(FloatEnvironment, OverridesEveryRoundingModeAndRestoresIt) {
  for (int mode : {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO, FE_TONEAREST}) {
    ASSERT_EQ(std::fesetround(mode), 0);
    EXPECT_EQ(has_proof_environment(), mode == FE_TONEAREST);
    {
      const FloatEnvironment guard;
      EXPECT_TRUE(has_proof_environment());
    }
    EXPECT_EQ(std::fegetround(), mode);
    EXPECT_EQ(has_proof_environment(), mode == FE_TONEAREST);
  }
  std::fesetround(FE_TONEAREST);
}

#ifdef __SSE2_MATH__
TEST(FloatEnvironment, KeepsSubnormalsAndTrapsNothing) {
  const unsigned ours = _mm_getcsr();
  const unsigned flush_to_zero = 0x8000, denormals_are_zero = 0x0040, invalid_mask = 0x0080;
  for (unsigned bits : std::vector<unsigned>{0x1f80 | flush_to_zero, 0x1f80 | denormals_are_zero,
                                             (0x1f80 | flush_to_zero | denormals_are_zero) & ~invalid_mask}) {
    _mm_setcsr(bits);
    const bool before = has_proof_environment();
    bool inside;
    {
      const FloatEnvironment guard;
      const volatile double infinity = std::numeric_limits<double>::infinity(), zero = 0.0;
      const volatile double quiet = infinity * zero;  // would trap where the caller unmasked invalid operations
      inside = has_proof_environment() && quiet != quiet;
    }
    const unsigned after = _mm_getcsr();
    _mm_setcsr(ours);
    EXPECT_FALSE(before);
    EXPECT_TRUE(inside);
    EXPECT_EQ(after & 0xffc0u, bits & 0xffc0u);  // the low bits are flags that the questions themselves may raise
  }
}
#endif

}  // namespace
}  // namespace tocca::float_environment_tests
