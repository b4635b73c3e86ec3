#pragma once

#include <cstdint>
#include <vector>

#include "tocca/verdict/bracket.hpp"
#include "tocca/verdict/contact.hpp"
#include "tocca/verdict/verdict.hpp"

namespace tocca {

/// A place on a body of a world: which piece of it, and which feature of that piece the place lies on.
/// BodyShape::corners() says where the feature is.
struct BodyPlace {
  int link = -1;         ///< of an articulated body
  int piece = 0;         ///< the shape's collider, in the order given
  int feature_kind = 0;  ///< 0 a vertex, 1 an edge, 2 a face
  /// Which one. A polytope numbers its own; a mesh that is not convex has its vertices, its triangles as faces, and as
  /// edge 3 t + k the one that leaves corner k of triangle t. -1: none, since the piece is round, or since the place is
  /// inside (polytopes that overlap, a body within another).
  std::int64_t feature = -1;
};

/// "vertex", "edge" or "face"; "none" where there is no feature.
const char* name_of_feature(const BodyPlace& place);

/// How near two bodies of a world are, body_a < body_b; points are in the world frame. Where they overlap, lower is 0
/// and upper is 0 up to rounding; both are 0 where one is inside a closed mesh of the other.
struct BodyDistance : Distance {
  int body_a = 0, body_b = 0;
  BodyPlace a, b;  ///< where point_a and point_b lie: the closest features
};

/// The box that a world keeps around a body: the body and half the tolerance, rounding included.
struct BodyBox {
  Vector3 lower, upper;
};

/// Where the work of a step went.
struct WorldStatistics {
  std::uint64_t bodies = 0, boxes_updated = 0;
  std::uint64_t sweep_work = 0;        ///< endpoints swapped in the sorted lists, or boxes compared in the tree
  bool swept_lists = false;            ///< it was the lists; otherwise the tree found the pairs
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
