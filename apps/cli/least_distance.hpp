// How near a path from `tocca plan` or `tocca smooth` comes.
#pragma once

#include <string>

#include "patience.hpp"
#include "tocca/check/checker.hpp"
#include "tocca/check/path_results.hpp"
#include "tocca/model/problem.hpp"

namespace tocca::cli {

/// The least distance of all checked pairs along a path, as a proven bracket; no curve over time. The work
/// is bounded: `decided` is false if it did not suffice; the bracket is then wide, but still holds, for the whole path.
/// Where `patience` ended it, `segments` says how many were looked at.
///
/// Requires   That the path is proven free by this checker: if the search ended early, the clearances it was proven to
///            keep are the lower bound.
ClearanceProfile least_distance(const Checker& checker, const StepSequence& steps, const Patience& patience);
/// Of straight motions from row to row.
ClearanceProfile least_distance(const Checker& checker, const WaypointMatrix& rows, const Patience& patience);
/// What a verb that is about something else spends on it.
Patience patience_for_distance();

/// "least distance: 12.34 to 12.35 mm, proven: link4 and shelf, in segment 3 at t = 0.41234", and, if that is little
/// and no more was asked for, how to ask for more. `of_segments`: of the path; if not all were looked at, it says so.
std::string least_distance_text(const Checker& checker, const ClearanceProfile& least, std::int64_t of_segments);

}  // namespace tocca::cli
