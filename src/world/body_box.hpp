#pragma once

#include <array>

#include "shape/aabb.hpp"
#include "shape/polytope.hpp"

namespace tocca {

/// The cube around a ball: cohen-1995's fixed boxes (section 4.1), for bodies in any orientation. Contains the true
/// ball; larger than its cube by 16 u of (radius + |centre|) at most.
Aabb cube_around(const Vector3& centre, double radius);

/// The vertices that a polytope's box touches: on each axis the least and the most. Kept from step to step as the place to start from.
struct ExtremeVertices {
  std::array<Index, 3> least{}, most{};
};

/// The tightest box around a placed polytope, dilated: cohen-1995's dynamic boxes (section 4.1).
///
/// Guarantee   Contains the true place X v of every vertex v, and `dilation_m` of room on every side; larger than that by 32 u of
///             (reach + |translation|) at most.
/// Requires    Extreme vertices of this polytope (any: a bad start costs only time).
/// Cost        Few vertices: all of them are placed, in a row. Many: hill climbing from the extreme vertices of the step before, placing
///             only the coordinate that is needed. Which is quicker: docs/decisions/0016-moving-boxes.md.
Aabb tightest_box(const Polytope& polytope, const Pose& X, double dilation_m, ExtremeVertices& extremes);

}  // namespace tocca
