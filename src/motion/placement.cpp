#include "tocca/motion/placement.hpp"

#include <algorithm>

#include "tocca/motion/rounding.hpp"

namespace tocca {

Placement::Placement(const Pose& constant) : pose(constant) {
  gain = std::max(1.0, greatest_stretch(constant.rotation));
  length = constant.translation.norm() * (1.0 + 8.0 * unit_roundoff);
}

Axis::Axis(const Vector3& stored) : direction(stored) {
  // With |a|^2 = 1 + e: the rotation I + sin q K + (1 - cos q) K^2 stretches vectors across a by at most
  // sqrt(1 + (1 - cos q)^2 e (1 + e)) <= 1 + 2 |e| (1 + |e|), and its derivatives by at most max(1, |a|) |a x y|.
  const double square = stored.squaredNorm();
  const double e = std::abs(square - 1.0) + 4.0 * unit_roundoff * (1.0 + square);
  gain = 1.0 + 4.0 * e * (1.0 + e);
  length = stored.norm() * (1.0 + 8.0 * unit_roundoff);
}

}  // namespace tocca
