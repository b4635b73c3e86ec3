#include "tocca/io/tool_events.hpp"

#include <ostream>

#include "io/ordered_json.hpp"
#include "tocca/tool/tool_monitor.hpp"

namespace tocca {
namespace {

using Line = OrderedJson;

void add_covered(const ToolReport& report, Line& line) {
  line["covered_s"] = Line{{"reflex", report.covered.reflex_s}, {"considered", report.covered.considered_s}};
}

}  // namespace

void ToolEvents::tell(const ToolReport& report) {
  const bool begins = report.contact && !(mood_ == Mood::contact && report.contact->initial);
  if (begins) ++contacts_;
  if (report.contact && (begins || every_)) contact(report);
  if (report.contact) mood_ = Mood::contact;
  was_undecided_ |= report.undecided_from_s.has_value();
  ++samples_[static_cast<std::size_t>(report.state)];
  const std::optional<Mood> before = mood_;
  mood_ = mood_of(report);
  const bool changes = mood_ != before;
  if (report.state == ToolState::warning && changes) ++warnings_;
  if (report.state == ToolState::warning && (changes || every_)) warning(report);
  if (report.state == ToolState::undecided && (changes || every_)) undecided(report);
  if (report.state == ToolState::clear && changes) clear(report);
}

ToolEvents::Mood ToolEvents::mood_of(const ToolReport& report) {
  switch (report.state) {
    case ToolState::contact:
      return Mood::contact;
    case ToolState::warning:
      return report.warning->horizon == WarningHorizon::reflex ? Mood::reflex : Mood::considered;
    case ToolState::clear:
      return Mood::clear;
    case ToolState::undecided:
      break;
  }
  return report.undecided_from_s ? Mood::undecided_way : Mood::undecided_horizon;
}

void ToolEvents::contact(const ToolReport& report) {
  const ToolContact& contact = *report.contact;
  Line line{{"t", contact.time_s.hi},     {"event", "contact"},
            {"time_to_contact", 0.0},     {"time", contact.time_s},
            {"initial", contact.initial}, {"point", contact.point},
            {"normal", contact.normal},   {"triangles", contact.surface_triangles},
            {"proven", report.proven}};
  if (contact.inside) line["inside"] = true;
  if (!contact.complete) line["complete"] = false;
  out_ << line << '\n' << std::flush;
}

void ToolEvents::warning(const ToolReport& report) {
  const ToolWarning& warning = *report.warning;
  Line line{{"t", report.time_s},
            {"event", "warning"},
            {"time_to_contact", warning.time_to_contact_s},
            {"horizon", warning.horizon == WarningHorizon::reflex ? "reflex" : "considered"},
            {"point", warning.point},
            {"normal", warning.normal},
            {"triangles", warning.surface_triangles},
            {"confidence", warning.confidence},
            {"spread", warning.spread_m}};
  add_covered(report, line);
  if (warning.carried) line["carried"] = true;
  if (report.undecided_from_s) line["from"] = *report.undecided_from_s;
  out_ << line << '\n' << std::flush;
}

void ToolEvents::clear(const ToolReport& report) {
  Line line{{"t", report.time_s}, {"event", "clear"}};
  if (predicts_) add_covered(report, line);
  if (!report.proven) line["proven"] = false;
  out_ << line << '\n' << std::flush;
}

void ToolEvents::undecided(const ToolReport& report) {
  Line line{{"t", report.time_s}, {"event", "undecided"}};
  if (predicts_) add_covered(report, line);
  line["reason"] = report.undecided_from_s || report.covered.is_out_of_time ? "time" : "samples";
  if (report.undecided_from_s) line["from"] = *report.undecided_from_s;
  out_ << line << '\n' << std::flush;
}

}  // namespace tocca
