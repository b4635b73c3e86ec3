#include "pages/plan_page.hpp"

#include <fmt/format.h>

#include "plan_writer.hpp"
#include "table.hpp"
#include "tocca/check/collision_model.hpp"

namespace tocca::cli {
namespace {

/// The path as it goes to the file, or as it was: checked once more, segment by segment.
CheckTotals show_checked(PathPage& page, const CheckTotals& totals) {
  page.report().outcome = totals.outcome();
  page.report().proven = totals.proven();
  page.say("Checked in", time_text(totals.micros()));
  return totals;
}

void say_work(PathPage& page, const Plan& plan) {
  const PlanStatistics& work = plan.statistics;
  page.say("Planned in", time_text(1e6 * work.seconds));
  page.say("Milestones", grouped(static_cast<std::size_t>(work.milestones)));
  page.say("Motions checked", fmt::format("{}, {} refuted", grouped(static_cast<std::size_t>(work.segments)),
                                          grouped(static_cast<std::size_t>(work.segments_refuted))));
}

void say_smoothing(PathPage& page, const SmoothResult& result) {
  const SmoothStatistics& work = result.statistics;
  page.say("Length before", fmt::format("{:.4g} m", work.length_before_m));
  page.say("Length after", fmt::format("{:.4g} m", work.length_m));
  page.say("Shortcuts", fmt::format("{} of {} tried, {:.2f} s", grouped(static_cast<std::size_t>(work.shortcuts)),
                                    grouped(static_cast<std::size_t>(work.steps)), work.seconds));
}

}  // namespace

void show_plan(PathPage& page, const Plan& plan, const SmoothResult* smoothed, Eigen::Index waypoints, double length_m,
               const StepSequence& written, const ClearanceProfile& least) {
  say_work(page, plan);
  if (smoothed) say_smoothing(page, *smoothed);
  const CheckTotals totals = show_checked(page, page.add_steps(written, Patience(seconds_for_a_page)));
  page.tell_nearest(least);
  tell_found(page.report(), {waypoints, length_m}, plan.raw_length_m, totals.checks_nothing());
}

void show_no_plan(PathPage& page, const Plan& plan, const std::string& why, const Configuration& start,
                  const std::optional<Configuration>& goal) {
  Report& report = page.report();
  say_work(page, plan);
  const bool at_start = plan.end == PlanEnd::start_in_contact, at_goal = plan.end == PlanEnd::goal_in_contact;
  const bool direct = goal && !at_start && !at_goal;
  WaypointMatrix rows(direct ? 2 : 1, start.size());
  rows.row(0) = (at_goal ? *goal : start).transpose();
  if (direct) rows.row(1) = goal->transpose();
  page.add_rows(rows);
  report.outcome = at_start || at_goal ? Outcome::contact : Outcome::undecided;
  tell_no_path(report, why);
  if (direct) report.notes.push_back("The page shows the direct motion from start to goal, and what it touches first.");
}

void show_smoothed(PathPage& page, const CollisionModel& model, const SmoothResult& result, const StepSequence& written,
                   const WaypointMatrix& before, const ClearanceProfile& least) {
  say_smoothing(page, result);
  page.recorder().add_track("Path before", ConfigurationSteps(model, before), "soft");
  const CheckTotals totals = show_checked(page, page.add_steps(written, Patience(seconds_for_a_page)));
  page.tell_nearest(least);
  tell_smoothed(page.report(), {before.rows(), result.statistics.length_before_m},
                {result.waypoints.rows(), result.statistics.length_m}, totals.checks_nothing());
}

void show_not_smoothed(PathPage& page, const SmoothResult& result, const WaypointMatrix& path) {
  show_checked(page, page.add_rows(path, Patience(seconds_for_a_page)));
  page.report().headline = "not smoothed";
  page.report().summary = fmt::format("Nothing was shortened: {}.", why_not_smoothed(result));
}

}  // namespace tocca::cli
