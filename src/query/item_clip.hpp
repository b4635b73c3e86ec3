// Two items on chords: the times at which they may be near each other (docs/maths/time_clipping.md).
#pragma once

#include "axis_log.hpp"
#include "tocca/contact/convex_piece.hpp"
#include "tocca/verdict/evidence.hpp"

namespace tocca {

/// Two items at both ends of a chord.
struct ItemEnds {
  ConvexPiece a[2], b[2];
};

/// Some piece between the two ends, for choosing an axis: nothing is proven with it.
ConvexPiece between(const ConvexPiece& first, const ConvexPiece& last, double s);

/// Clips [from, to] (parameters of the chord) to where the two may be within `dilation`: by the directions between
/// closest points, first from the left end, then from the right. False: nothing is left. Any direction is sound: the
/// supports at both ends bound the gap in between.
/// `gap_at_from`: how far apart the two are at `from` on their chords, about.
bool narrow(const ItemEnds& ends, double dilation, double& from, double& to, double& gap_at_from, AxisLog* log,
            Statistics& statistics);

}  // namespace tocca
