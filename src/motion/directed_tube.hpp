#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "tocca/shape/pose.hpp"

namespace tocca {

/// A tube that may be thinner along one direction: no true point strays from its chord by more than `tube`, nor by more than
/// `flat_tube` along the unit vector `flat`. Infinite flat_tube: no direction is better than others.
struct DirectedTube {
  double tube = std::numeric_limits<double>::infinity();
  Vector3 flat = Vector3::Zero();
  double flat_tube = std::numeric_limits<double>::infinity();

  bool is_flat() const { return flat_tube < tube; }
  /// No true point strays farther along this unit vector: n = (n.flat) flat + across. The remainder's rounding is below 2^-50.
  double along(const Vector3& n) const {
    if (!is_flat()) return tube;
    const double along = n.dot(flat);
    const double across = (n - along * flat).norm() + 0x1p-50;
    return std::min(tube, (std::fabs(along) * flat_tube + across * tube) * (1.0 + 0x1p-48));
  }
};

}  // namespace tocca
