// Two items on chords: the times at which they may be near each other (docs/maths/time_clipping.md).
#pragma once

#include "contact/axis_log.hpp"
#include "contact/convex_piece.hpp"
#include "tocca/verdict/verdict.hpp"

namespace tocca {

/// Two items at both ends of a chord.
struct ItemEnds {
  ConvexPiece a[2], b[2];
};

/// How far apart two items on chords must be, along a direction, for their true places to be apart: a level and
/// rounding, plus how far both stray from their chords in that direction.
class Dilation {
 public:
  /// `b`: null if it stands still. Keeps references to the chords.
  Dilation(double level_and_rounding, const Chord& a, const Chord* b)
      : rest_(level_and_rounding), a_(a), b_(b), most_(raised(a.tube + (b ? b->tube : 0.0))) {}

  double most() const { return most_; }
  double along(const Vector3& n) const {
    if (!a_.is_flat() && !(b_ && b_->is_flat())) return most_;
    return raised(tube_along(n));
  }
  /// Of both together.
  double tube_along(const Vector3& n) const { return a_.tube_along(n) + (b_ ? b_->tube_along(n) : 0.0); }

 private:
  /// Sums of a few positive numbers: 2^-40 is far more than their rounding.
  double raised(double tubes) const { return (rest_ + tubes) * (1.0 + 0x1p-40); }

  double rest_;
  const Chord& a_;
  const Chord* b_;
  double most_;
};

/// Some piece between the two ends, for choosing an axis: nothing is proven with it.
ConvexPiece between(const ConvexPiece& first, const ConvexPiece& last, double s);

/// Clips [from, to] (parameters of the chord) to where the two may be within `dilation` along one direction; false:
/// nothing is left. Any direction is sound: the supports at both ends bound the gap in between
/// (docs/maths/time_clipping.md).
bool clip_along(const Vector3& n, const ItemEnds& ends, const Dilation& dilation, double& from, double& to,
                AxisLog* log);

/// Clips [from, to] to where the two may be within `dilation`: by the directions between
/// closest points, first from the left end, then from the right. False: nothing is left.
/// `gap_at_from`: how far apart the two are at `from` on their chords, about.
bool narrow(const ItemEnds& ends, const Dilation& dilation, double& from, double& to, double& gap_at_from, AxisLog* log,
            Statistics& statistics);

}  // namespace tocca
