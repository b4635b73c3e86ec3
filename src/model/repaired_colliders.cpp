#include "model/repaired_colliders.hpp"

#include <memory>
#include <optional>
#include <sstream>

#include "core/tolerance.hpp"
#include "shape/convex_mesh.hpp"
#include "shape/polytope_repair.hpp"
#include "tocca/shape/convex_hull.hpp"

namespace tocca {
namespace {

/// Nothing where the mesh bounds no convex solid.
std::optional<RepairedPolytope> mended(const TriangleMesh& mesh, double tolerance_m) {
  try {
    RepairedPolytope result = repaired_polytope(mesh, tolerance_m);
    double edges = 0.0;
    const std::vector<Vector3>& vertices = result.polytope.vertices();
    for (const Polytope::Edge& edge : result.polytope.edges()) {
      edges += (vertices[edge.head] - vertices[edge.tail]).norm();
    }
    if (result.missing_m2 > tolerance_m * edges) return std::nullopt;
    return result;
  } catch (const InputError&) {  // not convex, or flat
    return std::nullopt;
  }
}

std::string message_of(const RepairedPolytope& repaired) {
  std::ostringstream text;
  text.precision(2);
  text << "mesh replaced by its convex hull, up to about " << repaired.deviation_m << " m away";
  const char* separator = " (";
  for (const std::string& fault : repaired.messages) {
    text << separator << fault;
    separator = ". ";
  }
  if (!repaired.messages.empty()) text << ')';
  return text.str();
}

}  // namespace

std::vector<Collider> repaired_colliders(std::span<const Collider> bodies, double tolerance_m, Warnings& messages) {
  require_tolerance(tolerance_m);
  std::vector<Collider> result(bodies.begin(), bodies.end());
  for (Collider& body : result) {
    const MeshPointer* mesh = std::get_if<MeshPointer>(&body.geometry);
    if (!mesh || hull_of_convex(**mesh)) continue;
    if (const std::optional<RepairedPolytope> repaired = mended(**mesh, tolerance_m)) {
      messages.push_back(message_of(*repaired));
      body.geometry = std::make_shared<const ConvexHull>(repaired->polytope.hull());
    }
  }
  return result;
}

}  // namespace tocca
