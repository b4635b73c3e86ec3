// What `tocca plan` and `tocca smooth` report to people.
#pragma once

#include <string>

#include "plan/kept_clearance.hpp"
#include "plan/prefer_clearance.hpp"
#include "report/words.hpp"
#include "tocca/plan/plan_result.hpp"
#include "tocca/plan/smoother.hpp"

namespace tocca::cli {

/// "the start is in contact: link4 and shelf"; for every end but found.
std::string why_no_plan(const Plan& plan);
std::string plan_table(const Plan& plan);
/// "wrist ends a turn back of the number given: the same place"; nothing if no joint does.
std::string turns_line(const Plan& plan, const std::vector<std::string>& names);

std::string smooth_line(const SmoothResult& result);
/// "clearance: 1 mm is kept", "clearance: 720.0 µm is kept, not 1 mm: hand and block are 800.0 µm apart at the goal"; nothing
/// if none was asked for.
std::string clearance_line(const KeptClearance& kept);
/// "preferred clearance: 20 mm is kept; 2.1 m became 2.6 m"
std::string preferred_line(const PreferredClearance& preferred, double length_before_m, double length_m);
/// "curve: 12 knots, 3 corners rounded, 1 stop; 4.2 s at 1 m/s"
std::string curve_line(const Curve& curve);
/// Why a path that should be smoothed was not: it is not free, or the proof that it is was cut off.
std::string why_not_smoothed(const SmoothResult& result);

}  // namespace tocca::cli
