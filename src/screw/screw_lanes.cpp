// Highway includes this file once for each instruction set it compiles for (decision record 0002).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "screw/screw_lanes.cpp"
#include <hwy/foreach_target.h>
//
#include <hwy/highway.h>

#include <bit>
#include <cmath>

#include "screw/screw_lanes.hpp"

HWY_BEFORE_NAMESPACE();
namespace tocca {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using Tag = hn::CappedTag<double, screw_lane_count>;
using Lanes = hn::Vec<Tag>;
using LaneMask = hn::Mask<Tag>;
using FloatTag = hn::CappedTag<float, screw_lane_count>;
using Floats = hn::Vec<FloatTag>;
constexpr std::size_t width = HWY_MIN(HWY_LANES(double), screw_lane_count);
constexpr std::size_t float_width = HWY_MIN(HWY_LANES(float), screw_lane_count);

inline Lanes load(const double* x) { return hn::LoadU(Tag(), x); }
inline Lanes load_all(double x) { return hn::Set(Tag(), x); }
inline void store(double* to, Lanes x) { hn::StoreU(x, Tag(), to); }
inline Lanes gather(const double* from, const std::int32_t* index) {
  const hn::RebindToSigned<Tag> wide;
  return hn::GatherIndex(Tag(), from, hn::PromoteTo(wide, hn::LoadU(hn::Rebind<std::int32_t, Tag>(), index)));
}
inline Lanes add(Lanes x, Lanes y) { return hn::Add(x, y); }
inline Lanes subtract(Lanes x, Lanes y) { return hn::Sub(x, y); }
inline Lanes multiply(Lanes x, Lanes y) { return hn::Mul(x, y); }
inline Lanes divide(Lanes x, Lanes y) { return hn::Div(x, y); }
inline Lanes square_root(Lanes x) { return hn::Sqrt(x); }
inline Lanes absolute(Lanes x) { return hn::Abs(x); }
inline Lanes least(Lanes x, Lanes y) { return hn::Min(x, y); }
inline Lanes greatest(Lanes x, Lanes y) { return hn::Max(x, y); }
inline Lanes nearest_whole(Lanes x) { return hn::Round(x); }

inline LaneMask greater(Lanes x, Lanes y) { return hn::Gt(x, y); }

inline Lanes select(LaneMask mask, Lanes yes, Lanes no) { return hn::IfThenElse(mask, yes, no); }

inline void store(float* to, Lanes x) {
  const hn::Rebind<float, Tag> half;
  hn::StoreU(hn::DemoteTo(half, x), half, to);
}
inline Floats load(const float* x) { return hn::LoadU(FloatTag(), x); }
inline Floats load_all(float x) { return hn::Set(FloatTag(), x); }
inline void store(float* to, Floats x) { hn::StoreU(x, FloatTag(), to); }
inline Floats add(Floats x, Floats y) { return hn::Add(x, y); }
inline Floats subtract(Floats x, Floats y) { return hn::Sub(x, y); }
inline Floats multiply(Floats x, Floats y) { return hn::Mul(x, y); }
inline Floats least(Floats x, Floats y) { return hn::Min(x, y); }
inline Floats greatest(Floats x, Floats y) { return hn::Max(x, y); }
inline Floats least_whole_above(Floats x) { return hn::Ceil(x); }
inline Floats greatest_whole_below(Floats x) { return hn::Floor(x); }
inline hn::Mask<FloatTag> greater(Floats x, Floats y) { return hn::Gt(x, y); }
inline unsigned bits(hn::Mask<FloatTag> x) {
  std::uint8_t packed[8] = {};
  hn::StoreMaskBits(FloatTag(), x, packed);
  return packed[0];
}
#include "screw/screw_lanes_kernel.hpp"

const ScrewKernels& kernels() {
  static constexpr ScrewKernels table{vertices_kernel, edges_kernel, triangles_kernel, boxes_kernel, meetings_kernel};
  return table;
}

}  // namespace HWY_NAMESPACE
}  // namespace tocca
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tocca {

HWY_EXPORT(kernels);

const ScrewKernels& ScrewKernels::best() {
  static const ScrewKernels& table = HWY_DYNAMIC_DISPATCH(kernels)();
  return table;
}

}  // namespace tocca
#endif
