// Highway includes this file once for each instruction set it compiles for (decision record 0002).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sweep/clip_boxes.cpp"
#include <hwy/foreach_target.h>
//
#include "core/lanes.hpp"
#include "sweep/clip_boxes.hpp"

HWY_BEFORE_NAMESPACE();
namespace tocca {
namespace HWY_NAMESPACE {

using Lanes = Floats;
using LaneMask = FloatMask;
constexpr int width = static_cast<int>(float_width);
static_assert(lane_count == most_lanes);
#include "sweep/clip_boxes_kernel.hpp"

unsigned clip_still(const SweptBox& a, const BoxLanes& b, unsigned mask, double dilation, double skew, float from,
                    float to, LaneWindows& windows) {
  return clip_all(a, StillSide{b}, mask, dilation, skew, from, to, windows);
}
unsigned clip_swept(const SweptBox& a, const SweptLanes& b, unsigned mask, double dilation, double skew, float from,
                    float to, LaneWindows& windows) {
  return clip_all(a, SweptSide{b}, mask, dilation, skew, from, to, windows);
}

}  // namespace HWY_NAMESPACE
}  // namespace tocca
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tocca {

HWY_EXPORT(clip_still);
HWY_EXPORT(clip_swept);

unsigned clip_boxes(const SweptBox& a, const BoxLanes& b, unsigned mask, double dilation, double skew, float from,
                    float to, LaneWindows& windows) {
  return HWY_DYNAMIC_DISPATCH(clip_still)(a, b, mask, dilation, skew, from, to, windows);
}
unsigned clip_boxes(const SweptBox& a, const SweptLanes& b, unsigned mask, double dilation, double skew, float from,
                    float to, LaneWindows& windows) {
  return HWY_DYNAMIC_DISPATCH(clip_swept)(a, b, mask, dilation, skew, from, to, windows);
}

}  // namespace tocca
#endif
