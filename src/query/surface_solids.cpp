#include "surface_solids.hpp"

#include <algorithm>

#include "tocca/contact/containment.hpp"

namespace tocca {

void SurfaceSolids::set(const SurfaceStep& surface) {
  SurfaceSolids made;
  made.vertex_count_ = surface.to.size();
  made.triangle_count_ = surface.triangles.size();
  if (!surface.triangles.empty()) {
    const TriangleMesh mesh = TriangleMesh::unwelded({surface.to.begin(), surface.to.end()},
                                                     {surface.triangles.begin(), surface.triangles.end()});
    bool any = false;
    for (const TriangleMesh::Component& component : mesh.components()) {
      made.closed_.push_back(component.closed);
      made.first_triangle_.push_back(component.triangle);
      any = any || component.closed;
    }
    for (Index i = 0; any && i < surface.triangles.size(); ++i) made.component_.push_back(mesh.component(i));
  }
  *this = std::move(made);
}

std::optional<SurfaceSolids::Inside> SurfaceSolids::one_in_the_other(const Part& tool, const Pose& X_WT,
                                                                     const SurfaceStep& surface) {
  const auto own_count = component_.empty() ? Index{0} : static_cast<Index>(tool.representatives().size());
  for (Index i = 0; i < own_count; ++i) {
    if (holds(X_WT * tool.representatives()[i], surface)) return Inside{true, i};
  }
  if (!tool.has_closed_mesh()) return std::nullopt;
  const Pose inverse = X_WT.inverse();
  for (const Index first : first_triangle_) {
    const Index vertex = surface.triangles[first][0];
    if (inside_closed_mesh(tool, inverse * surface.to[vertex])) return Inside{false, vertex};
  }
  return std::nullopt;
}

bool SurfaceSolids::holds(const Vector3& point, const SurfaceStep& surface) {
  const AxisRay ray(point, 2, 1.0);
  odd_.assign(closed_.size(), 0);
  for (std::size_t i = 0; i < surface.triangles.size(); ++i) {
    const Triangle& t = surface.triangles[i];
    const Vector3 &a = surface.to[t[0]], &b = surface.to[t[1]], &c = surface.to[t[2]];
    if (!ray.may_meet(a.cwiseMin(b).cwiseMin(c), a.cwiseMax(b).cwiseMax(c))) continue;
    if (ray.crosses(a, b, c)) odd_[component_[i]] ^= closed_[component_[i]];
  }
  return std::find(odd_.begin(), odd_.end(), 1) != odd_.end();
}

}  // namespace tocca
