#pragma once

namespace tocca {

/// u: one operation in round-to-nearest is the exact one times (1 + e), |e| <= u = 2^-53, unless it underflows.
inline constexpr double unit_roundoff = 0x1p-53;

/// A sum of non-negative numbers made with at most `operations` roundings one after the other, as an upper bound of its
/// exact value: (1 + u)^n <= 1 + 2 n u for n < 2^50. The last term covers what is too small for relative errors: numbers
/// that underflow, and norms of vectors whose squares do (each off by at most sqrt(3 * 2^-1075) < 2^-536).
inline double rounded_up(double value, double operations) {
  return value * (1.0 + 2.0 * (operations + 2.0) * unit_roundoff) + 0x1p-400;
}

}  // namespace tocca
