// Each primitive lies in the convex hull of a few points, dilated by a radius:
//   sphere    its centre, its radius             capsule     the ends of its axis, its radius
//   box       its corners                        hull, mesh  their vertices
//   cylinder  a prism around it                  cone        a pyramid around it
//   cloud     the corners of a box around its centres, the reach of its largest grain
// Halving a size is exact: valid sizes are at least smallest_size.
#include "shape/outline.hpp"

#include <cmath>
#include <numbers>

#include "shape/rounding.hpp"
#include "tocca/shape/cloud.hpp"
#include "tocca/shape/convex_hull.hpp"

namespace tocca {
namespace {

/// The corners of a regular polygon around the disc of this radius about the z axis, at height z.
///
/// Each side's distance from the axis is corner_radius * cos(pi / 32), and the sides at 0 and 90 degrees are parallel
/// to the axes. Corners are rounded: sine, cosine and product err by less than 8 w of corner_radius in each coordinate,
/// a side by no more than its corners; 2^-48 = 32 w more radius than r / cos(pi / 32) outweighs that and its own
/// rounding.
void add_polygon(double radius, double z, std::vector<Vector3>& corners) {
  constexpr double step = std::numbers::pi / 16.0;
  const double corner_radius = radius / std::cos(0.5 * step) * (1.0 + 0x1p-48) + underflow_slack;
  for (int k = 0; k < 32; ++k) {
    const double angle = (k + 0.5) * step;
    corners.emplace_back(corner_radius * std::cos(angle), corner_radius * std::sin(angle), z);
  }
}

/// Appends the points of a geometry in its own frame; returns the radius by which their hull is to be dilated.
struct Collect {
  std::vector<Vector3>& points;

  double operator()(const Sphere& sphere) const {
    points.emplace_back(Vector3::Zero());
    return sphere.radius;
  }
  double operator()(const Capsule& capsule) const {
    points.emplace_back(0.0, 0.0, -0.5 * capsule.length);
    points.emplace_back(0.0, 0.0, 0.5 * capsule.length);
    return capsule.radius;
  }
  double operator()(const Box& box) const {
    for (unsigned k = 0; k < 8; ++k) {
      const Vector3 side(k & 1 ? 0.5 : -0.5, k & 2 ? 0.5 : -0.5, k & 4 ? 0.5 : -0.5);
      points.emplace_back(side.cwiseProduct(box.size));
    }
    return 0.0;
  }
  double operator()(const Cylinder& cylinder) const {
    add_polygon(cylinder.radius, -0.5 * cylinder.length, points);
    add_polygon(cylinder.radius, 0.5 * cylinder.length, points);
    return 0.0;
  }
  double operator()(const Cone& cone) const {
    add_polygon(cone.radius, -0.5 * cone.length, points);
    points.emplace_back(0.0, 0.0, 0.5 * cone.length);
    return 0.0;
  }
  double operator()(const CloudPointer& cloud) const {
    const Vector3 &lower = cloud->lower(), &upper = cloud->upper();
    for (unsigned k = 0; k < 8; ++k) {
      points.emplace_back(k & 1 ? upper.x() : lower.x(), k & 2 ? upper.y() : lower.y(), k & 4 ? upper.z() : lower.z());
    }
    return cloud->reach();
  }
  template <class Shared>
  double operator()(const std::shared_ptr<Shared>& shared) const {
    points.insert(points.end(), shared->vertices().begin(), shared->vertices().end());
    return 0.0;
  }
};

}  // namespace

void Outline::add(const Geometry& geometry, const Pose& X) {
  const std::size_t first = points.size();
  const double own_radius = std::visit(Collect{points}, geometry);
  double placed_radius = own_radius;
  if (!X.is_identity()) {
    double farthest = 0.0;
    for (std::size_t i = first; i < points.size(); ++i) {
      farthest = std::max(farthest, points[i].cwiseAbs().maxCoeff());
      points[i] = X * points[i];
    }
    // A coordinate of X p is a sum of four terms: it errs by at most 4 w (sum |R_ij p_j| + |t_i|) to first order, so p by
    // 4 w (|R|_F |p| + |t|) in length, and |p| <= sqrt(3) max|p_j|. 16 w covers this and its own rounding.
    const double error =
        16.0 * unit_roundoff * (2.0 * X.rotation.norm() * farthest + X.translation.norm()) + norm_underflow_slack;
    placed_radius = above(above(greatest_stretch(X.rotation) * own_radius) + error);
  }
  radius = std::max(radius, placed_radius);
}

}  // namespace tocca
