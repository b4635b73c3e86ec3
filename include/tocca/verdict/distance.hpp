#pragma once

#include "tocca/core/vector.hpp"

namespace tocca {

/// The distance of two things, a and b, enclosed: lower <= true distance <= upper, rounding included.
struct Distance {
  double lower = 0.0, upper = 0.0;
  /// A pair of points that shows `upper`, rounded once more to the ulps of their coordinates.
  Vector3 point_a = Vector3::Zero(), point_b = Vector3::Zero();
  Vector3 normal = Vector3::Zero();  ///< unit (to rounding), from b to a; some direction where they overlap
};

}  // namespace tocca
