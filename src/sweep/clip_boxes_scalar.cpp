#include <algorithm>
#include <cmath>

#include "sweep/clip_boxes.hpp"

namespace tocca {
namespace {

using Lanes = float;
using LaneMask = bool;
constexpr int width = 1;

float load(const float* x) { return *x; }
float load_all(float x) { return x; }
void store(float* to, float x) { *to = x; }
float add(float x, float y) { return x + y; }
float subtract(float x, float y) { return x - y; }
float multiply(float x, float y) { return x * y; }
float divide(float x, float y) { return x / y; }
float absolute(float x) { return std::fabs(x); }
float least(float x, float y) { return std::min(x, y); }
float greatest(float x, float y) { return std::max(x, y); }
bool greater(float x, float y) { return x > y; }
bool greater_equal(float x, float y) { return x >= y; }
bool either(bool x, bool y) { return x || y; }
bool any(bool x) { return x; }
float select(bool mask, float yes, float no) { return mask ? yes : no; }
bool lanes_of(unsigned set) { return set != 0; }
unsigned bits(bool x) { return x ? 1u : 0u; }
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
