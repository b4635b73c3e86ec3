#pragma once

#include <memory>

#include "tocca/shape/convex_hull.hpp"

namespace tocca {

/// The hull of a mesh that bounds exactly this hull: a single closed surface all of whose triangles lie on the hull's
/// surface. Null for any other mesh.
///
/// Guarantee   Exact: each triangle's plane has every vertex on one side or in it, decided without rounding.
/// Cost        That of the hull, plus the neighbours of one corner per triangle.
std::shared_ptr<const ConvexHull> hull_of_convex(const TriangleMesh& mesh);

}  // namespace tocca
