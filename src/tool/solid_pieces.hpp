#pragma once

#include <span>
#include <vector>

#include "tocca/model/kinematic_tree.hpp"

namespace tocca {

/// A tool's bodies, each mesh that is convex and closed as the solid hull of its vertices: one piece to place and to
/// separate in place of all of its triangles.
///
/// Guarantee   A mesh is replaced only if its surface and the boundary of the hull are the same set of points, which is
///             decided exactly. Distances from outside are then the same; what is inside touches, as with any solid.
/// Cost        Each face is compared with each vertex; hulls of more than 512 corners keep their triangles.
std::vector<Collider> with_solid_pieces(std::span<const Collider> tool);

/// Is this mesh the boundary of its hull?
bool is_boundary_of(const TriangleMesh& mesh, const ConvexHull& hull);

}  // namespace tocca
