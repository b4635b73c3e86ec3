#include "plan_writer.hpp"

#include <fmt/format.h>

#include <cmath>

#include "length_text.hpp"
#include "table.hpp"
#include "tocca/core/error.hpp"
#include "tocca/io/result_writers.hpp"
#include "too_near.hpp"

namespace tocca::cli {
namespace {

/// "a and b, and 2 more pairs"
std::string contact_text(const SegmentVerdict& verdict) {
  if (verdict.outcome != Outcome::contact || verdict.pairs.empty()) return "nothing is proven there";
  std::string text = fmt::format("{} and {}", printable(verdict.pairs[0].first), printable(verdict.pairs[0].second));
  const std::size_t more = verdict.pairs.size() - 1;
  if (more > 0) text += fmt::format(", and {}", counted(more, "more pair"));
  return text;
}

/// Of a pose: before what touches.
std::string every_goal_touches(const Plan::Goals& goals) {
  return fmt::format(
      "{} the pose, but {}: at the nearest, ",
      goals.reached == 1 ? "one configuration reaches" : counted(goals.reached, "configuration") + " reach",
      goals.reached == 1 ? "it is in contact" : "all of them are in contact");
}

/// What is wrong with an end of the path: it touches, or keeps too little distance.
std::string end_text(const char* which, const SegmentVerdict& contact) {
  const bool near = is_too_near(contact, CheckSettings{}.tolerance_m);
  return fmt::format("the {} is {}: {}", which, near ? "too near" : "in contact", contact_text(contact));
}

std::size_t count(std::int64_t number) { return static_cast<std::size_t>(number); }

}  // namespace

std::string why_no_plan(const Plan& plan) {
  switch (plan.end) {
    case PlanEnd::start_in_contact:
      return end_text("start", plan.contact);
    case PlanEnd::goal_in_contact:
      return plan.goals ? every_goal_touches(*plan.goals) + contact_text(plan.contact) : end_text("goal", plan.contact);
    case PlanEnd::unreachable:
      return "no configuration was found that reaches the pose";
    case PlanEnd::time_limit:
      return fmt::format("the time limit was reached after {:.3g} s; there may be a path", plan.statistics.seconds);
    case PlanEnd::milestone_limit:
      return fmt::format("gave up after {} milestones; there may be a path",
                         grouped(count(plan.statistics.milestones)));
    case PlanEnd::stopped:
      return "the search was stopped; there may be a path";
    case PlanEnd::found:
      break;
  }
  return "";
}

std::string plan_table(const Plan& plan) {
  const PlanStatistics& s = plan.statistics;
  Table table({{"milestones", true},
               {"samples", true},
               {"looked at", true},
               {"checked", true},
               {"refuted", true},
               {"repairs", true},
               {"search ms", true},
               {"proof ms", true},
               {"shortening ms", true}});
  const auto milliseconds = [](double seconds) { return fmt::format("{:.{}f}", 1e3 * seconds, seconds < 0.1 ? 2 : 0); };
  table.add({grouped(count(s.milestones)), grouped(count(s.samples)), grouped(count(s.glimpses)),
             grouped(count(s.segments)), grouped(count(s.segments_refuted)), grouped(count(s.repairs)),
             milliseconds(s.search_s), milliseconds(s.proof_s), milliseconds(s.simplification_s)});
  return table.text();
}

std::string turns_line(const Plan& plan, const std::vector<std::string>& names) {
  std::string text;
  for (const Plan::Turn& turn : plan.turns) {
    const double turns = std::fabs(turn.turns);
    text += fmt::format("{} ends {} {} {} the number given, at the same place; --no-wrap keeps the number\n",
                        printable(names[static_cast<std::size_t>(turn.coordinate)]), turns,
                        turns == 1.0 ? "turn" : "turns", turn.turns < 0.0 ? "below" : "above");
  }
  return text;
}

std::string smooth_line(const SmoothResult& result) {
  const SmoothStatistics& s = result.statistics;
  const double part = s.length_before_m > 0.0 ? 100.0 * s.length_m / s.length_before_m : 100.0;
  return fmt::format("smoothed: {:.4g} m to {:.4g} m ({:.3g} %), {}; {}, {}, {:.2f} s; {}\n", s.length_before_m,
                     s.length_m, part, waypoints_text(result.waypoints.rows()), counted(count(s.steps), "step"),
                     counted(count(s.shortcuts), "shortcut"), s.seconds, name_of(result.end));
}

std::string clearance_line(const KeptClearance& kept) {
  const std::string asked = fmt::format("{:.6g} mm", 1e3 * kept.asked_m);
  if (!kept.reduced()) {
    return kept.asked_m > 0.0 ? fmt::format("clearance: {} is kept from the scene and between robots\n", asked) : "";
  }
  const char* where = kept.limit == KeptClearance::Limit::start  ? "at the start"
                      : kept.limit == KeptClearance::Limit::goal ? "at the goal"
                                                                 : "on the path as it was";
  if (!(kept.distance_m > 0.0)) {
    return fmt::format("clearance: none is kept: {} and {} touch {}\n", printable(kept.a), printable(kept.b), where);
  }
  return fmt::format("clearance: {} is kept, not {}: {} and {} are {} apart {}\n", at_least_text(kept.kept_m), asked,
                     printable(kept.a), printable(kept.b), at_least_text(kept.distance_m), where);
}

std::string preferred_line(const PreferredClearance& preferred, double length_before_m, double length_m) {
  return fmt::format("preferred clearance: {} is kept; {:.4g} m became {:.4g} m\n",
                     at_least_text(preferred.clearance_m), length_before_m, length_m);
}

std::string curve_line(const Curve& curve) {
  const Path& path = curve.paths[0];
  return fmt::format("{}: {} of {} rounded, {}; {}, {:.4g} s{}\n", curve.timed ? "timed" : "curve",
                     grouped(count(curve.corners - curve.stops)), counted(count(curve.corners), "corner"),
                     counted(count(curve.stops), "stop"), waypoints_text(path.waypoints.rows()), path.time_s.back(),
                     curve.timed ? "; every joint keeps its limits of velocity, acceleration and jerk, proven" : "");
}

std::string why_not_smoothed(const SmoothResult& result) {
  if (result.end == SmoothEnd::unproven) {
    return fmt::format("the proof that the path is free was ended after {}",
                       counted(count(result.statistics.segments_proven), "segment"));
  }
  const bool near = is_too_near(result.refuted, CheckSettings{}.tolerance_m);
  return fmt::format("the path is not free: segment {}: {}{}", result.refuted.index, near ? "too near: " : "",
                     contact_text(result.refuted));
}

}  // namespace tocca::cli
