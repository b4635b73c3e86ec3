#include <algorithm>

#include "core/index.hpp"
#include "core/stopwatch.hpp"
#include "plan/plan_space.hpp"
#include "plan/proofs.hpp"
#include "tocca/core/parallel.hpp"
#include "tocca/plan/planner.hpp"

namespace tocca {
namespace {

void add(PlanStatistics& sum, const PlanStatistics& more) {
  sum.milestones += more.milestones;
  sum.samples += more.samples;
  sum.glimpses += more.glimpses;
  sum.candidates += more.candidates;
  sum.repairs += more.repairs;
  sum.segments += more.segments;
  sum.segments_refuted += more.segments_refuted;
  sum.paths += more.paths;
  sum.search_s += more.search_s;
  sum.proof_s += more.proof_s;
  sum.simplification_s += more.simplification_s;
}

class PathRepair {
 public:
  PathRepair(const Checker& checker, const WaypointMatrix& path, const PlannerSettings& settings)
      : checker_(checker), path_(path), settings_(settings), progress_(settings.progress) {
    settings_.wrap = false;  // a detour ends where the path goes on
    settings_.progress = [this](const PlanStatistics& of_detour) { return goes_on(of_detour); };
  }

  Repair run() {
    judge_segments();
    const int last = static_cast<int>(path_.rows()) - 1;
    rows_.push_back(path_.row(0));
    for (int k = 0; result_.end == PlanEnd::found && k < last;) k = free_[at(k)] ? keep(k) : lead_around(k);
    if (result_.end == PlanEnd::found) write_rows();
    result_.statistics.seconds = watch_.seconds();
    return std::move(result_);
  }

 private:
  /// Every segment by itself, as the proof of the whole path would have it.
  void judge_segments() {
    const ConfigurationSteps steps(checker_.model(), path_);
    free_.assign(at(std::max(steps.segment_count(), 1)), 0);
    parallel_for(free_.size(), [&](std::size_t k) {
      free_[k] = is_proof(checker_.check(steps, static_cast<int>(k), Find::any)) ? 1 : 0;
    });
    result_.end = PlanEnd::found;
    result_.statistics.segments = static_cast<std::int64_t>(free_.size());
    const auto first = std::find(free_.begin(), free_.end(), 0);
    result_.statistics.segments_refuted = std::count(first, free_.end(), 0);
    result_.statistics.proof_s = watch_.seconds();
    if (first == free_.end()) return;
    result_.contact = checker_.check(steps, static_cast<int>(first - free_.begin()));
    if (path_.rows() == 1) fail(PlanEnd::start_in_contact, 0, 0);
  }

  int keep(int k) {
    rows_.push_back(path_.row(k + 1));
    return k + 1;
  }

  /// From waypoint k to the next one that is free and leads on; returns that one.
  int lead_around(int k) {
    const int last = static_cast<int>(path_.rows()) - 1;
    int to = k + 1;
    while (to < last && !free_[at(to)] && !is_proof(checker_.check(path_.row(to)))) ++to;
    const Plan plan = planner().plan(path_.row(k), path_.row(to));
    add(result_.statistics, plan.statistics);
    if (plan.end != PlanEnd::found) {
      if (plan.contact.outcome == Outcome::contact) result_.contact = plan.contact;
      return fail(plan.end, k, to);
    }
    const Stopwatch watch;
    const SmoothResult smoothed = Smoother(checker_, shortening()).smooth_proven(plan.waypoints);
    result_.statistics.simplification_s += watch.seconds();
    const WaypointMatrix& way = smoothed.waypoints;
    result_.detours.push_back(
        {k, to, static_cast<Eigen::Index>(rows_.size()) - 1, way.rows() - 1, smoothed.statistics.length_m});
    for (Eigen::Index i = 1; i < way.rows(); ++i) rows_.push_back(way.row(i));
    return to;
  }

  int fail(PlanEnd end, int from, int to) {
    result_.end = end;
    result_.from = from;
    result_.to = to;
    return to;
  }

  Planner planner() {
    PlannerSettings left = settings_;
    left.time_limit_s -= watch_.seconds();
    return Planner(checker_, left);
  }

  SmoothSettings shortening() {
    SmoothSettings left;
    left.seed = settings_.seed;
    left.time_limit_s = settings_.time_limit_s - watch_.seconds();
    left.progress = [this](const SmoothStatistics&) { return goes_on({}); };
    return left;
  }

  bool goes_on(const PlanStatistics& of_detour) const {
    if (!progress_) return true;
    PlanStatistics all = result_.statistics;
    add(all, of_detour);
    return progress_(all);
  }

  void write_rows() {
    result_.waypoints.resize(static_cast<Eigen::Index>(rows_.size()), path_.cols());
    for (std::size_t i = 0; i < rows_.size(); ++i)
      result_.waypoints.row(static_cast<Eigen::Index>(i)) = rows_[i].transpose();
  }

  const Checker& checker_;
  const WaypointMatrix& path_;
  PlannerSettings settings_;
  PlanProgress progress_;  // the caller's
  Stopwatch watch_;
  std::vector<char> free_;  // segment by segment: proven
  std::vector<Configuration> rows_;
  Repair result_;
};

}  // namespace

Repair repair(const Checker& checker, const WaypointMatrix& path, const PlannerSettings& settings) {
  return PathRepair(Checker(checker), path, settings).run();
}

}  // namespace tocca
