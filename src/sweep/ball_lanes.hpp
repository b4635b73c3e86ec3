// Balls at eight times at once, against boxes, balls and solids: kernels for each instruction set.
#pragma once

#include <cstdint>
#include <span>

#include "motion/link_lanes.hpp"
#include "tocca/shape/mesh.hpp"

namespace tocca {

/// A ball of a body, in the body's frame.
struct Ball {
  float centre[3];
  float radius;
};
/// A point of an item of a body, in the body's frame.
struct ItemPoint {
  float place[3];
  Index item;
};

/// A box that stands still: {centre + sum_k x_k axis_k : |x_k| <= half_k}, relative to the lanes' origin. Boxes of a tree are listed depth
/// first; `next` says where to go on if nothing below is of interest.
struct StillBox {
  float centre[3];
  float axis[3][3];  ///< [k][component]
  float half[3];
  float error;   ///< of its place, of tests with it, and of its skew (docs/maths/state_lanes.md)
  int next;      ///< one past the last box below
  bool deepest;  ///< no boxes are listed below: where it is open, something may touch
};

/// A convex solid that stands still, relative to the lanes' origin; for proving that a point is inside.
struct StillSolid {
  enum class Kind { box, cylinder, ball };
  Kind kind;
  float centre[3];
  float axis[3][3];  ///< [k][component]; the third is a cylinder's own
  float half[3];     ///< of a cylinder: radius, radius, half its length; of a ball: three times its radius
  float error;
  Index item;
};

/// One bit per time: at which of them is a ball, dilated, not proven apart from something; and at which does it seem to overlap as it is?
struct LaneBits {
  unsigned open = 0, near = 0;
};

/// By how much balls are dilated: by a number of their own at each time, and one for all.
struct BallDilation {
  const EightFloats* spread;
  float margin;
  bool asks_near =
      true;  ///< false: LaneBits::near is of no interest, and times that are open are not looked at any further
};

/// Balls of a body, and where their centres are.
struct PlacedBalls {
  std::span<const Ball> balls;
  const EightPoints* centres;
  const Ball* enclosure;  ///< holds the whole body
  const EightPoints* enclosure_centre;
};

/// A joint that carries a ball, and how far it moves around each time (LinkLanes::half_move).
struct CarryingJoint {
  const EightPoints* axis;
  const EightPoints* origin;
  float half_move;
  bool slides;
};

// For each instruction set, with the same bits; docs/maths/state_lanes.md bounds what they lose.

/// Points at a stride of four floats (of Ball, ItemPoint), placed.
void place_points(const PoseLanes& pose, const float* points, int count, EightPoints* placed);
/// How far a ball moves around each time if only the first k + 1 joints of its chain move, the innermost first: row k.
void spread_of_ball(std::span<const CarryingJoint> chain, const EightPoints& centre, float radius, EightFloats* rows);
/// Balls against a box of a list and those below it, at the times in `lanes`.
LaneBits balls_against_boxes(const PlacedBalls& balls, const BallDilation& dilation, std::span<const StillBox> boxes,
                             int first, unsigned lanes);
LaneBits balls_against_balls(const PlacedBalls& a, const PlacedBalls& b, const BallDilation& dilation, unsigned lanes);
/// At which of the times is a point inside the solid, by more than the solid's error and the margin?
unsigned point_inside(const StillSolid& solid, const EightPoints& point, float margin, unsigned lanes);

// The same, one number at a time.
namespace scalar_balls {
void place_points(const PoseLanes& pose, const float* points, int count, EightPoints* placed);
void spread_of_ball(std::span<const CarryingJoint> chain, const EightPoints& centre, float radius, EightFloats* rows);
LaneBits balls_against_boxes(const PlacedBalls& balls, const BallDilation& dilation, std::span<const StillBox> boxes,
                             int first, unsigned lanes);
LaneBits balls_against_balls(const PlacedBalls& a, const PlacedBalls& b, const BallDilation& dilation, unsigned lanes);
unsigned point_inside(const StillSolid& solid, const EightPoints& point, float margin, unsigned lanes);
}  // namespace scalar_balls

}  // namespace tocca
