#include "core/scalar_lanes.hpp"
#include "sweep/ball_lanes.hpp"

namespace tocca {
namespace {

using namespace scalar_lanes;
using Lanes = float;
constexpr int width = 1;

#include "sweep/ball_lanes_kernel.hpp"

}  // namespace

namespace scalar_balls {
void place_points(const PoseLanes& pose, const float* points, int count, EightPoints* placed) {
  place_points_kernel(pose, points, count, placed);
}
void spread_of_ball(std::span<const CarryingJoint> chain, const EightPoints& centre, float radius, EightFloats* rows) {
  spread_kernel(chain, centre, radius, rows);
}
LaneBits balls_against_boxes(const PlacedBalls& balls, const BallDilation& dilation, std::span<const StillBox> boxes,
                             int first, unsigned lanes) {
  return against_boxes_kernel(balls, dilation, boxes, first, lanes);
}
LaneBits balls_against_balls(const PlacedBalls& a, const PlacedBalls& b, const BallDilation& dilation, unsigned lanes) {
  return against_balls_kernel(a, b, dilation, lanes);
}
unsigned point_inside(const StillSolid& solid, const EightPoints& point, float margin, unsigned lanes) {
  return point_inside_kernel(solid, point, margin, lanes);
}
}  // namespace scalar_balls

#ifndef TOCCA_HAS_HIGHWAY
void place_points(const PoseLanes& pose, const float* points, int count, EightPoints* placed) {
  scalar_balls::place_points(pose, points, count, placed);
}
void spread_of_ball(std::span<const CarryingJoint> chain, const EightPoints& centre, float radius, EightFloats* rows) {
  scalar_balls::spread_of_ball(chain, centre, radius, rows);
}
LaneBits balls_against_boxes(const PlacedBalls& balls, const BallDilation& dilation, std::span<const StillBox> boxes,
                             int first, unsigned lanes) {
  return scalar_balls::balls_against_boxes(balls, dilation, boxes, first, lanes);
}
LaneBits balls_against_balls(const PlacedBalls& a, const PlacedBalls& b, const BallDilation& dilation, unsigned lanes) {
  return scalar_balls::balls_against_balls(a, b, dilation, lanes);
}
unsigned point_inside(const StillSolid& solid, const EightPoints& point, float margin, unsigned lanes) {
  return scalar_balls::point_inside(solid, point, margin, lanes);
}
#endif

}  // namespace tocca
