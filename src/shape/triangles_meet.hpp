#pragma once

#include "tocca/shape/mesh.hpp"

namespace tocca {

/// Do two triangles of one mesh have a point in common beyond a shared vertex or edge?
///
/// Guarantee   Exact: only signs of determinants. True if a triangle has no area.
/// Requires    Coordinates that have has_exact_range; triangles that are not equal.
bool meet_beyond_shared(const std::vector<Vector3>& vertices, const Triangle& s, const Triangle& t);

/// Do they have any point in common? Likewise.
bool meet(const std::vector<Vector3>& vertices, const Triangle& s, const Triangle& t);

}  // namespace tocca
