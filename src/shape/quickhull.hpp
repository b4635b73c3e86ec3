#pragma once

#include <array>
#include <span>
#include <vector>

#include "tocca/shape/mesh.hpp"

namespace tocca {

/// A face of a triangulated hull. Side k runs from vertices[k] to vertices[(k + 1) % 3], counter-clockwise from
/// outside.
struct HullTriangle {
  std::array<Index, 3> vertices;
  std::array<Index, 3> neighbours;  ///< across side k
};

/// The convex hull as triangles over the given points; coplanar ones may meet, and a vertex may lie within a face or
/// an edge of the whole hull. Decided with exact signs. Requires distinct points and coordinates of exact range;
/// throws InputError if all points lie in one plane.
std::vector<HullTriangle> quickhull(std::span<const Vector3> points);

/// The exact sign of det(b - a, c - a, d - a).
int orientation(const Vector3& a, const Vector3& b, const Vector3& c, const Vector3& d);

}  // namespace tocca
