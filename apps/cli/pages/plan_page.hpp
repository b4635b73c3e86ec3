// `--report` of `tocca plan` and `tocca smooth`: the path that was found, or why there is none, as a page to look at.
#pragma once

#include <optional>

#include "pages/path_page.hpp"
#include "tocca/check/collision_model.hpp"
#include "tocca/check/path_results.hpp"
#include "tocca/plan/plan_result.hpp"
#include "tocca/plan/smoother.hpp"

namespace tocca::cli {

/// The new path as it is written (straight motions, or their curve), with the verdict of each segment, and how near it comes.
void show_plan(PathPage& page, const Plan& plan, const SmoothResult* smoothed, Eigen::Index waypoints, double length_m,
               const StepSequence& written, const ClearanceProfile& least);

/// Why there is no path: what touches at the start or at the goal; otherwise how far the direct motion gets. `goal`:
/// none for a walk, which has none.
void show_no_plan(PathPage& page, const Plan& plan, const std::string& why, const Configuration& start,
                  const std::optional<Configuration>& goal);

/// The path after smoothing as it is written (straight motions, or their curve), how near it comes, and the line of the
/// one before.
void show_smoothed(PathPage& page, const CollisionModel& model, const SmoothResult& result, const StepSequence& written,
                   const WaypointMatrix& before, const ClearanceProfile& least);

/// The path that was to be smoothed, and where it is not free.
void show_not_smoothed(PathPage& page, const SmoothResult& result, const WaypointMatrix& path);

}  // namespace tocca::cli
