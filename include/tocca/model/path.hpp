#pragma once

#include <Eigen/Core>
#include <vector>

#include "tocca/model/kinematic_tree.hpp"

namespace tocca {

/// How a coordinate moves from one waypoint to the next: on a straight line, or on the cubic (quintic) polynomial in
/// time that meets the velocities (and accelerations) given at both ends.
enum class Interpolation { linear, cubic, quintic };

/// One waypoint per row, one coordinate per column, in the tree's coordinate order.
using WaypointMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// Where a robot goes: waypoints, and how it moves from each to the next.
struct Path {
  WaypointMatrix waypoints;                  ///< at least one row
  std::vector<double> time_s;                ///< empty, or one stamp per waypoint, strictly increasing
  std::vector<Interpolation> interpolation;  ///< one per coordinate
  WaypointMatrix velocities;                 ///< per second; empty, or as waypoints (zero where not given)
  WaypointMatrix accelerations;              ///< per second squared; likewise

  /// Segments between waypoints; a single waypoint is one segment of zero length (a static check, index 0).
  int segment_count() const { return waypoints.rows() > 1 ? static_cast<int>(waypoints.rows()) - 1 : 1; }
};

}  // namespace tocca
