#pragma once

#include <cmath>
#include <cstdint>

#include "tocca/core/require.hpp"
#include "tocca/core/vector.hpp"

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
  /// Uniform in the ball of radius 1, by rejection: only sums and products, so the same everywhere.
  Vector3 in_ball() {
    for (;;) {
      const double x = between(-1, 1), y = between(-1, 1), z = between(-1, 1);
      if (x * x + y * y + z * z < 1.0) return {x, y, z};
    }
  }
  Vector3 direction() {  ///< uniform on the unit sphere
    for (;;) {
      const Vector3 v = in_ball();
      const double length_sq = v.x() * v.x() + v.y() * v.y() + v.z() * v.z();
      if (length_sq > 1e-4) return v / std::sqrt(length_sq);
    }
  }
  Eigen::Vector4d unit_quaternion() {  ///< x, y, z, w, uniform over the rotations
    for (;;) {
      const double x = between(-1, 1), y = between(-1, 1), z = between(-1, 1), w = between(-1, 1);
      const double length_sq = x * x + y * y + z * z + w * w;
      if (length_sq > 1e-2 && length_sq < 1.0) return Eigen::Vector4d(x, y, z, w) / std::sqrt(length_sq);
    }
  }
  /// 0 .. count - 1. Requires count > 0.
  int below(int count) {
    TOCCA_REQUIRE(count > 0, "there is nothing to draw from: the count must be positive");
    return static_cast<int>(bits() % static_cast<std::uint64_t>(count));
  }

 private:
  std::uint64_t state_;
};

}  // namespace tocca
