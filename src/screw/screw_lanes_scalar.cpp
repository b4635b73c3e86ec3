#include <algorithm>
#include <bit>
#include <cmath>

#include "core/scalar_lanes.hpp"
#include "screw/screw_lanes.hpp"

namespace tocca {
namespace {

using namespace scalar_lanes;
using Lanes = double;
using LaneMask = bool;
using Floats = float;
constexpr std::size_t width = 1, float_width = 1;

#include "screw/screw_lanes_kernel.hpp"

}  // namespace

void ExtentArrays::resize(std::size_t count) {
  for (int end = 0; end < 2; ++end) {
    for (auto* values : {&radius[end], &angle[end], &height[end]}) values->resize(count + screw_lane_count);
  }
}

void PlacedVertices::resize(std::size_t count) {
  for (auto& values : own) values.resize(count + screw_lane_count);
  for (auto* values : {&radius, &angle, &z}) values->resize(count + screw_lane_count);
  extents.resize(count);
}

// The box lies within the length of its two shorter half sides of its longest middle line; axes are unit to float precision.
void PlacedBoxes::add(const Obb& box) {
  int longest = 0;
  box.half.maxCoeff(&longest);
  const Vector3 along = box.axes.col(longest).cast<double>() * static_cast<double>(box.half[longest]);
  for (int axis = 0; axis < 3; ++axis) {
    ends[0][axis].push_back(box.center[axis] - along[axis]);
    ends[1][axis].push_back(box.center[axis] + along[axis]);
  }
  thickness.push_back(
      std::hypot(static_cast<double>(box.half[(longest + 1) % 3]), static_cast<double>(box.half[(longest + 2) % 3])) *
      (1.0 + 0x1p-18));
}

void PlacedBoxes::finish() {
  extents.resize(thickness.size());
  for (auto& end : ends) {
    for (auto& values : end) values.resize(values.size() + screw_lane_count);
  }
  thickness.resize(thickness.size() + screw_lane_count);
}

ScrewExtent capsule_extent(const ScrewSpace& space, const Vector3& p, const Vector3& q, double radius_m) {
  const ExtentLanes lanes = segment(space, place(space, p.x(), p.y(), p.z()), place(space, q.x(), q.y(), q.z()),
                                    space.spread + radius_m * (1.0 + 0x1p-40));
  return {{lanes.radius[0], lanes.radius[1]}, {lanes.angle[0], lanes.angle[1]}, {lanes.height[0], lanes.height[1]}};
}

const ScrewKernels& ScrewKernels::scalar() {
  static constexpr ScrewKernels kernels{vertices_kernel, edges_kernel, triangles_kernel, boxes_kernel, meetings_kernel};
  return kernels;
}

#ifndef TOCCA_HAS_HIGHWAY
const ScrewKernels& ScrewKernels::best() { return scalar(); }
#endif

}  // namespace tocca
