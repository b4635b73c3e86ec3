#pragma once

#include <string>
#include <vector>

#include "tocca/model/kinematic_tree.hpp"

namespace tocca {

/// A rigid thing around the robots, made of one or more colliders.
struct SceneObject {
  std::string name;
  Pose pose;  ///< X_WO
  std::vector<Collider> colliders;
};

/// The robots' surroundings. Names are unique.
struct Scene {
  std::vector<SceneObject> objects;

  int find(std::string_view name) const noexcept;  ///< -1 if there is none
};

}  // namespace tocca
