#pragma once

#include <cstdint>
#include <optional>
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

/// A rigid body that flies about on its own: a mesh, where it starts, and how it moves in one step.
struct FreeBody {
  std::string name;
  MeshPointer mesh;
  Pose pose;         ///< X_WB
  Vector3 velocity;  ///< metres per step, of the middle of the mesh's box
  Vector3 spin;      ///< radians per step about that middle, in the world; less than half a turn
};

/// Bodies and the closed box that they cannot leave. Names are unique.
struct FreeBodies {
  std::vector<FreeBody> bodies;
  Vector3 least = Vector3::Zero(), most = Vector3::Zero();  ///< corners of the box
};

/// What is drawn of free bodies where nothing is said about them.
struct FreeBodyDraws {
  std::uint64_t seed = 1995;
  double speed_percent = 10.0;   ///< way in one step, in percent of the radius of the ball around a body: 0 to 1,000
  double spin_degrees = 10.0;    ///< turn in one step: 0 to less than 180
  double density_percent = 5.0;  ///< share of the box that these balls fill: 1e-6 to 10
};

}  // namespace tocca
