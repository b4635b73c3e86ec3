#include "tocca/motion/placement.hpp"

#include <Eigen/LU>
#include <algorithm>

#include "core/rounding.hpp"

namespace tocca {

Placement::Placement(const Pose& constant) : pose(constant) {
  gain = std::max(1.0, greatest_stretch(constant.rotation));
  length = constant.translation.stableNorm() * (1.0 + 16.0 * unit_roundoff);
  sense = constant.rotation.determinant() < 0.0 ? -1.0 : 1.0;
}

Axis::Axis(const Vector3& stored) : direction(stored) {
  // With |a|^2 = 1 + e: the rotation I + sin q K + (1 - cos q) K^2 stretches vectors across a by at most
  // sqrt(1 + (1 - cos q)^2 e (1 + e)) <= 1 + 2 |e| (1 + |e|), and its derivatives by at most max(1, |a|) |a x y|.
  const double square = stored.squaredNorm();
  const double e = std::abs(square - 1.0) + 4.0 * unit_roundoff * (1.0 + square);
  gain = 1.0 + 4.0 * e * (1.0 + e);
  length = stored.stableNorm() * (1.0 + 16.0 * unit_roundoff);
}

}  // namespace tocca
