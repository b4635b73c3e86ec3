#pragma once

#include <vector>

#include "tocca/model/kinematic_tree.hpp"

namespace tocca {

/// A ball in the frame of a robot's root link.
struct ReachBall {
  Vector3 center;
  double radius;  ///< infinite where nothing bounds the motion
};

/// Balls that hold every point of every link that joints move, whatever values within their limits the joints have: one
/// per joint that the fixed part of the robot carries and that has geometry beyond it. Empty: no joint moves any
/// geometry.
///
/// Guarantee   The radius includes rounding. Infinite beyond planar and floating joints and prismatic ones without
///             limits.
/// Not claimed tightness: lengths are added up as if every chain could stretch out straight.
std::vector<ReachBall> reach_of(const KinematicTree& tree);

}  // namespace tocca
