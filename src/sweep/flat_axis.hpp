// The one axis along which points that turn hardly stray from their chords, as a separating axis of boxes, in doubles.
#pragma once

#include "sweep/clip_boxes.hpp"

namespace tocca {

/// Faces that slide past each other are a little apart for a long time, along the axis about which one of them turns.
/// There the tubes are thin (DirectedTube), while the tubes that dilate the fifteen axes of clip_boxes make it split
/// time over and over.
///
/// Rounding   n.(R x + t) is computed as (R^T n).x + n.t: three dot products of three terms and a sum, at most 16 u of |x| + |t|, and 8 u
///            of the half sizes for a box's extent, u = 2^-53. `margin` is 32 u of all sizes of both sides.
class FlatAxis {
 public:
  /// `b`: null if it stands still. Keeps no reference.
  FlatAxis(const Chord& a, const Chord* b);

  /// Is it worth a test?
  bool useful() const { return useful_; }
  /// How far points of both together stray from their chords along the axis.
  double tubes() const { return tubes_; }

  /// Where a box of a is along the axis, at both ends of the window.
  struct Extent {
    double centre[2], half[2], size;
  };
  Extent of(const Obb& box) const;
  /// Proven: during the whole window, more than `distance` apart. On chords an extent's ends are convex or concave in time, so what holds at both ends
  /// of the window holds between (docs/maths/time_clipping.md).
  bool apart(const Extent& a, const BoxLanes& b, int lane, double distance) const;

 private:
  Vector3 of_a_[2], of_b_[2];  ///< the axis in the frames of both, at both ends
  double offset_[2] = {};      ///< of a's frame from b's, along the axis
  double far_ = 0.0, tubes_ = 0.0;
  bool useful_ = false;
};

}  // namespace tocca
