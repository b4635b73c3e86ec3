// Balls and boxes around the bodies of a model, for tests of eight states at once.
#pragma once

#include <vector>

#include "sweep/ball_cover.hpp"

namespace tocca {

class CollisionModel;

/// Immutable: the model has one, shared by all threads.
struct LaneVolumes {
  explicit LaneVolumes(const CollisionModel& model);

  Vector3 origin = Vector3::Zero();  ///< of the lanes: the first robot's base, so that floats lose little near it
  std::vector<BodyBalls> movable;    ///< by rank among the movable bodies
  StillVolumes still;                ///< parts by rank among the still bodies
};

}  // namespace tocca
