// The first contact of two bodies of a world within a step.
#pragma once

#include <vector>

#include "contact/interval_search.hpp"
#include "world/body_distance.hpp"
#include "world/hull_walk.hpp"
#include "world/world_deformables.hpp"
#include "world/world_motion.hpp"

namespace tocca {

/// First contacts of pairs; one object per thread.
///
/// Down both hierarchies of hulls: from where the hulls of two nodes come near, their children are followed. Polytopes are met by HullWalk; of
/// pieces that are none, those whose hulls meet are left to IntervalSearch, all together.
class PairMotion {
 public:
  /// `budget`: how many pairs of hulls, boxes and items may be tested for one pair of bodies.
  PairMotion(const WorldMotion& motion, double tolerance_m, std::uint64_t budget)
      : motion_(motion),
        tolerance_m_(tolerance_m),
        budget_(budget),
        walk_(tolerance_m),
        search_(tolerance_m),
        deformable_(tolerance_m) {}

  /// False: proven farther apart than 0 during the whole step, neither inside the other. The two may be one deformable
  /// body.
  bool first_contact(int a, int b, TimedContact& contact);

 private:
  /// The earliest that is known: a contact, or something that is not decided.
  struct Event {
    Bracket time;
    Undecided why;
  };
  void shapes_meet(Index a, Index b);
  void descend(Index a, Index b, double from);
  void keep(const Event& event);
  void search_pieces(int a, int b);
  void witness(int a, int b, double t, TimedContact& contact);
  const MovingShape& shape_a() const { return shapes_a_[pair_.shape_a]; }
  const MovingShape& shape_b() const { return shapes_b_[pair_.shape_b]; }

  const WorldMotion& motion_;
  double tolerance_m_;
  std::uint64_t budget_, work_left_ = 0;
  HullWalk walk_;
  IntervalSearch search_;
  DeformablePairs deformable_;
  std::span<const MovingShape> shapes_a_, shapes_b_;
  NodePair pair_;  // the shapes that are followed
  Event first_{};
  std::vector<MovingPart> cast_;
  std::vector<IntervalSearch::Candidate> candidates_;  // pieces of a, of b
  std::vector<PlacedShape> placed_a_, placed_b_;
  FeatureMemory memory_;
};

}  // namespace tocca
