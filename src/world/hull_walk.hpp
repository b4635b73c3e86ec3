// When do two hulls that move first come near?
#pragma once

#include <cstdint>

#include "world/moving_shape.hpp"

namespace tocca {

/// Where a walk over a step ended. In every case the two are proven farther apart than half of the tolerance before `time`.
struct HullMeeting {
  enum class Kind {
    apart,     ///< until the end
    near,      ///< touching: within the tolerance, rounding included; looking: so near that it pays to open them
    stuck,     ///< rounding prevents proving anything from here on
    exhausted  ///< the work allowed is used up
  };
  Kind kind;
  double time;
};

/// Two polytopes on their ways, or hulls around parts of two shapes: chord after chord, by their closest features.
///
/// The closest features at the left end of a chord give a direction; along it the gap at any time of the chord is at least what a line
/// between the gaps at both ends says, less both tubes (docs/maths/time_clipping.md). The walk goes on from where that line reaches the
/// level. The next chord is as long as the gap and the speed at which it closes suggest: its tube falls with the square of its length, so that
/// contacts are met in a handful of chords, as by Newton's method.
///
/// Guarantee   HullMeeting says what; for the true points of both.
/// Always ends What is not near is farther apart than 3/4 of the tolerance, so that a quarter of it, less rounding, is left for tubes; a chord is
///             cut only where its tube is at most half of that, so each step takes a time that gap and speed bound from below.
/// Allocates nothing. One object per thread.
class HullWalk {
 public:
  enum class Until {
    touching,  ///< of polytopes that are all there is
    looking    ///< of hulls with something in them: a few chords, no more
  };

  explicit HullWalk(double tolerance_m) : tolerance_m_(tolerance_m) {}

  /// From now on: nodes of these two.
  void follow(const MovingShape& a, const MovingShape& b) {
    a_.follow(a);
    b_.follow(b);
  }

  /// A contact is witnessed up to this share of the tolerance, as by SimultaneousSolver. What is proven apart at once, for a whole step, is farther
  /// apart than that, so that a pair which touches at the start is never called free.
  static constexpr double contact_share = 0.75;

  /// Proven farther apart than contact_share of the tolerance during the whole step, by one direction, of any length.
  bool apart_along(const Vector3& direction, Index node_a, Index node_b);
  /// From `from` to `to`, times of the step. `work_left` counts chords down.
  HullMeeting first(Index node_a, Index node_b, double from, double to, Until until, FeaturePair& features,
                    std::uint64_t& work_left);

 private:
  /// Both at the left end of a chord.
  struct Start {
    double time;
    Pose X_a, X_b;
    FeatureDistance near;
    double gap;  ///< along near.normal, less what must be proven
  };
  enum class Move {
    on,       ///< proven apart up to a new start
    shorter,  ///< nothing is proven yet: a shorter chord may
    stuck,    ///< no chord would
    apart     ///< to the end
  };
  void look(Start& start, FeaturePair& features);
  bool touches(const Start& start);
  Move advance(Start& start, double to, const FeaturePair& features);
  double needed() const;  ///< what a gap must exceed, tubes apart
  double gap_at(double t, const Vector3& direction, const FeaturePair& features);
  PlacedPolytope hull(const ShapeChords& chords, Index node, const Pose& X) const {
    return {chords.moving().shape().nodes()[node].hull.get(), &X};
  }
  double rounding() const { return a_.moving().rounding_m() + b_.moving().rounding_m(); }

  double tolerance_m_;
  ShapeChords a_, b_;
  Index node_a_ = 0, node_b_ = 0;
  double length_ = 0.0;   // of the next chord
  double closing_ = 0.0;  // how fast the gap closed on the last one, where that one was cut; else 0
};

}  // namespace tocca
