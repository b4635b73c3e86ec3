#pragma once

#include "core/rounding.hpp"
#include "tocca/shape/convex_hull.hpp"

namespace tocca {

/// No dot product of a direction at most `length` long with a point at most `reach` from the origin, three terms in any
/// order, fused or not, is off by more: 3 w |n| |v| to first order, and what underflows.
inline double dot_error(double length, double reach) { return 4.0 * unit_roundoff * length * reach + 0x1p-1000; }

/// A vertex farthest along a direction, and the dot product found there.
struct FarthestVertex {
  Index vertex;
  double along;
};

/// Hill climbing over the neighbours from `start`, sound under rounding: `error` bounds each dot product's rounding
/// (dot_error), and the true maximum over the hull is at most along + error.
///
/// Where a neighbour is not certainly lower, rounding may hide the way up: it is visited too. From any vertex of a polytope
/// edges lead up to the maximum without descending, and no such edge is certainly descending, so the maximum is among what
/// is visited (docs/maths/closest_features.md).
/// Cost        From a vertex near the maximum: the neighbours of one vertex, or of a face's corners where the direction is its normal.
FarthestVertex farthest_vertex(const ConvexHull& hull, const Vector3& direction, Index start, double error);

}  // namespace tocca
