#include "plain_pairs.hpp"

#include <algorithm>

namespace tocca::testing {
namespace {

/// The link that stands for all that fixed joints hold together: up the tree as long as the joint above is fixed.
int held_by(const KinematicTree& tree, int link) {
  while (link > 0 && tree.joints()[static_cast<std::size_t>(tree.parent_joint(link))].type == JointType::fixed) {
    link = tree.parent_link(link);
  }
  return link;
}

bool allowed(const Robot& robot, const std::string& a, const std::string& b) {
  return std::any_of(robot.allowed.begin(), robot.allowed.end(), [&](const AllowedPair& pair) {
    return (pair.a == a && pair.b == b) || (pair.a == b && pair.b == a);
  });
}

const Link& link_of(const Robot& robot, int link) { return robot.tree.links()[static_cast<std::size_t>(link)]; }

}  // namespace

bool any_joint_moves(const KinematicTree& tree, int link) { return held_by(tree, link) != 0; }

bool links_are_checked(const Robot& robot, int a, int b) {
  const int of_a = held_by(robot.tree, a), of_b = held_by(robot.tree, b);
  if (of_a == of_b) return false;
  // A joint between the two is the one above either of them, seen from what fixed joints hold together.
  const auto hangs_on = [&](int lower, int upper) {
    return lower > 0 && held_by(robot.tree, robot.tree.parent_link(lower)) == upper;
  };
  if (hangs_on(of_a, of_b) || hangs_on(of_b, of_a)) return false;
  const Link &link_a = link_of(robot, a), &link_b = link_of(robot, b);
  return !link_a.colliders.empty() && !link_b.colliders.empty() && !allowed(robot, link_a.name, link_b.name);
}

bool object_is_checked(const Robot& robot, int link, const SceneObject& object) {
  const Link& body = link_of(robot, link);
  if (body.colliders.empty() || object.colliders.empty() || !any_joint_moves(robot.tree, link)) return false;
  const auto& links = robot.tree.links();  // an allowed pair that gives a name of a link means the link
  const bool of_a_link =
      std::any_of(links.begin(), links.end(), [&](const Link& other) { return other.name == object.name; });
  return of_a_link || !allowed(robot, body.name, object.name);
}

}  // namespace tocca::testing
