// Random box pairs for bench/simd_choice.cpp: about half of them are separated by some axis.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace contest {

/// Field by field: rotation (9), centre at the start (3) and the end (3), half sizes of both boxes (3 + 3).
class Pairs {
 public:
  static constexpr std::size_t kCount = 1024;

  Pairs() : values_(21 * kCount) {
    for (std::size_t k = 0; k < kCount; ++k) {
      const double angle = uniform(0, 6.28), tilt = uniform(0, 6.28);
      const double s = std::sin(angle), c = std::cos(angle), u = std::sin(tilt), v = std::cos(tilt);
      const double rotation[9] = {c, -s * v, s * u, s, c * v, -c * u, 0.0, u, v};
      for (std::size_t i = 0; i < 9; ++i) values_[i * kCount + k] = rotation[i];
      for (std::size_t i = 0; i < 3; ++i) {
        const double start = uniform(-1.5, 1.5);
        values_[(9 + i) * kCount + k] = start;
        values_[(12 + i) * kCount + k] = start + uniform(-0.5, 0.5);
      }
      for (std::size_t i = 15; i < 21; ++i) values_[i * kCount + k] = uniform(0.05, 1.0);
    }
  }
  const double* field(int k) const { return values_.data() + static_cast<std::size_t>(k) * kCount; }

 private:
  double uniform(double lo, double hi) {
    state_ = state_ * 6364136223846793005ull + 1442695040888963407ull;
    return lo + static_cast<double>(state_ >> 11) * 0x1p-53 * (hi - lo);
  }

  std::uint64_t state_ = 1;
  std::vector<double> values_;
};

}  // namespace contest
