// The stages of a motion as plain data, for those who write them down.
#pragma once

#include <vector>

#include "tocca/motion/coordinate.hpp"
#include "tocca/motion/rigid_motion.hpp"
#include "tocca/motion/tree_motion.hpp"

namespace tocca {

/// One stage, as pose_walk.hpp defines them.
struct ListedStage {
  enum class Kind { place, slide, turn };
  Kind kind;
  Pose placement;
  Vector3 axis = Vector3::UnitX();  ///< of a slide or turn
  Coordinate coordinate{};          ///< likewise
};

/// From the body to the world.
std::vector<ListedStage> stages_of(const RigidMotion& motion);
/// Of one joint, from the child link to its parent.
std::vector<ListedStage> stages_of(const TreeMotion& tree, int joint);

}  // namespace tocca
