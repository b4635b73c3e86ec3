// What `tocca plan` and `tocca smooth` report to people.
#pragma once

#include <string>

#include "tocca/plan/plan_result.hpp"
#include "tocca/plan/smoother.hpp"

namespace tocca::cli {

/// "1 waypoint", "12 waypoints"
std::string waypoints_text(std::int64_t count);
/// "the start is in contact: link4 and shelf"; for every end but found.
std::string why_no_plan(const Plan& plan);
std::string plan_table(const Plan& plan);

std::string smooth_line(const SmoothResult& result);
/// Why a path that should be smoothed was not: it is not free, or the proof that it is was cut off.
std::string why_not_smoothed(const SmoothResult& result);

}  // namespace tocca::cli
