// Balls and boxes around the bodies of a model, for tests of eight states at once.
#pragma once

#include <vector>

#include "check/model/joint_cells.hpp"
#include "sweep/ball_cover.hpp"

namespace tocca {

class CollisionModel;

/// Immutable, but for what questions note in the cells: the model has one, shared by all threads.
struct LaneVolumes {
  LaneVolumes(const CollisionModel& model, bool joint_cells);

  Vector3 origin = Vector3::Zero();  ///< of the lanes: the first robot's base, so that floats lose little near it
  std::vector<BodyBalls> movable;    ///< by rank among the movable bodies
  StillVolumes still;                ///< parts by rank among the still bodies
  JointCells cells;                  ///< of pairs that balls leave open at most states, if they are wanted
};

}  // namespace tocca
