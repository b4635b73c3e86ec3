// Highway includes this file once for each instruction set it compiles for (decision record 0002).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "motion/place_links.cpp"
#include <hwy/foreach_target.h>
//
#include "core/lanes.hpp"
#include "motion/link_lanes.hpp"

HWY_BEFORE_NAMESPACE();
namespace tocca {
namespace HWY_NAMESPACE {

using Lanes = Floats;
constexpr int width = static_cast<int>(float_width);
static_assert(state_count == most_lanes);
#include "motion/link_lanes_kernel.hpp"

void place_links_by_lanes(std::span<const JointLanes> joints, const EightFloats* sines, const EightFloats* cosines,
                          const EightFloats* slides, PoseLanes* poses, EightPoints* axes) {
  place_all_links(joints, sines, cosines, slides, poses, axes);
}

}  // namespace HWY_NAMESPACE
}  // namespace tocca
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tocca {

HWY_EXPORT(place_links_by_lanes);

void place_links(std::span<const JointLanes> joints, const EightFloats* sines, const EightFloats* cosines,
                 const EightFloats* slides, PoseLanes* poses, EightPoints* axes) {
  HWY_DYNAMIC_DISPATCH(place_links_by_lanes)(joints, sines, cosines, slides, poses, axes);
}

}  // namespace tocca
#endif
