// Continuous steps of a world: how its bodies move, and the first contact of two of them.
#pragma once

#include <deque>
#include <span>
#include <vector>

#include "contact/interval_search.hpp"
#include "core/index.hpp"
#include "world/body_distance.hpp"
#include "world/world_bodies.hpp"
#include "world/world_deformables.hpp"

namespace tocca {

/// All bodies of a world during one step: movers, boxes of what they sweep, and where they start. The world must
/// outlive it and must not change.
class WorldMotion {
 public:
  /// Throws InputError if a body does not exist, is named twice, or does not start where it is.
  WorldMotion(const WorldBodies& bodies, std::span<const World::Moving> moving);

  /// Contains the body's true points during the whole step; each dilated so that boxes of bodies that come within `tolerance_m` overlap.
  std::vector<Aabb> swept_boxes(double tolerance_m) const;
  const std::vector<int>& bodies() const { return present_; }  ///< ascending

  /// A deformable body, in its step; null for others, which have parts instead.
  const DeformableMesh* deformable(int body) const { return bodies_.deformable(body); }
  /// A body's pieces, and how each moves.
  std::span<const MovingPart> parts(int body) const {
    return {parts_.data() + first_part_[at(body)], parts_.data() + first_part_[at(body) + 1]};
  }
  /// No point of the body travels farther during the step.
  double travel(int body) const { return travel_[at(body)]; }
  /// The part of the shapes' rounding that their parts do not know about.
  double rounding(int body) const { return rounding_[at(body)]; }
  /// Its shapes at an instant, in `placed`.
  void place(int body, double t, std::vector<PlacedShape>& placed) const;

 private:
  void set_motion(const World::Moving& moving);
  void add_parts(int body);

  const WorldBodies& bodies_;
  std::vector<RigidMotion> rigid_;       // by body
  std::vector<const TreeMotion*> tree_;  // by body; null for a rigid one
  std::deque<TreeMotion> moving_trees_;  // of those that do not stand still
  std::vector<int> present_;
  std::vector<std::size_t> first_part_;  // by body, and one more
  std::vector<MovingPart> parts_;
  std::vector<double> travel_, rounding_;  // by body
};

/// First contacts of pairs; one object per thread.
class PairMotion {
 public:
  PairMotion(const WorldMotion& motion, double tolerance_m)
      : motion_(motion), tolerance_m_(tolerance_m), search_(tolerance_m), deformable_(tolerance_m) {}

  /// False: proven farther apart than 0 during the whole step, neither inside the other. The two may be one deformable
  /// body.
  bool first_contact(int a, int b, TimedContact& contact);

 private:
  bool surfaces_meet(int a, int b, TimedContact& contact);
  void witness(int a, int b, TimedContact& contact);

  const WorldMotion& motion_;
  double tolerance_m_;
  IntervalSearch search_;
  DeformablePairs deformable_;
  std::vector<MovingPart> cast_;
  std::vector<IntervalSearch::Candidate> candidates_;
  std::vector<PlacedShape> placed_a_, placed_b_;
  FeatureMemory memory_;
};

}  // namespace tocca
