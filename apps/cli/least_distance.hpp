// How near a path from `tocca plan` or `tocca smooth` comes.
#pragma once

#include <string>

#include "tocca/check/checker.hpp"
#include "tocca/check/path_results.hpp"
#include "tocca/model/problem.hpp"

namespace tocca::cli {

/// The least distance of all checked pairs along a path, as a proven bracket; no curve over time. The work
/// is bounded: `decided` is false if it did not suffice; the bracket is then wide, but still holds.
///
/// Requires   That the path is proven free by this checker: if the search ended early, the clearances it was proven to
///            keep are the lower bound.
ClearanceProfile least_distance(const Checker& checker, const StepSequence& steps);
/// Of straight motions from row to row.
ClearanceProfile least_distance(const Checker& checker, const WaypointMatrix& rows);

/// "least distance: 12.34 to 12.35 mm, proven: link4 and shelf, in segment 3 at t = 0.41234", and, if that is little
/// and no more was asked for, how to ask for more.
std::string least_distance_text(const Checker& checker, const ClearanceProfile& least);

}  // namespace tocca::cli
