// Highway includes this file once for each instruction set it compiles for (decision record 0002).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sweep/ball_lanes.cpp"
#include <hwy/foreach_target.h>
//
#include "core/lanes.hpp"
#include "sweep/ball_lanes.hpp"

HWY_BEFORE_NAMESPACE();
namespace tocca {
namespace HWY_NAMESPACE {

using Lanes = Floats;
constexpr int width = static_cast<int>(float_width);
static_assert(state_count == most_lanes);
#include "sweep/ball_lanes_kernel.hpp"

void place_points_in_lanes(const PoseLanes& pose, const float* points, int count, EightPoints* placed) {
  place_points_kernel(pose, points, count, placed);
}
void spread_of_ball_in_lanes(std::span<const CarryingJoint> chain, const EightPoints& centre, float radius,
                             EightFloats* rows) {
  spread_kernel(chain, centre, radius, rows);
}
LaneBits balls_against_boxes_in_lanes(const PlacedBalls& balls, const BallDilation& dilation,
                                      std::span<const StillBox> boxes, int first, unsigned lanes) {
  return against_boxes_kernel(balls, dilation, boxes, first, lanes);
}
LaneBits balls_against_balls_in_lanes(const PlacedBalls& a, const PlacedBalls& b, const BallDilation& dilation,
                                      unsigned lanes) {
  return against_balls_kernel(a, b, dilation, lanes);
}
unsigned point_inside_in_lanes(const StillSolid& solid, const EightPoints& point, float margin, unsigned lanes) {
  return point_inside_kernel(solid, point, margin, lanes);
}

}  // namespace HWY_NAMESPACE
}  // namespace tocca
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tocca {

HWY_EXPORT(place_points_in_lanes);
HWY_EXPORT(spread_of_ball_in_lanes);
HWY_EXPORT(balls_against_boxes_in_lanes);
HWY_EXPORT(balls_against_balls_in_lanes);
HWY_EXPORT(point_inside_in_lanes);

void place_points(const PoseLanes& pose, const float* points, int count, EightPoints* placed) {
  HWY_DYNAMIC_DISPATCH(place_points_in_lanes)(pose, points, count, placed);
}
void spread_of_ball(std::span<const CarryingJoint> chain, const EightPoints& centre, float radius, EightFloats* rows) {
  HWY_DYNAMIC_DISPATCH(spread_of_ball_in_lanes)(chain, centre, radius, rows);
}
LaneBits balls_against_boxes(const PlacedBalls& balls, const BallDilation& dilation, std::span<const StillBox> boxes,
                             int first, unsigned lanes) {
  return HWY_DYNAMIC_DISPATCH(balls_against_boxes_in_lanes)(balls, dilation, boxes, first, lanes);
}
LaneBits balls_against_balls(const PlacedBalls& a, const PlacedBalls& b, const BallDilation& dilation, unsigned lanes) {
  return HWY_DYNAMIC_DISPATCH(balls_against_balls_in_lanes)(a, b, dilation, lanes);
}
unsigned point_inside(const StillSolid& solid, const EightPoints& point, float margin, unsigned lanes) {
  return HWY_DYNAMIC_DISPATCH(point_inside_in_lanes)(solid, point, margin, lanes);
}

}  // namespace tocca
#endif
