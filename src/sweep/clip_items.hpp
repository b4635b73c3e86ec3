// Eight pairs of items at once: the times at which they may be near each other, by separating axes in floats.
#pragma once

#include "sweep/clip_boxes.hpp"

namespace tocca {

/// Hulls of three points on a chord, one per lane: triangles, and the segments and points inside round solids. At the
/// end e of the chord, point i of a lane is
///   base[e] + rotation[e] offset[i],
/// both in coordinates that the other side shares.
struct PointLanes {
  float rotation[2][3][3];  ///< [end][row][column]; not read if `turned` is false: as if the identity
  float base[2][3];
  float offset[3][3][lane_count];  ///< [point][component]
  float stretch = 1.0f;            ///< no column of a rotation is larger, by the sum of absolute values
  bool turned = false;
  bool moves = false;  ///< false: both ends are the same, and only the first is read
};

/// Parallelepipeds on a chord, one per lane: {centre + sum_k x_k axis_k : |x_k| <= 1}.
struct SolidLanes {
  float centre[2][3][lane_count];
  float axis[2][3][3][lane_count];  ///< [end][k][component]
  bool moves = false;
};

/// Time-clipped separating axes (docs/maths/item_lanes.md) for the pairs of a lane's items.
///
/// Guarantee   For each lane of `mask`: at parameters s of the chord that lie in [windows.from, windows.to] before the
///             call and not after it, the two are more than the lane's `apart` from each other, in real arithmetic, if
///             the stored numbers are the true ones rounded to floats. The answer has a bit for each lane whose window is
///             not empty.
/// Not claimed That lanes which stay open touch: this is a filter. Numbers that overflow, NaN among them, stay open.
/// Cost        With gathering (ItemLanes), 35 to 55 ns a pair with eight at once (Highway, chosen at run time).
unsigned clip_items(const PointLanes& a, const PointLanes& b, unsigned mask, const float* apart, LaneWindows& windows);
unsigned clip_items(const PointLanes& a, const SolidLanes& b, unsigned mask, const float* apart, LaneWindows& windows);

/// The same in plain scalar code: the reference for the tests, and what runs without Highway.
unsigned clip_items_scalar(const PointLanes& a, const PointLanes& b, unsigned mask, const float* apart,
                           LaneWindows& windows);
unsigned clip_items_scalar(const PointLanes& a, const SolidLanes& b, unsigned mask, const float* apart,
                           LaneWindows& windows);

}  // namespace tocca
