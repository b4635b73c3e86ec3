// Layer: scenes.  May include: io and what it uses.  Checked by tools/check_layers.py.
#pragma once

#include <cstdint>

#include "tocca/shape/pose.hpp"

namespace tocca::scenes {

/// Seeded draws (splitmix64): the same numbers on every platform and library, so the same bytes in every file.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t bits() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  double unit() { return static_cast<double>(bits() >> 11) * 0x1p-53; }  ///< in [0, 1)
  double between(double lo, double hi) { return lo + (hi - lo) * unit(); }
  int below(int count) { return static_cast<int>(bits() % static_cast<std::uint64_t>(count)); }
  bool chance(double probability) { return unit() < probability; }

  /// Uniform in the ball of radius 1, by rejection: only sums and products, so the same everywhere.
  Vector3 in_ball() {
    for (;;) {
      const double x = between(-1, 1), y = between(-1, 1), z = between(-1, 1);
      if (x * x + y * y + z * z < 1.0) return {x, y, z};
    }
  }
  Vector3 direction();                ///< uniform on the unit sphere
  Eigen::Vector4d unit_quaternion();  ///< x, y, z, w, uniform over the rotations

 private:
  std::uint64_t state_;
};

}  // namespace tocca::scenes
