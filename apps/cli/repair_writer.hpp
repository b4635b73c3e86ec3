// What `tocca repair` and `tocca demo` report to people.
#pragma once

#include <string>

#include "tocca/plan/plan_result.hpp"

namespace tocca::cli {

/// "segments 3 to 5, by 4 segments; 2 waypoints in contact are dropped"
std::string detour_text(const Detour& detour);
/// Why there is no way around; for every end but found.
std::string why_not_repaired(const Repair& repair, double clearance_m);

}  // namespace tocca::cli
