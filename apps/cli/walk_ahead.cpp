#include "walk_ahead.hpp"

#include <algorithm>

namespace tocca::cli {

WalkAhead::WalkAhead(const WorldSettings& settings, const KinematicTree& hand) : hand_(hand), world_(settings) {
  activate_pairs(world_);
}

void WalkAhead::activate_pairs(World& world) {
  world.activate_groups(hand_group, hand_group, false);
  world.activate_groups(room_group, room_group, false);
  world.activate_groups(hand_group, held_group, false);
}

/// The hand's joints, with geometry on one link only.
KinematicTree WalkAhead::alone(std::size_t link, std::vector<Collider> colliders) const {
  std::vector<Link> links = hand_.links();
  for (Link& one : links) one.colliders.clear();
  links[link].colliders = std::move(colliders);
  std::vector<KinematicTree::JointSpec> joints;
  for (const Joint& joint : hand_.joints()) {
    const auto name_of = [&](int index) { return hand_.links()[static_cast<std::size_t>(index)].name; };
    KinematicTree::JointSpec spec{
        joint.name,   joint.type,  name_of(joint.parent_link), name_of(joint.child_link), joint.origin, joint.axis,
        joint.limits, std::nullopt};
    if (const auto& mimic = joint.mimic) {
      spec.mimic = {hand_.joints()[static_cast<std::size_t>(mimic->joint)].name, mimic->multiplier, mimic->offset};
    }
    joints.push_back(std::move(spec));
  }
  return KinematicTree::build(std::move(links), std::move(joints));
}

void WalkAhead::add_piece(std::size_t link, const std::vector<Collider>& colliders) {
  moving_.push_back(world_.add(alone(link, colliders), hand_.zero_configuration(), Pose(), hand_group));
  colliders_.push_back(colliders);
}

void WalkAhead::add_object(const std::vector<Collider>& colliders, const Pose& X_WO) {
  world_.add(std::make_shared<const BodyShape>(colliders), X_WO, room_group);
  colliders_.push_back(colliders);
}

void WalkAhead::take(int object, std::size_t link, const Pose& X_LO) {
  std::vector<Collider> carried = colliders_[static_cast<std::size_t>(object)];
  for (Collider& collider : carried) collider.placement = X_LO * collider.placement;
  world_.remove(object);  // its number is the only free one, so that what comes next gets it
  moving_.push_back(world_.add(alone(link, std::move(carried)), hand_.zero_configuration(), Pose(), held_group));
}

void WalkAhead::release(int object, const Pose& X_WO) {
  std::erase(moving_, object);
  world_.remove(object);
  world_.add(std::make_shared<const BodyShape>(colliders_[static_cast<std::size_t>(object)]), X_WO, room_group);
}

std::vector<TimedContact> WalkAhead::between(const Configuration& from, const Configuration& to) {
  std::vector<World::Moving> moving;
  for (const int body : moving_) {
    world_.move(body, from);
    moving.push_back({body, StaticMotion(Pose()), to});
  }
  return world_.first_contacts(moving);
}

}  // namespace tocca::cli
