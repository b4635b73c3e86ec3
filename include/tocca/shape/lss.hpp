// Layer: shape.  May include: core.  Checked by tools/check_layers.py.
#pragma once

#include "tocca/shape/pose.hpp"

namespace tocca {

/// Line-swept sphere: all points within `radius` of the segment from a to b. A point is {p, p, 0}, a ball {c, c, r}.
struct Lss {
  Vector3 a, b;
  double radius;
};

}  // namespace tocca
