#include "pages/check_page.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "table.hpp"
#include "tocca/check/collision_model.hpp"
#include "too_near.hpp"

namespace tocca::cli {
namespace {

constexpr std::size_t most_stretches = 1000;

}  // namespace

CheckPage::CheckPage(const CheckArguments& arguments, const Problem& problem, const Checker& checker)
    : page_(arguments.report, "check", arguments.question, problem, checker) {
  page_.say_settings();
  page_.say("Budget", arguments.budget.text());
}

void CheckPage::add(const SegmentSource& source, const SegmentVerdict& verdict, const CheckTotals& so_far) {
  const auto k = static_cast<int>(verdict.index - source.batch().index(0));
  const auto [begin, end] = source.clock(k);
  page_.recorder().add(source.batch(), k, {begin, end, verdict, true});
  if (!page_.due()) return;
  describe(source, so_far);
  page_.write_so_far();
}

void CheckPage::describe(const SegmentSource& source, const CheckTotals& totals) {
  Report& report = page_.report();
  report.outcome = totals.outcome();
  report.proven = totals.proven();
  tell_scope(report, {totals.checks_nothing(), totals.at_rest()});
  if (totals.is_only_too_near()) {
    const auto first = std::find_if(report.segments.begin(), report.segments.end(), [](const Report::Segment& segment) {
      return segment.verdict.outcome == Outcome::contact;
    });
    if (first != report.segments.end()) report.headline = too_near_text(first->verdict, page_.pairs());
  }
  if (source.in_seconds()) report.clock_unit = "s";
  if (source.independent()) report.segment_word = "edge";
}

void CheckPage::finish(const SegmentSource& source, const CheckTotals& totals, const Warnings& warnings,
                       std::vector<Report::Event> stretches) {
  const auto& drawn = page_.report().segments;
  for (int k = 0; k < static_cast<int>(source.size()); ++k) {
    SegmentVerdict unknown;
    unknown.index = source.batch().index(k);
    if (!drawn.empty() && unknown.index <= drawn.back().verdict.index) continue;
    const auto [begin, end] = source.clock(k);
    page_.recorder().add(source.batch(), k, {begin, end, std::move(unknown), false});
  }
  describe(source, totals);
  if (stretches.size() > most_stretches) {
    page_.report().notes.push_back(fmt::format("The page lists the first {} of {} stretches; --json has them all.",
                                               grouped(most_stretches), grouped(stretches.size())));
    stretches.resize(most_stretches);
  }
  page_.report().events = std::move(stretches);
  page_.say("Checked in", time_text(totals.micros()));
  page_.finish(warnings);
}

}  // namespace tocca::cli
