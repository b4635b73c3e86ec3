#include "shape/convex_mesh.hpp"

#include <algorithm>

#include "core/exact_sign.hpp"
#include "tocca/core/error.hpp"

namespace tocca {
namespace {

/// Which sides of a triangle's plane points were found on.
struct Sides {
  const Vector3 &a, &b, &c;
  bool above = false, below = false;

  void look(const Vector3& point) {
    const int sign = orient3d(a.data(), b.data(), c.data(), point.data());
    above = above || sign > 0;
    below = below || sign < 0;
  }
};

/// The corner of the hull that each vertex of the mesh is; both list them in the same order.
std::vector<Index> corners_of(const TriangleMesh& mesh, const ConvexHull& hull) {
  std::vector<Index> corner(mesh.vertices().size(), no_index);
  Index next = 0;
  for (std::size_t i = 0; i < corner.size() && next < hull.vertices().size(); ++i) {
    if (mesh.vertices()[i] == hull.vertices()[next]) corner[i] = next++;
  }
  return corner;
}

}  // namespace

std::shared_ptr<const ConvexHull> hull_of_convex(const TriangleMesh& mesh) {
  if (!mesh.closed() || mesh.components().size() != 1) return nullptr;
  std::shared_ptr<const ConvexHull> hull;
  try {
    hull = std::make_shared<const ConvexHull>(mesh.vertices());
  } catch (const InputError&) {
    return nullptr;  // flat, or numbers whose signs cannot be determined
  }
  const std::vector<Index> corner = corners_of(mesh, *hull);
  const auto& v = mesh.vertices();
  for (const Triangle& t : mesh.triangles()) {
    Sides sides{v[t[0]], v[t[1]], v[t[2]]};
    const auto known = std::find_if(t.begin(), t.end(), [&](Index i) { return corner[i] != no_index; });
    if (known != t.end()) {
      // On a convex polytope a linear function that no neighbour exceeds is greatest here, and so with the least.
      for (const Index neighbour : hull->neighbours(corner[*known])) sides.look(hull->vertices()[neighbour]);
    } else {
      for (const Vector3& vertex : hull->vertices()) sides.look(vertex);
    }
    if (sides.above && sides.below) return nullptr;
  }
  return hull;
}

}  // namespace tocca
