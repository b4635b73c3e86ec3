#include "world/body_box.hpp"

#include <algorithm>

#include "shape/farthest_vertex.hpp"
#include "tocca/core/require.hpp"

namespace tocca {
namespace {

/// Up to so many vertices a walk over all of them is quicker than climbing.
constexpr std::size_t few_vertices = 96;

Aabb scanned(const std::vector<Vector3>& vertices, const Matrix3& R) {
  Vector3 least = R * vertices.front(), most = least;
  for (const Vector3& v : vertices) {
    const Vector3 p = R * v;
    least = least.cwiseMin(p);
    most = most.cwiseMax(p);
  }
  return {least, most};
}

Aabb climbed(const ConvexHull& hull, const Matrix3& R, double error, ExtremeVertices& extremes) {
  Aabb box;
  for (int i = 0; i < 3; ++i) {
    const Vector3 row = R.row(i);
    Index &least = extremes.least[static_cast<std::size_t>(i)], &most = extremes.most[static_cast<std::size_t>(i)];
    const FarthestVertex back = farthest_vertex(hull, -row, least, error),
                         ahead = farthest_vertex(hull, row, most, error);
    least = back.vertex;
    most = ahead.vertex;
    box.lower[i] = -back.along;
    box.upper[i] = ahead.along;
  }
  return box;
}

}  // namespace

Aabb cube_around(const Vector3& centre, double radius) {
  // centre - room rounds by u (|centre| + room); 2^-50 = 8 u covers the latter, and the rounding of this sum.
  const double room = (radius + 2.0 * unit_roundoff * centre.cwiseAbs().maxCoeff()) * (1.0 + 0x1p-50);
  return {centre - Vector3::Constant(room), centre + Vector3::Constant(room)};
}

Aabb tightest_box(const Polytope& polytope, const Pose& X, double dilation_m, ExtremeVertices& extremes) {
  TOCCA_REQUIRE(std::max({extremes.least[0], extremes.least[1], extremes.least[2], extremes.most[0], extremes.most[1],
                          extremes.most[2]}) < polytope.vertices().size(),
                "the extreme vertices must be those of this polytope");
  // A row of R is no longer than the sum of its sizes; dot_error bounds the rounding of R v, scanned or climbed. Adding the
  // translation, and the room around it, rounds by u of the sum each. Twice their sum covers the rounding of this bound.
  const double length = X.rotation.cwiseAbs().rowwise().sum().maxCoeff();
  const double error = dot_error(length, polytope.reach());
  const double farthest = length * polytope.reach() + X.translation.cwiseAbs().maxCoeff();
  const double room = (dilation_m + 2.0 * (error + 2.0 * unit_roundoff * farthest)) * (1.0 + 0x1p-50);
  const Aabb turned = polytope.vertices().size() <= few_vertices
                          ? scanned(polytope.vertices(), X.rotation)
                          : climbed(polytope.hull(), X.rotation, error, extremes);
  const Vector3 around = Vector3::Constant(room);
  return {(turned.lower + X.translation) - around, (turned.upper + X.translation) + around};
}

}  // namespace tocca
