// Volumes around primitives: fitted to the points of their outline, without a detour where a better way is at hand.
#include "shape/bounding_volume.hpp"

#include <type_traits>

#include "shape/every_volume.hpp"
#include "shape/outline.hpp"
#include "tocca/shape/convex_hull.hpp"

namespace tocca {
namespace {

template <class V>
struct Fit {
  V operator()(const Sphere& sphere) const {
    if constexpr (std::is_same_v<V, Lss>) return {Vector3::Zero(), Vector3::Zero(), sphere.radius};
    return by_outline(sphere);
  }
  V operator()(const Capsule& capsule) const {
    const Vector3 end(0.0, 0.0, 0.5 * capsule.length);
    if constexpr (std::is_same_v<V, Lss>) return {-end, end, capsule.radius};
    return by_outline(capsule);
  }
  V operator()(const CloudPointer& cloud) const { return by_outline(cloud); }
  template <class Shared>
  V operator()(const std::shared_ptr<Shared>& shared) const {
    return V::fit(shared->vertices());
  }
  template <class Primitive>
  V operator()(const Primitive& primitive) const {
    return by_outline(primitive);
  }

 private:
  static V by_outline(const Geometry& geometry) {
    Outline outline;
    outline.add(geometry);
    return tocca::volume_of<V>(outline);
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
