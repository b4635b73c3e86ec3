// Highway includes this file once for each instruction set it compiles for (decision record 0002).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "screw/screw_lanes.cpp"
#include <hwy/foreach_target.h>
//
#include <bit>
#include <cmath>

#include "core/lanes.hpp"
#include "screw/screw_lanes.hpp"

HWY_BEFORE_NAMESPACE();
namespace tocca {
namespace HWY_NAMESPACE {

using Lanes = Doubles;
using LaneMask = DoubleMask;
constexpr std::size_t width = double_width;
static_assert(screw_lane_count == most_lanes);
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
