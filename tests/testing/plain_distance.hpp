// The distance of two convex solids by Wolfe's algorithm (the point of least norm in a polytope; here, in the Minkowski
// difference) in long double. Slow, simple, and its answer carries its own proof: two bounds. The judge asks it where FCL
// looks wrong: FCL 0.7 gives distances that are off by up to millimetres for some triangles and by its solver's 1e-6 for
// most pairs of primitives. Validated against exact rationals in tests/oracle/check/plain_distance.cpp.
#pragma once

#include <Eigen/Geometry>
#include <vector>

#include "tocca/shape/primitives.hpp"

namespace tocca::testing {

using LongVector = Eigen::Matrix<long double, 3, 1>;

/// A convex solid in the world: all points within `radius` of the hull of `points`, or a round solid about an axis.
struct PlainConvex {
  std::vector<LongVector> points;  ///< empty: cylinder or cone
  long double radius = 0;
  LongVector centre = LongVector::Zero(), axis = LongVector::Zero();  ///< axis: half the length, towards +z
  bool cone = false;

  LongVector support(const LongVector& direction) const;  ///< of the hull or round solid; `radius` of a hull left out
  long double dilation() const { return points.empty() ? 0 : radius; }
  Eigen::AlignedBox3d box() const;
};

/// Every triangle of a mesh; anything else is one solid. The triangles come in the mesh's order.
std::vector<PlainConvex> plain_items(const Geometry& geometry, const Eigen::Isometry3d& X);

struct DistanceBounds {
  double lower, upper;
};

/// lower <= distance <= upper up to the rounding of long double (about 1e-18 of the coordinates).
DistanceBounds plain_distance(const PlainConvex& a, const PlainConvex& b);

/// The least distance of two sets of items: all pairs whose boxes are nearer than the best so far. Ends as soon as the
/// upper bound is at most `enough`.
DistanceBounds plain_distance(const std::vector<PlainConvex>& a, const std::vector<PlainConvex>& b,
                              double enough = 0.0);

/// Is the point inside the closed surface made of these triangles? By the angle under which it sees them.
bool plain_inside(const Vector3& point, const std::vector<PlainConvex>& triangles);

}  // namespace tocca::testing
