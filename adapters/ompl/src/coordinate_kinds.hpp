// What each coordinate of the robots is to a state space.
#pragma once

#include <string>
#include <vector>

#include "tocca/check/collision_model.hpp"

namespace tocca::ompl {

enum class CoordinateKind {
  slide,   ///< a length, or an angle that something does not repeat after a full turn
  turn,    ///< an angle: a full turn changes nothing
  rotate,  ///< one of the four numbers of a quaternion, x first
};

struct CoordinateOf {
  const Joint* joint;
  CoordinateKind kind;
  int place;  ///< among the joint's own coordinates
};

/// Of one robot or of all, in the order of a configuration. Keeps references to the model.
std::vector<CoordinateOf> coordinates_of(const CollisionModel& model, bool first_robot_only = false);

}  // namespace tocca::ompl
