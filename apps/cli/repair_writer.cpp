#include "repair_writer.hpp"

#include <fmt/format.h>

#include "plan_writer.hpp"
#include "too_near.hpp"

namespace tocca::cli {

std::string detour_text(const Detour& detour) {
  const int replaced = detour.to - detour.from, dropped = replaced - 1;
  std::string text = replaced == 1 ? fmt::format("segment {}", detour.from)
                                   : fmt::format("segments {} to {}", detour.from, detour.to - 1);
  text += fmt::format(", by {} {}, {:.4g} m", detour.segments, detour.segments == 1 ? "segment" : "segments",
                      detour.length_m);
  if (dropped == 1) text += fmt::format("; waypoint {} is dropped: it is not free", detour.from + 1);
  if (dropped > 1) {
    text += fmt::format("; waypoints {} to {} are dropped: they are not free", detour.from + 1, detour.to - 1);
  }
  return text;
}

std::string why_not_repaired(const Repair& repair, double clearance_m) {
  Plan plan;
  plan.end = repair.end;
  plan.contact = repair.contact;
  plan.statistics = repair.statistics;
  const std::string why = why_no_plan(plan);
  if (repair.end == PlanEnd::start_in_contact || repair.end == PlanEnd::goal_in_contact) {
    if (!(clearance_m > 0.0) || !is_too_near(repair.contact, CheckSettings{}.tolerance_m)) return why;
    return why + fmt::format(" (nearer than the clearance of {:.6g} mm)", 1e3 * clearance_m);
  }
  return fmt::format("between waypoints {} and {}, {}", repair.from, repair.to, why);
}

}  // namespace tocca::cli
