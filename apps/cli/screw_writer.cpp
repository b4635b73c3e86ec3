#include "screw_writer.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "check_writer.hpp"
#include "io/bracket_json.hpp"
#include "json_text.hpp"
#include "tocca/io/result.hpp"

namespace tocca::cli {
namespace {

using Json = nlohmann::ordered_json;

const char* outcome_text(Outcome outcome) {
  static constexpr const char* names[] = {"free", "contact", "undecided"};
  return names[static_cast<std::size_t>(outcome)];
}

Json counts_json(const RejectionCounts& counts) {
  return {{"tested", counts.tested},
          {"height", counts.height},
          {"outside", counts.outside},
          {"inside", counts.inside},
          {"angle", counts.angle}};
}

Json contact_json(const ScrewContact& contact, const std::string& a, const std::string& b, bool with_time) {
  Json json{{"a", a},
            {"b", b},
            {"point", contact.point},
            {"normal", contact.normal},
            {"kind", name_of(contact.kind)},
            {"triangles", contact.triangles},
            {"corners", contact.corners}};
  if (with_time) json["time"] = contact.time;
  return json;
}

}  // namespace

ScrewWriter::ScrewWriter(std::string name_a, std::string name_b, const std::string& json, bool all)
    : name_a_(std::move(name_a)), name_b_(std::move(name_b)), all_(all) {
  if (json.empty()) return;
  stream_.emplace(json, "--json");
  stream_->out() << "{\"rows\":[";
}

void ScrewWriter::add(const ScrewVerdict& verdict) {
  if (stream_) write(verdict);
  if (verdict.answer.outcome != Outcome::free && shown_ < shown_at_most) show(verdict);
  ++rows_;
  ++counts_[static_cast<std::size_t>(verdict.answer.outcome)];
  micros_ += verdict.micros;
  work_ += verdict.answer.statistics;
}

void ScrewWriter::write(const ScrewVerdict& verdict) {
  const ScrewAnswer& answer = verdict.answer;
  Json contacts = Json::array();
  for (const ScrewContact& contact : answer.contacts) {
    contacts.push_back(contact_json(contact, name_a_, name_b_, all_));
  }
  Json row{{"index", verdict.index},
           {"verdict", outcome_text(answer.outcome)},
           {"time", answer.outcome == Outcome::free ? Json(nullptr) : Json(answer.time)},
           {"free_until", answer.free_until},
           {"initial", answer.initial},
           {"contacts", std::move(contacts)},
           {"micros", verdict.micros}};
  if (answer.outcome == Outcome::undecided) row["why"] = name_of(answer.why);
  stream_->out() << (rows_ == 0 ? "\n" : ",\n") << json_text(row);
}

void ScrewWriter::show(const ScrewVerdict& verdict) {
  ++shown_;
  const ScrewAnswer& answer = verdict.answer;
  const std::string row = std::to_string(verdict.index), places = grouped(answer.contacts.size());
  if (answer.outcome == Outcome::undecided) {
    table_.add({row, fmt::format("free until {:.9f}", answer.free_until), "undecided", "-", places});
    return;
  }
  const ScrewContact* first = answer.contacts.empty() ? nullptr : &answer.contacts.front();
  table_.add({row, answer.initial ? "0 (from the start)" : fmt::format("{:.9f}", answer.time.hi),
              first ? name_of(first->kind) : "-", first ? point_text(first->point) : "-", places});
}

void ScrewWriter::finish() {
  if (!stream_) return;
  const Json stats{{"rows", rows_},
                   {"segments", work_.segments},
                   {"objects", counts_json(work_.objects)},
                   {"volumes", counts_json(work_.volumes)},
                   {"vertex_face", counts_json(work_.vertex_face)},
                   {"edge_edge", counts_json(work_.edge_edge)},
                   {"roots", work_.roots},
                   {"static_tests", work_.static_tests}};
  stream_->out() << "\n],\"verdict\":\"" << outcome_text(outcome())
                 << "\",\"proven\":true,\"stats\":" << json_text(stats) << "}\n";
  stream_->close();
}

Outcome ScrewWriter::outcome() const {
  if (count(Outcome::contact) > 0) return Outcome::contact;
  return count(Outcome::undecided) > 0 ? Outcome::undecided : Outcome::free;
}

std::string ScrewWriter::text() const {
  std::string text = table_.empty() ? "free: proven for every moment\n" : table_.text();
  const std::size_t told = count(Outcome::contact) + count(Outcome::undecided);
  if (told > shown_) text += fmt::format("  and {} more; --json has them all\n", grouped(told - shown_));
  return text + "checked: " + counts_text() + "\n";
}

std::string ScrewWriter::counts_text() const {
  std::string text =
      fmt::format("{} {} ({} free, {} contact, {} undecided) in {}", grouped(rows_), rows_ == 1 ? "motion" : "motions",
                  grouped(count(Outcome::free)), grouped(count(Outcome::contact)), grouped(count(Outcome::undecided)),
                  time_text(micros_));
  if (rows_ > 1) text += fmt::format(", {} each", time_text(micros_ / static_cast<double>(rows_)));
  return text;
}

}  // namespace tocca::cli
