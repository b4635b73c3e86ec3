#include "tool/surface_solids.hpp"

#include <algorithm>

#include "contact/containment.hpp"

namespace tocca {

void SurfaceSolids::set(const SurfaceStep& surface) {
  SurfaceSolids made;
  made.vertex_count_ = surface.to.size();
  made.triangle_count_ = surface.triangles.size();
  if (!surface.triangles.empty()) {
    made.mesh_ = TriangleMesh::unwelded({surface.to.begin(), surface.to.end()},
                                        {surface.triangles.begin(), surface.triangles.end()});
    const auto& components = made.mesh_->components();
    made.bounds_something_ = std::any_of(components.begin(), components.end(), [](const auto& c) { return c.closed; });
  }
  *this = std::move(made);
}

std::optional<SurfaceSolids::Inside> SurfaceSolids::one_in_the_other(const Part& tool, const Pose& X_WT,
                                                                     const SurfaceStep& surface) {
  const auto own_count = bounds_something_ ? static_cast<Index>(tool.representatives().size()) : Index{0};
  for (Index i = 0; i < own_count; ++i) {
    if (holds(X_WT * tool.representatives()[i], surface)) return Inside{true, i};
  }
  if (!tool.has_closed_mesh() || !mesh_) return std::nullopt;
  const Pose inverse = X_WT.inverse();
  for (const TriangleMesh::Component& component : mesh_->components()) {
    const Index vertex = surface.triangles[component.triangle][0];
    if (tool.contains(inverse * surface.to[vertex])) return Inside{false, vertex};
  }
  return std::nullopt;
}

bool SurfaceSolids::holds(const Vector3& point, const SurfaceStep& surface) {
  const AxisRay ray(point, 2, 1.0);
  entered_.assign(mesh_->solid_count(), 0);
  for (Index i = 0; i < surface.triangles.size(); ++i) {
    const Triangle& t = surface.triangles[i];
    const Vector3 &a = surface.to[t[0]], &b = surface.to[t[1]], &c = surface.to[t[2]];
    if (!ray.may_meet(a.cwiseMin(b).cwiseMin(c), a.cwiseMax(b).cwiseMax(c)) || !ray.crosses(a, b, c)) continue;
    for (const auto& [solid, ways] : mesh_->crossings(i)) entered_[solid] ^= ways;
  }
  return std::any_of(entered_.begin(), entered_.end(), [](std::uint64_t ways) { return ways != 0; });
}

}  // namespace tocca
