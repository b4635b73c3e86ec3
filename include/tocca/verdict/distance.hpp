#pragma once

#include "tocca/core/vector.hpp"

namespace tocca {

/// The distance between two things, a and b, enclosed: lower <= true distance <= upper, rounding included.
struct Distance {
  double lower = 0.0, upper = 0.0;
  /// Two points that are `upper` apart, once more rounded to the ulps of their coordinates.
  Vector3 point_a = Vector3::Zero(), point_b = Vector3::Zero();
  Vector3 normal = Vector3::Zero();  ///< unit (to rounding), from b to a; arbitrary where they overlap
};

}  // namespace tocca
