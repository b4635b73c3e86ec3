// Ways around what a path touches.
#pragma once

#include <vector>

#include "tocca/plan/smoother.hpp"

namespace tocca::cli {

/// A path whose segments that were not free are replaced; the others, and all waypoints, are as they were.
struct RepairedPath {
  struct Detour {
    int segment;            ///< of the path as it was
    Eigen::Index found;     ///< waypoints of the planned way
    SmoothResult smoothed;  ///< what it was shortened to
  };
  WaypointMatrix waypoints;  ///< empty if no way was found for some segment
  std::vector<Detour> detours;
};

/// Plans and smooths a way between the ends of each segment that `checker` does not prove free. The same path gives the
/// same answer.
RepairedPath repair(const Checker& checker, const WaypointMatrix& path);

}  // namespace tocca::cli
