#include "path_repair.hpp"

#include "tocca/plan/planner.hpp"

namespace tocca::cli {
namespace {

constexpr std::int64_t most_milestones = 100'000;  // a minute or so, rather than a clock: every machine ends alike

}  // namespace

RepairedPath repair(const Checker& checker, const WaypointMatrix& path) {
  RepairedPath result;
  std::vector<Configuration> rows{path.row(0)};
  PlannerSettings settings;
  settings.most_milestones = most_milestones;
  settings.wrap = false;  // the segment ends where the next one begins
  Planner planner(checker, settings);
  const ConfigurationSteps steps(checker.model(), path);
  for (int k = 0; k < steps.segment_count(); ++k) {
    const Configuration to = path.row(k + 1);
    if (checker.check(steps, k).outcome == Outcome::free) {
      rows.push_back(to);
      continue;
    }
    const Plan plan = planner.plan(path.row(k), to);
    if (plan.end != PlanEnd::found) return {};
    SmoothResult smoothed = Smoother(checker).smooth_proven(plan.waypoints);
    for (Eigen::Index i = 1; i < smoothed.waypoints.rows(); ++i) rows.push_back(smoothed.waypoints.row(i));
    result.detours.push_back({k, plan.waypoints.rows(), std::move(smoothed)});
  }
  result.waypoints.resize(static_cast<Eigen::Index>(rows.size()), path.cols());
  for (std::size_t i = 0; i < rows.size(); ++i)
    result.waypoints.row(static_cast<Eigen::Index>(i)) = rows[i].transpose();
  return result;
}

}  // namespace tocca::cli
