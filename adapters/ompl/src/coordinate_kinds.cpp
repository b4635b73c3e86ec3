#include "coordinate_kinds.hpp"

#include <cmath>

namespace tocca::ompl {
namespace {

/// Does a full turn of the joint bring everything back that it moves? Not a joint that mimics it by another ratio.
bool repeats(const KinematicTree& tree, std::size_t joint) {
  for (const Joint& other : tree.joints()) {
    if (!other.mimic || other.mimic->joint != static_cast<int>(joint)) continue;
    if (!turns(other.type) || other.mimic->multiplier != std::floor(other.mimic->multiplier)) return false;
  }
  return true;
}

CoordinateKind kind_of(const KinematicTree& tree, std::size_t joint, int place) {
  const JointType type = tree.joints()[joint].type;
  if (turns(type)) return repeats(tree, joint) ? CoordinateKind::turn : CoordinateKind::slide;
  switch (joint_traits(type).coordinates[static_cast<std::size_t>(place)].role) {
    case CoordinateRole::slide:
      break;
    case CoordinateRole::turn:
      return CoordinateKind::turn;
    case CoordinateRole::quaternion:
      return CoordinateKind::rotate;
  }
  return CoordinateKind::slide;
}

}  // namespace

std::vector<CoordinateOf> coordinates_of(const CollisionModel& model, bool first_robot_only) {
  std::vector<CoordinateOf> all;
  for (const auto& robot : model.robots()) {
    for (std::size_t joint = 0; joint < robot.tree.joints().size(); ++joint) {
      const Joint& one = robot.tree.joints()[joint];
      if (one.first_coordinate < 0) continue;  // fixed, or it mimics another
      for (int place = 0; place < coordinate_count(one.type); ++place) {
        all.push_back({&one, kind_of(robot.tree, joint, place), place});
      }
    }
    if (first_robot_only) break;
  }
  return all;
}

}  // namespace tocca::ompl
