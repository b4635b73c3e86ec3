#include "report/track_mesh.hpp"

#include <Eigen/Geometry>
#include <cmath>
#include <numbers>

namespace tocca {
namespace {

constexpr Index sides = 6;

}  // namespace

void append_line(const std::vector<Vector3>& points, double radius_m, SweptMesh& mesh) {
  for (std::size_t k = 1; k < points.size(); ++k) {
    const Vector3 along = points[k] - points[k - 1];
    if (!(along.norm() > 1e-3 * radius_m)) continue;
    const Vector3 across = along.unitOrthogonal(), third = along.normalized().cross(across);
    const auto first = static_cast<Index>(mesh.vertices.size());
    for (Index i = 0; i < sides; ++i) {
      const double angle = 2.0 * std::numbers::pi * i / sides;
      const Vector3 out = radius_m * (std::cos(angle) * across + std::sin(angle) * third);
      mesh.vertices.push_back(points[k - 1] + out);
      mesh.vertices.push_back(points[k] + out);
    }
    for (Index i = 0; i < sides; ++i) {
      const Index a = first + 2 * i, b = first + 2 * ((i + 1) % sides);
      mesh.triangles.push_back({a, b, b + 1});
      mesh.triangles.push_back({a, b + 1, a + 1});
    }
  }
}

}  // namespace tocca
