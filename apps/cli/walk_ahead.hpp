// What a hand, and what it holds, touches between two steps of its walk.
#pragma once

#include <vector>

#include "tocca/world/world.hpp"

namespace tocca::cli {

/// Pieces of a hand and objects in a world of their own, with the numbers that the walk gives them: pieces first, then objects. Every piece is
/// the hand's tree with the geometry of one link, and so is what the hand holds: it moves exactly as its link does.
///
/// Guarantee   That of World::first_contacts(), for the motion from one configuration to the next on straight lines of the joints (floating
///             joints turn at a constant rate). Pairs within the hand, within the room, and of the hand with what it holds are left out.
class WalkAhead {
 public:
  WalkAhead(const WorldSettings& settings, const KinematicTree& hand);

  void add_piece(std::size_t link, const std::vector<Collider>& colliders);
  void add_object(const std::vector<Collider>& colliders, const Pose& X_WO);
  /// From now on the object moves with the link; X_LO: where it is, in the link's frame.
  void take(int object, std::size_t link, const Pose& X_LO);
  void release(int object, const Pose& X_WO);
  /// The first contact of each pair on the way.
  std::vector<TimedContact> between(const Configuration& from, const Configuration& to);

  static constexpr int room_group = 0, hand_group = 1, held_group = 2;
  /// What is looked at: the hand against the room, what it holds against the room and against each other.
  static void activate_pairs(World& world);

 private:
  KinematicTree alone(std::size_t link, std::vector<Collider> colliders) const;

  const KinematicTree& hand_;
  World world_;
  std::vector<std::vector<Collider>> colliders_;  ///< by body
  std::vector<int> moving_;                       ///< bodies that go with the hand
};

}  // namespace tocca::cli
