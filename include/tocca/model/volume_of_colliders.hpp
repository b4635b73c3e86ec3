#pragma once

#include <span>

#include "tocca/core/require.hpp"
#include "tocca/model/kinematic_tree.hpp"
#include "tocca/shape/outline.hpp"

namespace tocca {

/// A volume around all colliders of a link (an object), in the link's (object's) frame. Requires at least one collider.
/// Not claimed: tightness where a small round body and a large one share a link; all are dilated by the largest radius.
template <BoundingVolume V>
V volume_of(std::span<const Collider> bodies) {
  TOCCA_REQUIRE(!bodies.empty(), "a volume needs at least one collider");
  Outline outline;
  for (const Collider& body : bodies) outline.add(body.geometry, body.placement);
  return volume_of<V>(outline);
}

}  // namespace tocca
