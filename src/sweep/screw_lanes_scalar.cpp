#include <algorithm>
#include <bit>
#include <cmath>

#include "screw_lanes.hpp"

namespace tocca {
namespace {

using Lanes = double;
using LaneMask = bool;
constexpr std::size_t width = 1;

double load(const double* x) { return *x; }
double load_all(double x) { return x; }
void store(double* to, double x) { *to = x; }
double gather(const double* from, const std::int32_t* index) { return from[*index]; }
double add(double x, double y) { return x + y; }
double subtract(double x, double y) { return x - y; }
double multiply(double x, double y) { return x * y; }
double divide(double x, double y) { return x / y; }
double square_root(double x) { return std::sqrt(x); }
double absolute(double x) { return std::fabs(x); }
double least(double x, double y) { return std::min(x, y); }
double greatest(double x, double y) { return std::max(x, y); }
double nearest_whole(double x) { return std::nearbyint(x); }
double least_whole_above(double x) { return std::ceil(x); }
double greatest_whole_below(double x) { return std::floor(x); }
bool greater(double x, double y) { return x > y; }
bool both(bool x, bool y) { return x && y; }
double select(bool mask, double yes, double no) { return mask ? yes : no; }
unsigned bits(bool x) { return x ? 1u : 0u; }
#include "screw_lanes_kernel.hpp"

}  // namespace

void ExtentArrays::resize(std::size_t count) {
  for (int end = 0; end < 2; ++end) {
    for (auto* values : {&radius[end], &angle[end], &height[end]}) values->resize(count + screw_lane_count);
  }
}

ScrewExtent ExtentArrays::operator[](std::size_t index) const {
  return {
      {radius[0][index], radius[1][index]}, {angle[0][index], angle[1][index]}, {height[0][index], height[1][index]}};
}

void ExtentArrays::set(std::size_t index, const ScrewExtent& extent) {
  for (int end = 0; end < 2; ++end) {
    radius[end][index] = extent.radius[end];
    angle[end][index] = extent.angle[end];
    height[end][index] = extent.height[end];
  }
}

void PlacedVertices::resize(std::size_t count) {
  for (auto& values : own) values.resize(count + screw_lane_count);
  for (auto* values : {&x, &y, &z, &radius, &angle}) values->resize(count + screw_lane_count);
  extents.resize(count);
}

ScrewExtent capsule_extent(const ScrewSpace& space, const Vector3& p, const Vector3& q, double radius_m) {
  const ExtentLanes core = segment(space, place(space, p.x(), p.y(), p.z()), place(space, q.x(), q.y(), q.z()));
  return dilated({{core.radius[0], core.radius[1]}, {core.angle[0], core.angle[1]}, {core.height[0], core.height[1]}},
                 radius_m, space);
}

const ScrewKernels& ScrewKernels::scalar() {
  static constexpr ScrewKernels kernels{vertices_kernel, edges_kernel, triangles_kernel, meetings_kernel};
  return kernels;
}

#ifndef TOCCA_HAS_HIGHWAY
const ScrewKernels& ScrewKernels::best() { return scalar(); }
#endif

}  // namespace tocca
