// Small helpers for vectors.
#pragma once

#include <array>
#include <limits>

#include "tocca/core/vector.hpp"

namespace tocca {

inline constexpr double infinity = std::numeric_limits<double>::infinity();

inline Vector3 vector_of(const std::array<double, 3>& v) { return {v[0], v[1], v[2]}; }

/// n without its part along e, up to rounding.
inline Vector3 without(const Vector3& n, const Vector3& e) {
  const double ee = e.squaredNorm();
  return ee > 0.0 ? Vector3(n - (n.dot(e) / ee) * e) : n;
}

}  // namespace tocca
