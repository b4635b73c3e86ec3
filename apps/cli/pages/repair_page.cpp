#include "pages/repair_page.hpp"

#include <fmt/format.h>

#include "length_text.hpp"
#include "repair_writer.hpp"
#include "tocca/core/error.hpp"
#include "too_near.hpp"

namespace tocca::cli {
std::string touching_text(const SegmentVerdict& contact) {
  if (contact.pairs.empty()) return fmt::format("segment {} is not proven free", contact.index);
  const auto& [a, b] = contact.pairs.front();
  return fmt::format("{} {} {} in segment {} at t = {:.5f}", printable(a),
                     is_too_near(contact, CheckSettings{}.tolerance_m) ? "comes too near to" : "touches", printable(b),
                     contact.index, contact.time.hi);
}

void show_repaired(PathPage& page, const WaypointMatrix& given, const Repair& repair, const WaypointMatrix& repaired,
                   const ClearanceProfile& least, const Checker& judge) {
  Report& report = page.report();
  const bool changed = !repair.detours.empty();
  const auto end = changed ? static_cast<double>(std::max<Eigen::Index>(given.rows() - 1, 1)) : 0.0;
  const Patience patience(seconds_for_a_page);
  if (changed) {
    page.recorder().begin_chapter("Path as given", 0.0, "contact");
    page.add_rows(given, patience);
    page.recorder().begin_chapter("Repaired path", end, "free");
  }
  const CheckTotals totals = page.add_rows(repaired, patience, end, &judge);
  report.outcome = totals.outcome();
  report.proven = totals.proven();
  report.headline = changed ? "repaired: free, proven" : "free as it was: proven";
  const std::string proof =
      fmt::format("every moment is proven free{}.",
                  least.a.empty() ? std::string() : ": nothing comes nearer than " + at_least_text(least.lower));
  report.summary = changed ? fmt::format("As given (orange), the path is not free: {}. Repaired (green), {}",
                                         touching_text(repair.contact), proof)
                           : "The path needs no repair: " + proof;
  for (const Detour& detour : repair.detours) page.say("Replaced", detour_text(detour));
  page.tell_nearest(least, end);
}

void show_not_repaired(PathPage& page, const WaypointMatrix& given, const std::string& why) {
  const CheckTotals totals = page.add_rows(given, Patience(seconds_for_a_page));
  page.report().outcome = totals.outcome();
  page.report().proven = totals.proven();
  page.report().headline = "not repaired";
  page.report().summary = fmt::format("No way around was found: {}.", why);
}

}  // namespace tocca::cli
