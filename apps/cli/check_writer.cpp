#include "check_writer.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "budget.hpp"
#include "info_writer.hpp"
#include "table.hpp"
#include "tocca/check/collision_model.hpp"
#include "tocca/core/error.hpp"
#include "tocca/io/result_writers.hpp"
#include "too_near.hpp"
#include "verbs.hpp"

namespace tocca::cli {
namespace {

/// As much as the verdicts say, and no more.
const char* free_text(const CheckTotals& totals) {
  if (totals.checks_nothing()) return "free: nothing was checked";
  if (totals.at_rest()) {
    return totals.proven() ? "free at this configuration: proven" : "free at this configuration: found, but not proven";
  }
  return totals.proven() ? "free: proven for every moment" : "free: found, but not proven";
}

}  // namespace

int exit_code(Outcome outcome) {
  switch (outcome) {
    case Outcome::free:
      return exit_done;
    case Outcome::contact:
      return exit_contact;
    case Outcome::undecided:
      break;
  }
  return exit_undecided;
}

std::string point_text(const Vector3& point) {
  return fmt::format("{:.4f} {:.4f} {:.4f}", point[0], point[1], point[2]);
}

CheckTotals::CheckTotals(const Checker& checker)
    : pairs_(checker.model().problem_pairs().checked.size()), tolerance_m_(checker.settings().tolerance_m) {}

void CheckTotals::add(const SegmentVerdict& segment) {
  if (is_too_near(segment, tolerance_m_)) ++too_near_;
  ++counts_[static_cast<std::size_t>(segment.outcome)];
  if (why_ != Undecided::budget && segment.why != Undecided::no) why_ = segment.why;
  proven_ = proven_ && segment.proven;
  micros_ += segment.micros;
  work_ += segment.statistics;
}

std::size_t CheckTotals::segments() const { return counts_[0] + counts_[1] + counts_[2]; }

Outcome CheckTotals::outcome() const {
  if (count(Outcome::contact) > 0) return Outcome::contact;
  return count(Outcome::undecided) > 0 ? Outcome::undecided : Outcome::free;
}

ResultStats CheckTotals::stats() const { return {segments(), pairs_, work_, interval_micros_, loops_}; }

void JsonWriter::add(const SegmentVerdict& segment) {
  if (!writer_ && waiting_.size() < held_back) {
    waiting_.push_back(segment);
    return;
  }
  if (!writer_) {
    writer_.emplace(stream_.out(), std::nullopt, times_);
    for (const SegmentVerdict& earlier : waiting_) writer_->segment(earlier);
    std::vector<SegmentVerdict>().swap(waiting_);
  }
  writer_->segment(segment);
}

void JsonWriter::finish(const CheckTotals& totals, const ContactList* contacts) {
  const ResultWriter::Headline headline{totals.outcome(), totals.proven()};
  if (!writer_) {
    writer_.emplace(stream_.out(), headline, times_);
    for (const SegmentVerdict& segment : waiting_) writer_->segment(segment);
  }
  writer_->finish(headline, totals.stats(), contacts);
  stream_.close();
}

void TableWriter::add(const SegmentVerdict& segment) {
  if (segment.outcome == Outcome::free) return;
  if (shown_.size() < shown_at_most) {
    shown_.push_back(segment);
  } else {
    ++more_;
  }
}

const SegmentVerdict* TableWriter::first_contact() const {
  const auto first = std::find_if(shown_.begin(), shown_.end(),
                                  [](const SegmentVerdict& segment) { return segment.outcome == Outcome::contact; });
  return first == shown_.end() ? nullptr : &*first;
}

std::string TableWriter::headline(const CheckTotals& totals) const {
  switch (totals.outcome()) {
    case Outcome::free:
      return free_text(totals);
    case Outcome::contact:
      return totals.is_only_too_near() ? too_near_text(*first_contact(), checker_.model().problem_pairs()) : "contact";
    case Outcome::undecided:
      break;
  }
  return fmt::format("undecided: {}", why_text(totals.why()));
}

/// One line per pair that touches: its first contact stands for all, and the nearest for how near they are.
void TableWriter::add_contacts(const SegmentVerdict& segment, bool with_distance, Table& table) const {
  const std::string when = segment.initial ? "0 (from the start)" : fmt::format("{:.5f}", segment.time.hi);
  for (const auto& [a, b] : segment.pairs) {
    std::size_t places = 0;
    const NamedContact* first = nullptr;
    double apart = 0.0;
    for (const NamedContact& contact : segment.contacts) {
      if (contact.a != a || contact.b != b) continue;
      apart = places == 0 ? contact.distance_m : std::min(apart, contact.distance_m);
      if (places++ == 0) first = &contact;
    }
    std::vector<std::string> cells = {
        std::to_string(segment.index),          when,           a, b, first ? name_of(first->kind) : "-",
        first ? point_text(first->point) : "-", grouped(places)};
    if (with_distance) {
      cells.push_back(apart > checker_.settings().tolerance_m ? plain_length(apart) : "touching");
      cells.push_back(plain_length(asked_distance(checker_.model().problem_pairs(), a, b)));
    }
    table.add(std::move(cells));
  }
}

std::string TableWriter::text(const CheckTotals& totals) const {
  std::string text = headline(totals) + "\n";
  std::vector<Column> columns = {{"segment", true}, {"time", true}, {"a"},           {"b"},
                                 {"kind"},          {"point"},      {"places", true}};
  const bool with_distance = totals.too_near() > 0;
  if (with_distance) columns.insert(columns.end(), {{"apart", true}, {"asked", true}});
  Table contacts(std::move(columns));
  Table open({{"segment", true}, {"free until", true}, {"why"}});
  for (const SegmentVerdict& segment : shown_) {
    if (segment.outcome == Outcome::contact) add_contacts(segment, with_distance, contacts);
    if (segment.outcome == Outcome::undecided) {
      open.add({std::to_string(segment.index), fmt::format("{:.9g}", segment.free_until), name_of(segment.why)});
    }
  }
  if (!contacts.empty()) text += contacts.text();
  if (!open.empty()) text += "undecided:\n" + open.text();
  if (more_ > 0) text += fmt::format("  and {} more; --json has them all\n", counted(more_, "segment"));
  const std::size_t checked = totals.segments(), near = totals.too_near();
  std::string found = grouped(totals.count(Outcome::contact) - near) + " contact";
  if (near > 0) found = (totals.is_only_too_near() ? "" : found + ", ") + grouped(near) + " too near";
  text += fmt::format("checked: {} ({} free, {}, {} undecided) in {}", counted(checked, "segment"),
                      grouped(totals.count(Outcome::free)), found, grouped(totals.count(Outcome::undecided)),
                      time_text(totals.micros()));
  if (checked > 1) text += fmt::format(", {} each", time_text(totals.micros() / static_cast<double>(checked)));
  return text + "\n";
}

std::string pairs_text(const ProblemPairs& pairs, bool all) {
  const std::string text = "pairs: " + pairs_in_words(pairs) + "\n";
  if (!all || pairs.excluded.empty()) return text;
  Table table({{"a"}, {"b"}, {"why"}});
  for (const auto& pair : pairs.excluded) table.add({pairs.name(pair.a), pairs.name(pair.b), pairs.reason(pair)});
  return text + table.text();
}

}  // namespace tocca::cli
