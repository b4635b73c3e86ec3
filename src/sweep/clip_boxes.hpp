#pragma once

#include "motion/mover.hpp"
#include "shape/obb.hpp"
#include "sweep/box_tree.hpp"

namespace tocca {

/// A motion over a window, replaced by its chord: each point moves straight from start * x to end * x
/// (docs/maths/tube.md).
struct Chord {
  Pose start, end;
  double tube = 0.0;               ///< no true point strays farther from its chord
  Matrix3 turn;                    ///< start.rotation^T end.rotation, rounded
  double skew = 0.0;               ///< how far both rotations are from orthonormal, entry by entry of R^T R
  Vector3 flat = Vector3::Zero();  ///< along this direction no true point strays by more than
  double flat_tube = std::numeric_limits<double>::infinity();  ///< this much (DirectedTube)

  /// Sets `turn` and `skew` from the poses.
  void finish();
  void set_tube(const DirectedTube& bound) { tube = bound.tube, flat = bound.flat, flat_tube = bound.flat_tube; }
  bool is_flat() const { return flat_tube < tube; }
  double tube_along(const Vector3& n) const { return DirectedTube{tube, flat, flat_tube}.along(n); }
};

/// A box on a chord: at parameter s of [0, 1] it lies within
///   {(1 - s) centre[0] + s centre[1] + sum_k x_k axis_k : |x_k| <= (1 - s) half[0][k] + s half[1][k]}.
/// The axes are the box's own at the start of the window; what it turns afterwards is in half[1].
struct SweptBox {
  double centre[2][3];
  float axis[3][3];
  float half[2][3];
  float size;    ///< greatest half size of the box itself
  float motion;  ///< about how far any of its points moves during the window

  SweptBox() = default;
  /// `box_skew` >= skew_of(box).
  SweptBox(const Obb& box, const Chord& chord, double box_skew);
};

/// The same for the eight lanes of a node.
struct SweptLanes {
  double origin[2][3];
  float offset[2][3][lane_count];
  float axis[3][3][lane_count];
  float half[2][3][lane_count];
};
void sweep_lanes(const BoxLanes& boxes, const Chord& chord, double box_skew, SweptLanes& swept);

/// A part of a window for each lane: the times at which contact is not ruled out.
struct LaneWindows {
  alignas(32) float from[lane_count], to[lane_count];
};

/// Time-clipped separating axes (docs/maths/time_clipping.md): one swept box against eight, all 15 axes.
///
/// Guarantee   For each lane: at parameters s of [from, to] (the arguments) outside [windows.from, windows.to] of the
///             lane, the two boxes are more than `dilation` apart, in real arithmetic. The answer has a bit for each
///             lane of `mask` whose window is not empty.
/// Requires    `skew` >= the skews of both sides' axes as swept: box, chord and 2^-22 for their rounding, together.
/// Cost        About 10 ns per lane with eight lanes at once (Highway, chosen at run time).
unsigned clip_boxes(const SweptBox& a, const BoxLanes& b, unsigned mask, double dilation, double skew, float from,
                    float to, LaneWindows& windows);
unsigned clip_boxes(const SweptBox& a, const SweptLanes& b, unsigned mask, double dilation, double skew, float from,
                    float to, LaneWindows& windows);

/// The same in plain scalar code: the reference for the tests, and what runs without Highway.
unsigned clip_boxes_scalar(const SweptBox& a, const BoxLanes& b, unsigned mask, double dilation, double skew,
                           float from, float to, LaneWindows& windows);
unsigned clip_boxes_scalar(const SweptBox& a, const SweptLanes& b, unsigned mask, double dilation, double skew,
                           float from, float to, LaneWindows& windows);

}  // namespace tocca
