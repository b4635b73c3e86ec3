#pragma once

#include "tocca/shape/pose.hpp"

namespace tocca {

/// True if and only if the three points lie on one line (the triangle has no area), decided exactly for all finite
/// coordinates, subnormal and huge ones included.
bool collinear(const Vector3& a, const Vector3& b, const Vector3& c);

}  // namespace tocca
