#pragma once

#include <span>
#include <vector>

#include "shape/polytope.hpp"
#include "tocca/core/error.hpp"

namespace tocca {

/// A polytope made from a surface as files give it, and what had to be repaired.
struct RepairedPolytope {
  Polytope polytope;
  Warnings messages;  ///< one per kind of fault: how many, where the first is, what was done; empty for a clean surface
  double deviation_m = 0.0;  ///< every point of the given surface is within this of the polytope's surface; rounded up
  double missing_m2 = 0.0;   ///< about how much of the polytope's surface was not given
};

/// The hull of a surface that is convex except for faults: vertices given twice (within the tolerance) or within edges
/// and faces, faces without area, given twice, bent, not convex, turned inwards or missing.
///
/// `faces` holds polygons, each a list of vertices. The hull replaces them where each of them lies within the tolerance of one
/// plane of the hull. What is missing is closed by the hull, and a message says how much.
/// Fails       InputError (place "face 17"; no file name): a face that lies deeper inside the hull (the surface is not convex), an index out
///             of range, fewer than three vertices in a face, a tolerance that is not positive; and like ConvexHull.
/// Cost        That of the hull, plus the planes at one corner of each face.
RepairedPolytope repaired_polytope(std::span<const Vector3> vertices, std::span<const std::vector<Index>> faces,
                                   double tolerance_m);
RepairedPolytope repaired_polytope(const TriangleMesh& mesh, double tolerance_m);

}  // namespace tocca
