#include "screw/screw_space.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace tocca {
namespace {

constexpr double far_away = 1e30;  // a float, and farther than anything below

/// A speed, at least `least` in size, so that its inverse is harmless; what it gains is returned as `gained` and becomes a
/// dilation (times are at most 1).
double inverse_speed(double speed, double least, double& gained) {
  const double size = std::max(std::fabs(speed), least);
  gained = std::fabs(speed) < least ? 2.0 * least : 0.0;
  return std::copysign(1.0, speed) / size;
}

/// Nothing is ever rejected: numbers too large for the bounds.
void open(ScrewSpace& space) {
  space = ScrewSpace{};
  space.widest = std::numeric_limits<double>::infinity();
  space.all_round = far_away;
  space.spread = space.spread_angle = space.spread_height = far_away;
  space.least_share = -1.0;
}

}  // namespace

// Bounds, with u = 2^-53 and M = size_m (docs/maths/screw_rejections.md derives them):
//   places of vertices: 8 u M; distance from the axis: 36 u M; nearest point of an edge: 48 u M. `spread` has 2^-42 M = 2048 u M
//   for them, so that what is nearer to the axis than 2 spread, and hence has an unsure angle, is known to 5 %.
// Angles are good to 2^-43 of themselves (kernel). Windows are made of floats, u' = 2^-24: wrapping adds multiples of the period,
//   27 u' (period + 1) in time for one of A and one of B together, and each of them has 16 u' here.
ScrewSpace::ScrewSpace(const ScrewFrame& frame, double level_m, double size_m) {
  if (!set(frame, level_m, size_m)) open(*this);
}

bool ScrewSpace::set(const ScrewFrame& frame, double level_m, double size_m) {
  const double b = std::fabs(frame.angle_rad), far = std::fabs(frame.arm_m), d = frame.translation_m;
  size = std::max(size_m, 1e-100);
  constexpr double limit = 1e28;
  if (!(size < limit && level_m < limit && std::fabs(d) < limit && b < limit)) return false;
  spread = 0.5 * level_m * (1.0 + 0x1p-50) + 0x1p-42 * size;
  // Straight lines instead of arcs: x strays by at most (arm + M) b^2 / 2 + M b, y from y + arm b t by as much again.
  const double straying = b == 0.0 ? 0.0 : (far + size) * b * b + 2.0 * size * b;
  round = b != 0.0 && !(b <= 0x1p-10 && straying <= 0x1p-24 * size);
  double gained_angle = 0.0, gained_height = 0.0;
  if (round) {
    if (!(far <= 0x1p45 * size)) return false;
    arm = frame.arm_m;
    per_angle = inverse_speed(frame.angle_rad, 0x1p-48 * size / (far + size), gained_angle);
    turn = 2.0 * std::numbers::pi;
    per_turn = 1.0 / turn;
    widest = std::numbers::pi - 0x1p-30;
    least_share = 2.0;
    // All angles within a quarter of a turn of each other's zero, and less than half a turn swept: nothing wraps.
    const bool wraps = !(far > 2.0 * (size + level_m) && b < 3.0);
    period = wraps ? turn * std::fabs(per_angle) : 0.0;
    per_period = wraps ? 1.0 / period : 0.0;
    all_round = wraps ? 0.5 * period + 0x1p-19 * (period + 1.0) : far_away;
  } else {
    const double slide = b == 0.0 ? 0.0 : frame.arm_m * frame.angle_rad;
    if (!(std::fabs(slide) < limit)) return false;
    spread += straying * (1.0 + 0x1p-40);
    per_angle = inverse_speed(slide, 0x1p-48 * size, gained_angle);
    widest = std::numeric_limits<double>::infinity();
    all_round = far_away;
    least_share = -1.0;
  }
  per_height = inverse_speed(d, 0x1p-48 * size, gained_height);
  spread_angle = gained_angle * std::fabs(per_angle) + (period > 0.0 ? 0x1p-20 * (period + 1.0) : 0x1p-24);
  spread_height = gained_height * std::fabs(per_height) + 0x1p-44;
  return true;
}

}  // namespace tocca
