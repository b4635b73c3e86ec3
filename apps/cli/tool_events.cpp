#include "tool_events.hpp"

#include <nlohmann/json.hpp>

namespace tocca::cli {

using Line = nlohmann::ordered_json;

void ToolEvents::tell(const ToolReport& report) {
  const bool begins = report.contact && !(mood_ == Mood::contact && report.contact->initial);
  if (begins) ++contacts_;
  if (report.contact && (begins || every_)) contact(report);
  if (report.contact) mood_ = Mood::contact;
  if (report.undecided_from_s) return undecided(report);
  if (report.touching) return;
  if (report.warning) return warning(report);
  if (mood_ != Mood::clear) clear(report);
  mood_ = Mood::clear;
}

void ToolEvents::contact(const ToolReport& report) {
  const ToolContact& contact = *report.contact;
  Line line{{"t", contact.time_s[1]},     {"event", "contact"},
            {"time_to_contact", 0.0},     {"time", contact.time_s},
            {"initial", contact.initial}, {"point", contact.point},
            {"normal", contact.normal},   {"triangles", contact.triangles},
            {"proven", report.proven}};
  if (contact.inside) line["inside"] = true;
  if (!contact.complete) line["complete"] = false;
  out_ << line << '\n' << std::flush;
}

void ToolEvents::warning(const ToolReport& report) {
  const ToolWarning& warning = *report.warning;
  const bool reflex = warning.horizon == WarningHorizon::reflex;
  const Mood mood = reflex ? Mood::reflex : Mood::considered;
  if (mood_ != mood) ++warnings_;
  if (mood_ != mood || every_) {
    const Line line{{"t", report.time_s},
                    {"event", "warning"},
                    {"time_to_contact", warning.time_to_contact_s},
                    {"horizon", reflex ? "reflex" : "considered"},
                    {"point", warning.point},
                    {"normal", warning.normal},
                    {"triangles", warning.triangles},
                    {"confidence", warning.confidence},
                    {"spread", warning.spread_m}};
    out_ << line << '\n' << std::flush;
  }
  mood_ = mood;
}

void ToolEvents::clear(const ToolReport& report) {
  Line line{{"t", report.time_s}, {"event", "clear"}};
  if (!report.proven) line["proven"] = false;
  out_ << line << '\n' << std::flush;
}

void ToolEvents::undecided(const ToolReport& report) {
  was_undecided_ = true;
  if (mood_ != Mood::undecided || every_) {
    out_ << Line{{"t", report.time_s}, {"event", "undecided"}, {"from", *report.undecided_from_s}} << '\n'
         << std::flush;
  }
  mood_ = Mood::undecided;
}

}  // namespace tocca::cli
