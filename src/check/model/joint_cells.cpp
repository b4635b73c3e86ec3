#include "check/model/joint_cells.hpp"

#include <cmath>

#include "check/model/model_body.hpp"
#include "core/index.hpp"

namespace tocca {
namespace {

constexpr int most_cells_of_a_pair = 1 << 14;  // of a pair

/// Adds the joint above a link; false if it does not turn between limits by a number of its own.
bool add_joint(const KinematicTree& tree, int link, int place, JointCells::Pair& pair) {
  const Joint& joint = tree.joints()[at(tree.parent_joint(link))];
  if (joint.type != JointType::revolute || joint.mimic || !joint.limits || joint.first_coordinate < 0) return false;
  const double range = joint.limits->upper - joint.limits->lower;
  if (!(range > 0.0 && range < most_cells_of_a_pair * JointCells::pitch)) return false;
  pair.links[at(place)] = link;
  pair.coordinates[at(place)] = joint.first_coordinate;
  pair.lower[at(place)] = joint.limits->lower;
  pair.count[at(place)] = static_cast<int>(std::ceil(range / JointCells::pitch));
  return true;
}

/// Finds the joints between two links.
bool find_joints(const KinematicTree& tree, int a, int b, JointCells::Pair& pair) {
  int found = 0;
  while (a != b) {  // parents come before their children
    int& later = a > b ? a : b;
    if (tree.joints()[at(tree.parent_joint(later))].type != JointType::fixed) {
      if (found == 2 || !add_joint(tree, later, found, pair)) return false;
      ++found;
    }
    later = tree.parent_link(later);
  }
  return found > 0 && pair.count[0] * pair.count[1] <= most_cells_of_a_pair;
}

}  // namespace

JointCells::JointCells(const CollisionModel& model, bool wanted) {
  std::size_t cells = 0;
  for (const CollisionModel::Pair& own : model.pairs()) {
    const CollisionModel::Body &a = model.bodies()[at(own.a)], &b = model.bodies()[at(own.b)];
    Pair pair;
    const bool same_robot = a.object < 0 && b.object < 0 && a.robot == b.robot;
    if (!wanted || !same_robot || !find_joints(model.robots()[at(a.robot)].tree, a.link, b.link, pair)) {
      index_.push_back(-1);
      continue;
    }
    pair.robot = a.robot;
    pair.first = cells;
    cells += at(pair.count[0]) * at(pair.count[1]);
    index_.push_back(static_cast<int>(pairs_.size()));
    pairs_.push_back(pair);
  }
  states_ = std::make_unique<std::atomic<State>[]>(cells);
}

}  // namespace tocca
