#include "core/scalar_lanes.hpp"
#include "sweep/clip_items.hpp"

namespace tocca {
namespace {

using namespace scalar_lanes;
using Lanes = float;
using LaneMask = bool;
constexpr int width = 1;

#include "sweep/clip_items_kernel.hpp"

}  // namespace

unsigned clip_items_scalar(const PointLanes& a, const PointLanes& b, unsigned mask, const float* apart,
                           LaneWindows& windows) {
  return clip_all<PlacedPoints>(a, b, mask, apart, windows);
}
unsigned clip_items_scalar(const PointLanes& a, const SolidLanes& b, unsigned mask, const float* apart,
                           LaneWindows& windows) {
  return clip_all<PlacedSolids>(a, b, mask, apart, windows);
}

#ifndef TOCCA_HAS_HIGHWAY
unsigned clip_items(const PointLanes& a, const PointLanes& b, unsigned mask, const float* apart, LaneWindows& windows) {
  return clip_items_scalar(a, b, mask, apart, windows);
}
unsigned clip_items(const PointLanes& a, const SolidLanes& b, unsigned mask, const float* apart, LaneWindows& windows) {
  return clip_items_scalar(a, b, mask, apart, windows);
}
#endif

}  // namespace tocca
