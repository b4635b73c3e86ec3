#pragma once

#include "core/seeded_random.hpp"
#include "tocca/shape/pose.hpp"

namespace tocca::scenes {

/// Draws of the scenes' things.
class Random : public SeededRandom {
 public:
  using SeededRandom::SeededRandom;

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
};

}  // namespace tocca::scenes
