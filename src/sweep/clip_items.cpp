// Highway includes this file once for each instruction set it compiles for (decision record 0002).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sweep/clip_items.cpp"
#include <hwy/foreach_target.h>
//
#include "core/lanes.hpp"
#include "sweep/clip_items.hpp"

HWY_BEFORE_NAMESPACE();
namespace tocca {
namespace HWY_NAMESPACE {

using Lanes = Floats;
using LaneMask = FloatMask;
constexpr int width = static_cast<int>(float_width);
static_assert(lane_count == most_lanes);
#include "sweep/clip_items_kernel.hpp"

unsigned clip_points(const PointLanes& a, const PointLanes& b, unsigned mask, const float* apart,
                     LaneWindows& windows) {
  return clip_all<PlacedPoints>(a, b, mask, apart, windows);
}
unsigned clip_solids(const PointLanes& a, const SolidLanes& b, unsigned mask, const float* apart,
                     LaneWindows& windows) {
  return clip_all<PlacedSolids>(a, b, mask, apart, windows);
}

}  // namespace HWY_NAMESPACE
}  // namespace tocca
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tocca {

HWY_EXPORT(clip_points);
HWY_EXPORT(clip_solids);

unsigned clip_items(const PointLanes& a, const PointLanes& b, unsigned mask, const float* apart, LaneWindows& windows) {
  return HWY_DYNAMIC_DISPATCH(clip_points)(a, b, mask, apart, windows);
}
unsigned clip_items(const PointLanes& a, const SolidLanes& b, unsigned mask, const float* apart, LaneWindows& windows) {
  return HWY_DYNAMIC_DISPATCH(clip_solids)(a, b, mask, apart, windows);
}

}  // namespace tocca
#endif
