// Problems with clouds, and the same problems with one sphere or box for each grain: what FCL and the other primitives know.
#pragma once

#include "tocca/model/problem.hpp"
#include "tocca/shape/cloud.hpp"

namespace tocca::testing {

/// Each cloud as so many colliders of the same body.
inline std::vector<Collider> grain_by_grain(const std::vector<Collider>& colliders) {
  std::vector<Collider> result;
  for (const Collider& collider : colliders) {
    const auto* pointer = std::get_if<CloudPointer>(&collider.geometry);
    if (!pointer) {
      result.push_back(collider);
      continue;
    }
    for (std::size_t k = 0; k < (*pointer)->size(); ++k) {
      result.push_back(
          {collider.placement * Pose{Matrix3::Identity(), (*pointer)->centres()[k]}, (*pointer)->shape_of(k)});
    }
  }
  return result;
}

inline Problem grain_by_grain(Problem problem) {
  for (SceneObject& object : problem.scene.objects) object.colliders = grain_by_grain(object.colliders);
  return problem;
}

}  // namespace tocca::testing
