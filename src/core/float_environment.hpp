#pragma once

#include <cfenv>

namespace tocca {

/// While it exists, this thread computes as the proofs assume: rounding to nearest, subnormals neither flushed nor read
/// as zero, floating-point exceptions not trapped (intervals make infinities and NaNs on purpose). When it ends, the
/// caller's own environment is restored, bit for bit, including exception flags.
///
/// Guarantee   has_proof_environment() inside its scope, whatever the caller, a game engine or a previously loaded
///             fast-math library had set.
/// Cost        A few nanoseconds on x86-64, about a hundred elsewhere: for the entry points of queries, not for inner
///             loops.
class FloatEnvironment {
 public:
  FloatEnvironment() noexcept;
  ~FloatEnvironment();
  FloatEnvironment(const FloatEnvironment&) = delete;
  FloatEnvironment& operator=(const FloatEnvironment&) = delete;

 private:
#ifdef __SSE2_MATH__  // doubles are computed by SSE: its one control register is enough
  unsigned saved_;
#else
  std::fenv_t saved_;
#endif
};

/// Does this thread round to nearest and keep subnormals? Found by trying, so it holds for any processor.
[[nodiscard]] bool has_proof_environment() noexcept;

}  // namespace tocca
