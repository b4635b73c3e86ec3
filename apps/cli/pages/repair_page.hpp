// `--report` of `tocca repair` and the page of `tocca demo`: a path as it was, and the one that leads around what it touched.
#pragma once

#include "pages/path_page.hpp"
#include "tocca/check/path_results.hpp"
#include "tocca/plan/plan_result.hpp"

namespace tocca::cli {

/// "link4 touches pipe_12 in segment 3 at t = 0.41234", or "link4 comes too near to pipe_12 ...".
std::string touching_text(const SegmentVerdict& contact);

/// Both paths on one clock, and how near the repaired one comes. Its rows are proven by `judge`, which keeps the clearance of
/// the detours.
void show_repaired(PathPage& page, const WaypointMatrix& given, const Repair& repair, const WaypointMatrix& repaired,
                   const ClearanceProfile& least, const Checker& judge);

/// The path as it was, and why there is no way around what it touches.
void show_not_repaired(PathPage& page, const WaypointMatrix& given, const std::string& why);

}  // namespace tocca::cli
