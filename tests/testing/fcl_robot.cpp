#include "fcl_robot.hpp"

#include <fcl/narrowphase/collision.h>

#include "core/index.hpp"
#include "fcl_objects.hpp"
#include "plain_kinematics.hpp"

namespace tocca::testing {

FclRobot::FclRobot(const KinematicTree& tree) : tree_(tree), objects_(tree.links().size()) {
  for (std::size_t i = 0; i < objects_.size(); ++i) {
    for (const Collider& collider : tree.links()[i].colliders) {
      objects_[i].push_back(std::make_unique<fcl::CollisionObjectd>(fcl_geometry(collider.geometry)));
    }
  }
}

void FclRobot::place(const Configuration& q) {
  place_links(tree_, {}, q, poses_);
  for (std::size_t i = 0; i < objects_.size(); ++i) {
    for (std::size_t k = 0; k < objects_[i].size(); ++k) {
      objects_[i][k]->setTransform(poses_[i] * isometry(tree_.links()[i].colliders[k].placement));
      objects_[i][k]->computeAABB();
    }
  }
}

bool FclRobot::touch(int link_a, int link_b) const {
  for (const auto& a : objects_[at(link_a)]) {
    for (const auto& b : objects_[at(link_b)]) {
      if (!a->getAABB().overlap(b->getAABB())) continue;
      fcl::CollisionRequestd request;
      fcl::CollisionResultd result;
      if (fcl::collide(a.get(), b.get(), request, result) > 0) return true;
    }
  }
  return false;
}

}  // namespace tocca::testing
