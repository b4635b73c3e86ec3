// Volumes around primitives. Each primitive lies in the convex hull of a few points, dilated by a radius:
//   sphere    its centre, its radius             capsule   the ends of its axis, its radius
//   box       its corners                        hull, mesh  their vertices
//   cylinder  a prism around it                  cone      a pyramid around it
// A volume is convex, so V::fit(points).dilated(radius) contains it. Halving a size is exact: valid
// sizes are at least smallest_size.
#include "tocca/shape/bounding_volume.hpp"

#include <array>
#include <cmath>
#include <numbers>
#include <type_traits>

#include "every_volume.hpp"
#include "rounding.hpp"
#include "tocca/shape/convex_hull.hpp"

namespace tocca {
namespace {

/// The corners of a regular polygon around the disc of this radius about the z axis, at height z.
///
/// Each side's distance from the axis is corner_radius * cos(pi / 32), and the sides at 0 and 90 degrees are parallel
/// to the axes. Corners are rounded: sine, cosine and product err by less than 8 w of corner_radius in each coordinate,
/// a side by no more than its corners; 2^-48 = 32 w more radius than r / cos(pi / 32) outweighs that and its own
/// rounding.
void add_polygon(double radius, double z, Vector3* corners) {
  constexpr double step = std::numbers::pi / 16.0;
  const double corner_radius = radius / std::cos(0.5 * step) * (1.0 + 0x1p-48) + underflow_slack;
  for (int k = 0; k < 32; ++k) {
    const double angle = (k + 0.5) * step;
    corners[k] = {corner_radius * std::cos(angle), corner_radius * std::sin(angle), z};
  }
}

template <class V>
struct Fit {
  V operator()(const Sphere& sphere) const {
    const Vector3 center = Vector3::Zero();
    if constexpr (std::is_same_v<V, Lss>) return {center, center, sphere.radius};
    return V::fit({&center, 1}).dilated(sphere.radius);
  }
  V operator()(const Capsule& capsule) const {
    const std::array<Vector3, 2> ends{Vector3(0, 0, -0.5 * capsule.length), Vector3(0, 0, 0.5 * capsule.length)};
    if constexpr (std::is_same_v<V, Lss>) return {ends[0], ends[1], capsule.radius};
    return V::fit(ends).dilated(capsule.radius);
  }
  V operator()(const Box& box) const {
    std::array<Vector3, 8> corners;
    for (unsigned k = 0; k < 8; ++k) {
      const Vector3 side(k & 1 ? 0.5 : -0.5, k & 2 ? 0.5 : -0.5, k & 4 ? 0.5 : -0.5);
      corners[k] = side.cwiseProduct(box.size);
    }
    return V::fit(corners);
  }
  V operator()(const Cylinder& cylinder) const {
    std::array<Vector3, 64> corners;
    add_polygon(cylinder.radius, -0.5 * cylinder.length, corners.data());
    add_polygon(cylinder.radius, 0.5 * cylinder.length, corners.data() + 32);
    return V::fit(corners);
  }
  V operator()(const Cone& cone) const {
    std::array<Vector3, 33> corners;
    add_polygon(cone.radius, -0.5 * cone.length, corners.data());
    corners[32] = {0.0, 0.0, 0.5 * cone.length};
    return V::fit(corners);
  }
  template <class Shared>
  V operator()(const std::shared_ptr<Shared>& shared) const {
    return V::fit(shared->vertices());
  }
};

}  // namespace

template <BoundingVolume V>
V volume_of(const Geometry& geometry) {
  return std::visit(Fit<V>{}, geometry);
}

#define TOCCA_INSTANTIATE(Volume) template Volume volume_of<Volume>(const Geometry&);
TOCCA_EVERY_VOLUME(TOCCA_INSTANTIATE)
#undef TOCCA_INSTANTIATE

}  // namespace tocca
