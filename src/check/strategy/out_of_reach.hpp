// Pairs that never meet, however far joints turn: recognised by what a turn leaves unchanged.
#pragma once

#include <span>
#include <vector>

#include "model/part.hpp"
#include "motion/mover.hpp"

namespace tocca {

/// A shaft in its hole, a disc above a plate, an arm that spins beside an obstacle. Where one joint turns, a point keeps its height along
/// the joint's axis and its distance from it, apart from what other joints slide along the axis or across it: two
/// bodies whose heights or distances are farther apart stay so at any angle. If several joints turn, and far, a body
/// stays within its reach of the first one.
/// Proof: docs/maths/reach.md.
///
/// One object per thread: it holds scratch memory.
class OutOfReach {
 public:
  /// What moves together in the frame of a pair.
  struct Side {
    const Mover* mover;  ///< null: stands still
    std::span<const Part* const> parts;
  };
  enum class Result {
    apart,              ///< proven: more than the distance, all the time
    open,               ///< not proven, or not worth the proof
    beyond_resolution,  ///< not proven, and a turn too far for halving of time to follow
  };

  /// `clearances`: of the parts of b, negative for one to be ignored; null: none is.
  Result judge(const Side& a, const Side& b, const double* clearances, double distance_m);

 private:
  /// An axis, how far its place and direction may be off, and how far what turns about it slides along it and across.
  struct Ring {
    Vector3 origin, axis;
    double origin_error, axis_error;
    double along = 0.0, across = 0.0;
  };
  /// Heights along an axis, from its origin, and distances from it.
  struct Region {
    double low, high, inner, outer;
  };
  struct Entry {
    Index a, b;
  };
  enum class Walked { apart, not_apart, not_to_the_end };

  static Ring ring_of(const Mover& mover, int joint, bool has_axis);
  static void add_slides(const Mover& mover, const Ring& turn, Ring& own);
  static Region region(const Obb& box, const Pose& X, const Ring& ring);
  static void tighten(const Part& part, const Pose& X, const Ring& ring, std::vector<Region>& regions);
  template <class RegionA, class RegionB>
  Walked walk(const Part& a, const RegionA& region_a, const Part& b, const RegionB& region_b, double distance_m,
              int most_tests);
  /// `own`: the same axis as seen by a, in whose frame X_a places it.
  bool apart(const Part& a, const Pose& X_a, const Ring& own, const Part& b, const Pose& X_b, const Ring& ring,
             double distance_m);
  bool beyond(const Region& ball, const Part& b, const Pose& X_b, const Ring& ring, double distance_m);
  bool all_apart(const Side& turning, const TreeMotion::Moving& moving, const Side& other, const double* clearances,
                 double distance_m);

  std::vector<Entry> stack_;
  std::vector<Region> regions_a_, regions_b_;
};

}  // namespace tocca
