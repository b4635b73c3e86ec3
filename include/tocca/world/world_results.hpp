#pragma once

#include <cstdint>
#include <vector>

#include "tocca/verdict/bracket.hpp"
#include "tocca/verdict/contact.hpp"
#include "tocca/verdict/verdict.hpp"

namespace tocca {

/// A place on a body of a world: which piece and, where that is a polytope, which feature (kind and index as in
/// Feature; the index is -1 where the piece is a mesh or round).
struct BodyPlace {
  int link = -1;  ///< of an articulated body
  int piece = 0;
  int feature_kind = 0;
  std::int64_t feature = -1;
};

/// How near two bodies of a world are, body_a < body_b; points are in the world frame. Where they overlap, lower is 0
/// and upper is 0 up to rounding; both are 0 where one is inside a closed mesh of the other.
struct BodyDistance : Distance {
  int body_a = 0, body_b = 0;
  BodyPlace a, b;  ///< where point_a and point_b lie: the closest features
};

/// Where the work of a step went.
struct WorldStatistics {
  std::uint64_t bodies = 0, boxes_updated = 0;
  std::uint64_t sweep_work = 0;        ///< endpoints swapped in the sorted lists, or boxes compared in the tree
  std::uint64_t overlaps = 0;          ///< active pairs whose boxes overlap
  std::uint64_t begun = 0, ended = 0;  ///< overlaps of boxes, active or not, since the last step
  std::uint64_t feature_steps = 0;     ///< features looked at by the closest-feature walks
  std::uint64_t walks = 0;             ///< pairs of polytopes walked over
  std::uint64_t tree_searches = 0;     ///< pairs with meshes or round shapes
  std::uint64_t colliding = 0;         ///< pairs
  double boxes_us = 0.0, sweep_us = 0.0, narrow_us = 0.0;
};

/// What one step of a world found. Lists ascend by bodies, whatever the number of threads.
struct WorldStep {
  std::vector<BodyPair> colliding;    ///< no farther apart than the tolerance
  std::vector<BodyDistance> nearest;  ///< if asked for: all active pairs of rigid bodies whose boxes overlap
  WorldStatistics statistics;
};

/// The first contact of two bodies within a step, and where they touch at time.hi. If one of them is deformable, kind
/// and triangles say which features touch. Undecided: a pair that may touch, and where it is nearest at time.lo.
struct TimedContact : Contact {
  int body_a = 0, body_b = 0;  ///< body_a < body_b, or a deformable body and itself
  Bracket time;                ///< proven apart before time.lo; within the tolerance at time.hi, unless undecided
  bool initial = false;        ///< touching at the start
  /// budget: WorldSettings::budget ran out; nothing is known from time.lo to time.hi, the end of the step. resolution:
  /// rounding alone exceeds a quarter of the tolerance at time.lo, so that whether they touch there is hidden.
  Undecided why = Undecided::no;
};

}  // namespace tocca
