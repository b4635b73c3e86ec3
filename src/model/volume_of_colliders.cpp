#include "tocca/model/volume_of_colliders.hpp"

#include "shape/every_volume.hpp"
#include "shape/outline.hpp"
#include "tocca/core/require.hpp"

namespace tocca {

template <class V>
V volume_of(std::span<const Collider> colliders) {
  TOCCA_REQUIRE(!colliders.empty(), "a volume needs at least one collider");
  Outline outline;
  for (const Collider& collider : colliders) outline.add(collider.geometry, collider.placement);
  return volume_of<V>(outline);
}

#define TOCCA_INSTANTIATE(V) template V volume_of<V>(std::span<const Collider>);
TOCCA_EVERY_VOLUME(TOCCA_INSTANTIATE)
#undef TOCCA_INSTANTIATE

}  // namespace tocca
