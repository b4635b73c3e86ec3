#pragma once

#include "core/scalar_lanes.hpp"

namespace tocca::linear_scalar {

using namespace scalar_lanes;
using Lanes = double;
using LaneMask = bool;

inline bool none() { return false; }
#include "deformable/linear_kernel.hpp"

}  // namespace tocca::linear_scalar
