#pragma once

#include <algorithm>
#include <cmath>

#include "screw/screw_frame.hpp"

namespace tocca {

/// Coordinates in which a screw is a translation at unit speed in two of three directions, and how far computed ones may
/// be off (docs/maths/screw_rejections.md):
///   radius   distance from the axis, less the arm                     stays
///   angle    about the axis, in units of the time it takes to turn    grows by t, modulo the period
///   height   along the axis, in units of time as well                 grows by t
/// Where the axis is so far away that points move straight, and for pure translations, radius and angle are x and y.
struct ScrewSpace {
  bool round = false;  ///< about an axis; false: x and y
  double arm = 0.0, size = 0.0;
  double per_angle = 0.0, per_height = 0.0;  ///< time per radian (per metre of y) and per metre; any sign
  double period = 0.0, per_period = 0.0;     ///< of the angle, in time, and its inverse; both 0 where nothing can wrap
  double turn = 0.0, per_turn = 0.0;         ///< 2 pi and its inverse, both 0 where there is no angle
  double widest = 0.0;                       ///< what spans this much may go all the way round
  double all_round = 0.0;                    ///< half the angle of what does, in time
  double spread = 0.0;                       ///< metres: half the level, and rounding
  double least_share = 0.0;                  ///< nearer to the axis than this many spreads: all the way round
  double spread_angle = 0.0, spread_height = 0.0;  ///< further, in time

  ScrewSpace() = default;
  /// `size_m`: no point of either body is farther from the frame's origin (A's at t = 0).
  ScrewSpace(const ScrewFrame& frame, double level_m, double size_m);

 private:
  bool set(const ScrewFrame& frame, double level_m, double size_m);  ///< false: numbers too large for the bounds
};

/// What a feature, a node or an object occupies in these coordinates, dilated by `spread`: two things that come within the
/// level at t have extents that overlap once A's is moved by t.
struct ScrewExtent {
  double radius[2];
  double angle[2];  ///< from angle[0] on to angle[1] >= angle[0]; all round: wider than the period
  double height[2];
};

/// The extent of both together.
inline ScrewExtent joined(const ScrewExtent& a, const ScrewExtent& b, const ScrewSpace& space) {
  double later = 0.0, error = 0.0;
  // As many periods later as brings the middles nearest to each other.
  const double apart = 0.5 * ((b.angle[0] + b.angle[1]) - (a.angle[0] + a.angle[1]));
  if (std::fabs(apart) > 0.5 * space.period && space.period != 0.0) {
    later = -std::nearbyint(apart * space.per_period) * space.period;
    error = space.spread_angle;
  }
  ScrewExtent result{
      {std::min(a.radius[0], b.radius[0]), std::max(a.radius[1], b.radius[1])},
      {std::min(a.angle[0], b.angle[0] + later - error), std::max(a.angle[1], b.angle[1] + later + error)},
      {std::min(a.height[0], b.height[0]), std::max(a.height[1], b.height[1])}};
  if (space.period != 0.0 && result.angle[1] - result.angle[0] >= space.period) {
    result.angle[0] = -space.all_round, result.angle[1] = space.all_round;
  }
  return result;
}

}  // namespace tocca
