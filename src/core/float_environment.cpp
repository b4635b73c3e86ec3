#include "core/float_environment.hpp"

#include <limits>

#ifdef __SSE2_MATH__
#include <xmmintrin.h>
#endif

namespace tocca {

#ifdef __SSE2_MATH__

// 0x1f80: all exceptions masked, round to nearest, no flush-to-zero, no denormals-are-zero, no flags.
FloatEnvironment::FloatEnvironment() noexcept : saved_(_mm_getcsr()) { _mm_setcsr(0x1f80); }
FloatEnvironment::~FloatEnvironment() { _mm_setcsr(saved_); }

#else

FloatEnvironment::FloatEnvironment() noexcept {
  std::fegetenv(&saved_);
  std::fesetenv(FE_DFL_ENV);
}
FloatEnvironment::~FloatEnvironment() { std::fesetenv(&saved_); }

#endif

bool has_proof_environment() noexcept {
  // Volatile, so that the processor answers and not the compiler.
  const volatile double one = 1.0, half_ulp = 0x1p-53, smallest = std::numeric_limits<double>::denorm_min();
  const volatile double least_normal = std::numeric_limits<double>::min();
  const volatile double tie = one + half_ulp, beyond_tie = one + 1.5 * half_ulp, negative_tie = -one - half_ulp;
  const bool to_nearest = tie == 1.0 && beyond_tie > 1.0 && negative_tie == -1.0;
  const volatile double halved = least_normal * 0.5, kept = smallest * one;
  return to_nearest && halved > 0.0 && kept > 0.0;
}

}  // namespace tocca
