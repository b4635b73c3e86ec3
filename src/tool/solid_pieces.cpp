#include "tool/solid_pieces.hpp"

#include <Eigen/Geometry>
#include <algorithm>

#include "core/exact_sign.hpp"
#include "model/part.hpp"
#include "tocca/core/error.hpp"
#include "tocca/shape/convex_hull.hpp"

namespace tocca {
namespace {

constexpr std::size_t most_solid_corners = 512;

/// None where the points lie in one plane, or where signs could not be exact.
std::shared_ptr<const ConvexHull> solid_hull(const TriangleMesh& mesh) {
  try {
    return std::make_shared<const ConvexHull>(mesh.vertices());
  } catch (const InputError&) {
    return nullptr;
  }
}

/// The faces in whose planes each vertex lies, ascending.
std::vector<std::vector<std::size_t>> faces_of_vertices(const TriangleMesh& mesh, const ConvexHull& hull) {
  std::vector<std::vector<std::size_t>> faces(mesh.vertices().size());
  for (std::size_t f = 0; f < hull.face_count(); ++f) {
    const auto face = hull.face(f);
    const Vector3 &a = hull.vertices()[face[0]], &b = hull.vertices()[face[1]], &c = hull.vertices()[face[2]];
    for (std::size_t v = 0; v < faces.size(); ++v) {
      if (orient3d(a.data(), b.data(), c.data(), mesh.vertices()[v].data()) == 0) faces[v].push_back(f);
    }
  }
  return faces;
}

bool have_common(const std::vector<std::size_t>& x, const std::vector<std::size_t>& y,
                 const std::vector<std::size_t>& z) {
  return std::any_of(x.begin(), x.end(), [&](std::size_t face) {
    return std::binary_search(y.begin(), y.end(), face) && std::binary_search(z.begin(), z.end(), face);
  });
}

}  // namespace

/// If every triangle lies in a face of the hull, the hull's inside meets no triangle and is inside or outside as a whole.
/// If one point of it is inside the mesh, all of it is, while beyond the hull everything is outside: each point of the boundary
/// then parts the two, and belongs to a triangle.
bool is_boundary_of(const TriangleMesh& mesh, const ConvexHull& hull) {
  if (!mesh.closed()) return false;
  const auto faces = faces_of_vertices(mesh, hull);
  for (const Triangle& t : mesh.triangles()) {
    if (!have_common(faces[t[0]], faces[t[1]], faces[t[2]])) return false;
  }
  // A point well inside of a tetrahedron of corners: the fourth is the one farthest from a face.
  const auto face = hull.face(0);
  const Vector3 &a = hull.vertices()[face[0]], &b = hull.vertices()[face[1]], &c = hull.vertices()[face[2]];
  const Vector3& far = hull.vertices()[hull.support(-(b - a).cross(c - a))];
  const Vector3 middle = 0.25 * (a + b + c + far);
  for (std::size_t f = 0; f < hull.face_count(); ++f) {
    const auto corners = hull.face(f);
    const auto at = [&](std::size_t k) { return hull.vertices()[corners[k]].data(); };
    if (orient3d(at(0), at(1), at(2), middle.data()) >= 0) return false;  // too flat for doubles
  }
  const Collider body{Pose(), std::make_shared<const TriangleMesh>(mesh)};
  return Part(std::span(&body, 1)).contains(middle);
}

std::vector<Collider> with_solid_pieces(std::span<const Collider> tool) {
  std::vector<Collider> bodies(tool.begin(), tool.end());
  for (Collider& body : bodies) {
    const auto* mesh = std::get_if<MeshPointer>(&body.geometry);
    if (!mesh) continue;
    const auto hull = solid_hull(**mesh);
    if (hull && hull->vertices().size() <= most_solid_corners && is_boundary_of(**mesh, *hull)) body.geometry = hull;
  }
  return bodies;
}

}  // namespace tocca
