// How near a path comes that `tocca plan` or `tocca smooth` delivers.
#pragma once

#include <string>

#include "tocca/check/checker.hpp"
#include "tocca/check/path_results.hpp"
#include "tocca/model/problem.hpp"

namespace tocca::cli {

/// The least distance of all checked pairs along straight motions from row to row, as a proven bracket; no curve. The work
/// is bounded: `decided` is false where it did not do, and the bracket then is wide, but still one.
///
/// Requires   That the path is proven free by this checker: where the search ended early, the clearances it was proven to
///            are the lower bound.
ClearanceProfile least_distance(const Checker& checker, const WaypointMatrix& rows);

/// "least distance: 12.34 to 12.35 mm, proven: link4 and shelf, in segment 3 at t = 0.41234", and where that is little and
/// nobody asked for more, how to ask.
std::string least_distance_text(const Checker& checker, const ClearanceProfile& least);

}  // namespace tocca::cli
