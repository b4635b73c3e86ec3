#include "core/scalar_lanes.hpp"
#include "motion/link_lanes.hpp"

namespace tocca {
namespace {

using namespace scalar_lanes;
using Lanes = float;
constexpr int width = 1;

#include "motion/link_lanes_kernel.hpp"

}  // namespace

void place_links_scalar(std::span<const JointLanes> joints, const EightFloats* sines, const EightFloats* cosines,
                        const EightFloats* slides, PoseLanes* poses, EightPoints* axes) {
  place_all_links(joints, sines, cosines, slides, poses, axes);
}

#ifndef TOCCA_HAS_HIGHWAY
void place_links(std::span<const JointLanes> joints, const EightFloats* sines, const EightFloats* cosines,
                 const EightFloats* slides, PoseLanes* poses, EightPoints* axes) {
  place_links_scalar(joints, sines, cosines, slides, poses, axes);
}
#endif

}  // namespace tocca
