// A curve before it has a clock: where it follows the legs of a polyline, and where it cuts a corner.
#pragma once

#include <vector>

#include "tocca/plan/smoother.hpp"

namespace tocca {

/// A moment of a curve.
struct Knot {
  double time_s;
  Configuration at, velocity, acceleration;
};

/// Legs lead from each point to the next. Around point k the curve leaves leg k - 1 at the part `before` of its length from
/// the point, and joins leg k at the part `behind` of that leg; both are 0 where it stops. Ends are stops.
struct CurveShape {
  struct Corner {
    double before, behind;
    bool stop() const noexcept { return before == 0.0 && behind == 0.0; }
  };
  std::vector<Configuration> points;  ///< no two neighbours are equal
  std::vector<Corner> corners;        ///< one per point
};

/// The moments at which a curve's polynomial changes.
struct CurveKnots {
  std::vector<Knot> knots;
  std::vector<int> corner_of;  ///< for each segment between two knots: the corner that it is part of, or leads to
};

/// The curve of this shape as fast as the limits allow, by whole nanoseconds: see motion_clock.cpp.
///
/// Guarantee   Velocities and accelerations are continuous, each knot having one of both; the first and the last knot, and
///             stops, are the points' own bits, at rest. Between knots, quintics.
/// Not claimed That limits hold: rounding is not bounded here. keeps_limits() proves it.
/// Requires    At least two points, and legs of which corners leave at least a tenth.
/// Throws      InputError if the limits are so low that the curve takes more than 100 days.
CurveKnots timed_knots(const CurveShape& shape, const MotionLimits& limits);

/// Whether no coordinate of the path exceeds its limits at any moment, in real arithmetic on the path's numbers.
/// `first`: the coordinate of `limits` that is the path's first.
bool keeps_limits(const Path& path, const MotionLimits& limits, Eigen::Index first);

}  // namespace tocca
