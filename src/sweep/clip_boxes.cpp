// Highway includes this file once for each instruction set it compiles for (decision record 0002).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sweep/clip_boxes.cpp"
#include <hwy/foreach_target.h>
//
#include <hwy/highway.h>

#include "sweep/clip_boxes.hpp"

HWY_BEFORE_NAMESPACE();
namespace tocca {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using Tag = hn::CappedTag<float, lane_count>;
using Lanes = hn::Vec<Tag>;
using LaneMask = hn::Mask<Tag>;
constexpr int width = static_cast<int>(HWY_MIN(HWY_LANES(float), lane_count));

inline Lanes load(const float* x) { return hn::LoadU(Tag(), x); }
inline Lanes load_all(float x) { return hn::Set(Tag(), x); }
inline void store(float* to, Lanes x) { hn::StoreU(x, Tag(), to); }
inline Lanes add(Lanes x, Lanes y) { return hn::Add(x, y); }
inline Lanes subtract(Lanes x, Lanes y) { return hn::Sub(x, y); }
inline Lanes multiply(Lanes x, Lanes y) { return hn::Mul(x, y); }
inline Lanes divide(Lanes x, Lanes y) { return hn::Div(x, y); }
inline Lanes absolute(Lanes x) { return hn::Abs(x); }
inline Lanes least(Lanes x, Lanes y) { return hn::Min(x, y); }
inline Lanes greatest(Lanes x, Lanes y) { return hn::Max(x, y); }
inline LaneMask greater(Lanes x, Lanes y) { return hn::Gt(x, y); }
inline LaneMask greater_equal(Lanes x, Lanes y) { return hn::Ge(x, y); }
inline LaneMask either(LaneMask x, LaneMask y) { return hn::Or(x, y); }
inline bool any(LaneMask x) { return !hn::AllFalse(Tag(), x); }
inline Lanes select(LaneMask mask, Lanes yes, Lanes no) { return hn::IfThenElse(mask, yes, no); }
inline LaneMask lanes_of(unsigned set) {
  const std::uint8_t packed[8] = {static_cast<std::uint8_t>(set)};
  return hn::LoadMaskBits(Tag(), packed);
}
inline unsigned bits(LaneMask x) {
  std::uint8_t packed[8] = {};
  hn::StoreMaskBits(Tag(), x, packed);
  return packed[0];
}
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
