#include "tool/surface_solids.hpp"

#include <algorithm>

#include "contact/containment.hpp"

namespace tocca {
namespace {

constexpr Index triangles_a_ray_look = 2048;  // some 20 us of work

}  // namespace

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

bool SurfaceSolids::one_in_the_other(const Part& tool, const Pose& X_WT, const SurfaceStep& surface,
                                     const Deadline& deadline, std::optional<Inside>& inside) {
  inside.reset();
  const auto own_count = bounds_something_ ? static_cast<Index>(tool.representatives().size()) : Index{0};
  for (Index i = 0; i < own_count; ++i) {
    const auto is_held = holds(X_WT * tool.representatives()[i], surface, deadline);
    if (!is_held) return false;
    if (*is_held) return inside = Inside{true, i}, true;
  }
  if (!tool.has_closed_mesh() || !mesh_) return true;
  const Pose inverse = X_WT.inverse();
  std::size_t looked_at = 0;
  for (const TriangleMesh::Component& component : mesh_->components()) {
    if (++looked_at % 64 == 0 && deadline.is_within(0.0)) return false;
    const Index vertex = surface.triangles[component.triangle][0];
    if (tool.contains(inverse * surface.to[vertex])) return inside = Inside{false, vertex}, true;
  }
  return true;
}

std::optional<bool> SurfaceSolids::holds(const Vector3& point, const SurfaceStep& surface, const Deadline& deadline) {
  const AxisRay ray(point, 2, 1.0);
  entered_.assign(mesh_->solid_count(), 0);
  for (Index i = 0; i < surface.triangles.size(); ++i) {
    if (i % triangles_a_ray_look == 0 && deadline.is_within(0.0)) return std::nullopt;
    const Triangle& t = surface.triangles[i];
    const Vector3 &a = surface.to[t[0]], &b = surface.to[t[1]], &c = surface.to[t[2]];
    if (!ray.may_meet(a.cwiseMin(b).cwiseMin(c), a.cwiseMax(b).cwiseMax(c)) || !ray.crosses(a, b, c)) continue;
    for (const auto& [solid, ways] : mesh_->crossings(i)) entered_[solid] ^= ways;
  }
  return std::any_of(entered_.begin(), entered_.end(), [](std::uint64_t ways) { return ways != 0; });
}

}  // namespace tocca
