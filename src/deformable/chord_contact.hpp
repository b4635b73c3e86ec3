#pragma once

#include <array>
#include <cstdint>

#include "contact/closest.hpp"
#include "contact/convex_piece.hpp"
#include "deformable/deforming_triangle.hpp"
#include "motion/in_between_tube.hpp"
#include "motion/mover.hpp"
#include "tocca/verdict/verdict.hpp"

namespace tocca {

/// The answer of a ChordContactSearch: free during the window, or the first contact in it.
struct ChordContact {
  Outcome outcome = Outcome::free;  ///< never undecided
  /// Contact: proven apart on [window.lo, time.lo). Free: the end of the window, twice.
  Bracket time{1.0, 1.0};
  Distance near{};  ///< contact: the item (a) and the triangle (b) at time.hi
};

/// When does an item of a rigid part that moves first come within a clearance of a deforming triangle? Chords with tubes for the
/// rigid side, straight lines for the other, by conservative advancement along chords (ChordWalk):
/// the direction between the closest points clips the times at which the two may be near, whatever the item is.
///
/// Guarantee   Free: the distance exceeds clearance_m at every t of the window, for the true motion, the part's true geometry and the
///             corners' straight lines, in real arithmetic. Contact: it does so before lo; at hi >= lo, hi - lo <=
///             1e-6, the distance is at most clearance_m + tolerance_m (closest(), all rounding included); or rounding
///             alone exceeds a quarter of the tolerance there: never called free.
/// Between     Distances in (clearance, clearance + tolerance] may be either.
/// Halves      While a chord's tube is far above the tolerance, windows are halved, so that all items and triangles of a window ask for
///             the same poses and tubes; only then does each pair walk by itself.
/// Memory      None allocated. Poses and tubes of times queried lately are kept: triangles queried in the same window
///             share them. One object per thread. Part and mover must outlive it.
class ChordContactSearch {
 public:
  /// `rounding_m`: how far the part's true points may be from its stored ones, beyond Part::rounding_m(). `closed_tube`: of this
  /// motion in closed form, for all of the part; none: the mover computes each.
  /// Requires clearance_m >= 0, tolerance_m > 0.
  ChordContactSearch(const Part& part, const Mover& mover, double clearance_m, double tolerance_m,
                     double rounding_m = 0.0, const InBetweenTube* closed_tube = nullptr);

  /// Requires a window inside [0, 1].
  ChordContact first(Index item, const DeformingTriangle& triangle, const Interval& window);

  const Part& part() const { return *part_; }
  const Mover& mover() const { return *mover_; }
  double clearance_m() const { return clearance_m_; }
  double tolerance_m() const { return tolerance_m_; }

  /// Where the part is at t, and how far placed() items are from their true places: rounding of the part, of the placing, and of the pose.
  struct Placed {
    double t = -1.0;
    Pose X;
    double placing_m = 0.0;   ///< the pose taken as exact
    double instant_m = -1.0;  ///< the pose's own rounding: the tube of an instant
  };
  /// Valid until the next question.
  const Placed& at(double t);
  /// The same without `instant_m`, which may be negative: not known.
  const Placed& where(double t) { return place(t); }
  /// The motion's tube over [from, to], for the whole part.
  double tube(double from, double to);

  std::uint64_t static_tests() const { return static_tests_; }  ///< so far

 private:
  struct Tube {
    double from = -1.0, to = -1.0, tube = 0.0;
  };
  /// One of these for each of the times queried lately, by their bits.
  static constexpr std::size_t remembered = 32;
  /// At the left end of a chord: the two pieces, how they lie to each other, and how much their places err at both ends.
  struct Start {
    ConvexPiece a, b;
    Distance near;
    double error_m;
  };

  Placed& place(double t);
  Start start(Index item, const DeformingTriangle& triangle, double from, double to);
  bool touches(double t, const Distance& near, double error_m);
  ChordContact halves(Index item, const DeformingTriangle& triangle, const Interval& window, int depth);
  ChordContact walk(Index item, const DeformingTriangle& triangle, const Interval& window);

  const Part* part_;
  const Mover* mover_;
  const InBetweenTube* closed_tube_;
  double clearance_m_, tolerance_m_, rounding_m_;
  std::array<Placed, remembered> placed_;
  std::array<Tube, remembered> tubes_;
  std::uint64_t static_tests_ = 0;
};

}  // namespace tocca
