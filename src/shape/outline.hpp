#pragma once

#include <vector>

#include "shape/bounding_volume.hpp"
#include "tocca/core/require.hpp"

namespace tocca {

/// Points whose convex hull, dilated by `radius`, contains everything that was added.
///
/// Guarantee   Each added geometry, placed by its pose in real arithmetic, lies inside: the rounding of the placed points
///             is in the radius.
struct Outline {
  std::vector<Vector3> points;
  double radius = 0.0;

  void add(const Geometry& geometry, const Pose& X = {});
};

/// A volume around all of it. Requires at least one point.
template <BoundingVolume V>
V volume_of(const Outline& outline) {
  TOCCA_REQUIRE(!outline.points.empty(), "a volume needs at least one point");
  return V::fit(outline.points).dilated(outline.radius);
}

}  // namespace tocca
