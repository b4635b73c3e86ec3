#include "core/scalar_lanes.hpp"
#include "sweep/clip_boxes.hpp"

namespace tocca {
namespace {

using namespace scalar_lanes;
using Lanes = float;
using LaneMask = bool;
constexpr int width = 1;

#include "sweep/clip_boxes_kernel.hpp"

}  // namespace

unsigned clip_boxes_scalar(const SweptBox& a, const BoxLanes& b, unsigned mask, double dilation, double skew,
                           float from, float to, LaneWindows& windows) {
  return clip_all(a, StillSide{b}, mask, dilation, skew, from, to, windows);
}
unsigned clip_boxes_scalar(const SweptBox& a, const SweptLanes& b, unsigned mask, double dilation, double skew,
                           float from, float to, LaneWindows& windows) {
  return clip_all(a, SweptSide{b}, mask, dilation, skew, from, to, windows);
}

#ifndef TOCCA_HAS_HIGHWAY
unsigned clip_boxes(const SweptBox& a, const BoxLanes& b, unsigned mask, double dilation, double skew, float from,
                    float to, LaneWindows& windows) {
  return clip_boxes_scalar(a, b, mask, dilation, skew, from, to, windows);
}
unsigned clip_boxes(const SweptBox& a, const SweptLanes& b, unsigned mask, double dilation, double skew, float from,
                    float to, LaneWindows& windows) {
  return clip_boxes_scalar(a, b, mask, dilation, skew, from, to, windows);
}
#endif

}  // namespace tocca
