// How deep a point lies below the surface of a body.
#pragma once

#include "model/part.hpp"

namespace tocca {

/// A lower bound on the distance from a point to the nearest triangle of a part, within rounding of it; or any number
/// not above `enough` as soon as the distance is known to be at most that. Allocates nothing.
double depth_below_surface(const Part& part, const Vector3& point, double enough);

}  // namespace tocca
