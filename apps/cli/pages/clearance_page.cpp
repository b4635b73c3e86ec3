#include "pages/clearance_page.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "budget.hpp"
#include "length_text.hpp"
#include "table.hpp"
#include "tocca/check/collision_model.hpp"
#include "tocca/core/parallel.hpp"

namespace tocca::cli {

ClearancePage::ClearancePage(const std::string& target, const QuestionArguments& question, const Problem& problem,
                             const Checker& checker, const ClearanceSettings& settings)
    : checker_(checker),
      page_(target, "clearance", question, problem, checker, PathRecorder::Distances::left_to_the_caller),
      tolerance_m_(settings.tolerance_m),
      totals_(checker) {
  page_.say("Tolerance", fmt::format("{} m", settings.tolerance_m));
}

void ClearancePage::add(const SegmentSource& source) {
  std::vector<SegmentVerdict> verdicts(source.size());
  parallel_for(verdicts.size(),
               [&](std::size_t k) { verdicts[k] = checker_.check(source.batch(), static_cast<int>(k)); });
  for (int k = 0; k < static_cast<int>(verdicts.size()); ++k) {
    SegmentVerdict& verdict = verdicts[static_cast<std::size_t>(k)];
    const auto [begin, end] = source.clock(k);
    totals_.add(verdict);
    page_.recorder().add(source.batch(), k, {begin, end, std::move(verdict), true});
  }
  if (source.in_seconds()) page_.report().clock_unit = "s";
}

std::optional<double> ClearancePage::clock(const PathMoment& moment) {
  const auto& segments = page_.report().segments;
  if (segments.empty()) return {};
  const std::int64_t k = moment.segment - segments.front().verdict.index;
  if (k < 0 || k >= static_cast<std::int64_t>(segments.size())) return {};
  const Report::Segment& segment = segments[static_cast<std::size_t>(k)];
  if (segment.verdict.index != moment.segment) return {};
  return segment.begin + moment.t * (segment.end - segment.begin);
}

void ClearancePage::tell(const ClearanceProfile& profile, bool at_rest) {
  Report& report = page_.report();
  report.outcome = totals_.outcome();
  report.proven = totals_.proven();
  if (profile.a.empty()) {
    report.headline = "nothing was checked";
    report.summary = "There is no pair to measure: this says nothing about the motion.";
    return;
  }
  const std::string when =
      fmt::format("{} and {}, in segment {} at t = {:.5f}", profile.a, profile.b, profile.at.segment, profile.at.t);
  const std::string least = bracket_text(profile.lower, profile.upper);
  if (!profile.decided) {
    report.outcome = Outcome::undecided;
    report.summary =
        fmt::format("The least distance is {}, but it is not known to within the tolerance of {} m: {}. Nearest: {}.",
                    least, tolerance_m_, why_text(profile.why), when);
  } else if (profile.lower == 0.0) {
    report.summary = fmt::format("Something touches: {}. The table lists the first contact of each segment.", when);
  } else {
    const bool too_near = report.outcome == Outcome::contact;  // to the clearance that was asked for
    report.headline = fmt::format("{} apart, {}", least, too_near ? "too near" : "proven");
    report.summary =
        fmt::format("The least distance at {} is {}: proven.", at_rest ? "this configuration" : "any moment", least);
    if (too_near) {
      report.summary += fmt::format(
          " That is too near: the clearance to keep is {} m, unless a pair has its own; the "
          "table shows where each segment first falls short of it.",
          report.clearance_m);
    } else if (report.clearance_m > 0.0) {
      report.summary += fmt::format(" Verdicts refer to the clearance of {} m.", report.clearance_m);
    }
  }
}

void ClearancePage::finish(const ClearanceWriter& curve, const ClearanceProfile& profile, bool at_rest,
                           const Warnings& warnings) {
  Report& report = page_.report();
  tell(profile, at_rest);
  if (!profile.a.empty()) {
    std::vector<Report::Closest> nearest;
    for (const ClearanceWriter::Stretch& stretch : curve.stretches()) {
      const auto time = clock(stretch.from);
      if (!time) continue;
      report.curve.push_back({*time, stretch.lower, stretch.upper, stretch.lower_during, stretch.upper_during});
      const NearestPlace& place = stretch.nearest;
      nearest.push_back({place.body_a, place.body_b, place.point_a, place.point_b});
    }
    // Where all pairs are of one kind, the page draws the very curve that the verb writes.
    const bool known = std::ranges::all_of(nearest, [](const Report::Closest& place) { return place.a >= 0; });
    if (report.curves.size() == 1 && known)
      report.curves[0] = {report.curves[0].kind, report.curve, std::move(nearest)};
    if (const auto time = clock(profile.at)) {
      report.nearest = {*time,     profile.lower, profile.upper,
                        profile.a, profile.b,     std::array{profile.nearest.point_a, profile.nearest.point_b}};
    }
  }
  page_.say("Least distance",
            profile.a.empty() ? std::string("nothing was checked") : bracket_text(profile.lower, profile.upper));
  page_.finish(warnings);
}

}  // namespace tocca::cli
