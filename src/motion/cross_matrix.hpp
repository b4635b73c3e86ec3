#pragma once

#include "tocca/core/vector.hpp"

namespace tocca {

/// K with K x = a cross x for every x. Exact.
inline Matrix3 cross_matrix(const Vector3& a) {
  Matrix3 K;
  K << 0.0, -a.z(), a.y(), a.z(), 0.0, -a.x(), -a.y(), a.x(), 0.0;
  return K;
}

}  // namespace tocca
