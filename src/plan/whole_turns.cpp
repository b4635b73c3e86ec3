#include "plan/whole_turns.hpp"

#include <cmath>
#include <numbers>

#include "core/index.hpp"

namespace tocca {
namespace {

/// Two pi is rounded, and so is each sum: a joint so many turns away is still within 1e-12 of where it should be. Farther numbers stay as they are.
constexpr double most_turns = 1000.0;

bool is_followed(const KinematicTree& tree, int joint) {
  for (const Joint& other : tree.joints()) {
    if (other.mimic && other.mimic->joint == joint) return true;
  }
  return false;
}

}  // namespace

std::vector<Plan::Turn> turn_to_nearest(const CollisionModel& model, const Configuration& start, Configuration& goal) {
  constexpr double turn = 2.0 * std::numbers::pi;
  std::vector<Plan::Turn> turned;
  int first = 0;
  for (const CollisionModel::RobotFrame& robot : model.robots()) {
    const std::vector<Joint>& joints = robot.tree.joints();
    for (int j = 0; j < static_cast<int>(joints.size()); ++j) {
      const Joint& joint = joints[at(j)];
      if (joint.mimic || has_limits(joint.type) || is_followed(robot.tree, j)) continue;
      const auto coordinates = joint_traits(joint.type).coordinates;
      for (int k = 0; k < static_cast<int>(coordinates.size()); ++k) {
        if (coordinates[at(k)].role != CoordinateRole::turn) continue;
        const int coordinate = first + joint.first_coordinate + k;
        const double turns = -std::round((goal[coordinate] - start[coordinate]) / turn);
        if (turns == 0.0 || !(std::fabs(turns) <= most_turns)) continue;
        goal[coordinate] += turns * turn;
        turned.push_back({coordinate, turns});
      }
    }
    first += robot.tree.coordinate_count();
  }
  return turned;
}

}  // namespace tocca
