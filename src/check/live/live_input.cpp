#include "check/live/live_input.hpp"

#include "core/index.hpp"
#include "tocca/core/error.hpp"
#include "tocca/motion/tree_motion.hpp"

namespace tocca {

void require_pose(const Pose& X, const std::string& place) {
  if (!X.rotation.allFinite() || !X.translation.allFinite() ||
      !(X.translation.cwiseAbs().maxCoeff() <= largest_coordinate)) {
    throw InputError("", place, "its pose is not finite, or too far away", "give finite metres and a rotation");
  }
  const double skew = (X.rotation.transpose() * X.rotation - Matrix3::Identity()).cwiseAbs().maxCoeff();
  if (!(skew <= 0x1p-30) || !(X.rotation.determinant() > 0.0)) {
    throw InputError("", place, "the matrix of its pose is not a rotation", "give an orthonormal one, right-handed");
  }
}

void require_colliders(std::span<const Collider> colliders, const std::string& place) {
  if (colliders.empty()) throw InputError("", place, "has no shape", "give it one");
  for (const Collider& collider : colliders) {
    require_valid(collider.geometry);
    require_pose(collider.placement, place);
  }
}

void require_no_clock(const Problem& problem) {
  const auto refuse = [](const char* what) {
    throw InputError("", "scene", std::string("it cannot be changed: ") + what,
                     "make a checker of a problem in which time plays no part, and move objects by these calls");
  };
  if (!problem.moving.empty()) refuse("objects of the problem move by themselves");
  if (!problem.deforming.empty()) refuse("bodies of the problem deform");
  if (!problem.allowed_stretches.empty()) refuse("a pair may touch for a part of the path");
  for (const Attachment& held : problem.attached) {
    if (!when_held(problem, held).whole()) refuse("an object is held for a part of the path");
  }
}

Pose grip_of(const Problem& problem, const CollisionModel& model, const Attachment& held) {
  if (held.grasp) return *held.grasp;
  TreeMotion tree(model.robots()[at(held.robot)].tree, model.robots()[at(held.robot)].base);
  tree.rest(problem.robots[at(held.robot)].start());
  return tree.link(held.link).pose(0.0).inverse() * problem.scene.objects[at(held.object)].pose;
}

}  // namespace tocca
