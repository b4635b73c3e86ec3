#pragma once

#include <cstdint>

#include "tocca/core/require.hpp"

namespace tocca {

/// Seeded draws (splitmix64): the same numbers on every platform and library, so that a seed gives the same plan and the
/// same bytes in every file.
class SeededRandom {
 public:
  explicit SeededRandom(std::uint64_t seed) : state_(seed) {}

  std::uint64_t bits() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  double unit() { return static_cast<double>(bits() >> 11) * 0x1p-53; }  ///< in [0, 1)
  double between(double lo, double hi) { return lo + (hi - lo) * unit(); }
  /// 0 .. count - 1. Requires count > 0.
  int below(int count) {
    TOCCA_REQUIRE(count > 0, "there is nothing to draw from: the count must be positive");
    return static_cast<int>(bits() % static_cast<std::uint64_t>(count));
  }

 private:
  std::uint64_t state_;
};

}  // namespace tocca
