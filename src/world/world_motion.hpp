// Continuous steps of a world: how its bodies move.
#pragma once

#include <deque>
#include <span>
#include <vector>

#include "contact/simultaneous_solver.hpp"
#include "core/index.hpp"
#include "world/moving_shape.hpp"
#include "world/world_bodies.hpp"

namespace tocca {

/// All bodies of a world during one step: their shapes on their ways, and boxes of what they sweep. Kept from step to step for its memory.
class WorldMotion {
 public:
  /// The bodies must outlive it.
  explicit WorldMotion(const WorldBodies& bodies) : bodies_(bodies) {}

  /// The world must not change, nor the list of what moves, while the step is looked at. Boxes contain the true points of a body during the
  /// whole step, each dilated so that boxes of bodies that come within `tolerance_m` overlap.
  /// Throws InputError if a body does not exist, is named twice, or does not start where it is.
  void begin(std::span<const World::Moving> moving, double tolerance_m);

  const Aabb& box(int body) const { return boxes_[at(body)]; }
  const std::vector<int>& bodies() const { return present_; }  ///< ascending

  /// A deformable body, in its step; null for others, which have shapes and parts instead.
  const DeformableMesh* deformable(int body) const { return bodies_.deformable(body); }
  std::span<const MovingShape> shapes(int body) const {
    return {shapes_.data() + first_shape_[at(body)], shapes_.data() + first_shape_[at(body) + 1]};
  }
  /// A body's pieces, and how each moves.
  std::span<const MovingPart> parts(int body) const {
    return {parts_.data() + first_part_[at(body)], parts_.data() + first_part_[at(body) + 1]};
  }
  /// No point of the body gets farther from where it starts.
  double travel(int body) const;
  /// The part of the shapes' rounding that their parts do not know about.
  double rounding(int body) const;
  /// Its shapes at an instant, in `placed`.
  void place(int body, double t, std::vector<PlacedShape>& placed) const;

 private:
  void set_motion(const World::Moving& moving);
  void add_shapes(int body);
  void put(int body, double tolerance_m);

  const WorldBodies& bodies_;
  std::vector<const RigidMotion*> rigid_;  // by body
  std::vector<RigidMotion> still_;         // of those that stand still
  std::vector<const TreeMotion*> tree_;    // by body; null for a rigid one
  std::deque<TreeMotion> moving_trees_;    // of those that do not stand still
  std::vector<int> present_;
  std::vector<Aabb> boxes_;                            // by body
  std::vector<std::size_t> first_shape_, first_part_;  // by body, and one more
  std::vector<MovingShape> shapes_;
  std::vector<MovingPart> parts_;
};

}  // namespace tocca
