#include "check_writer.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "budget.hpp"
#include "info_writer.hpp"
#include "table.hpp"
#include "tocca/core/error.hpp"
#include "tocca/io/result_writers.hpp"
#include "verbs.hpp"

namespace tocca::cli {
namespace {

/// One line per pair that touches: its first contact stands for all.
void add_contacts(const SegmentVerdict& segment, Table& table) {
  const std::string when = segment.initial ? "0 (from the start)" : fmt::format("{:.5f}", segment.time.hi);
  for (const auto& [a, b] : segment.pairs) {
    std::size_t places = 0;
    const NamedContact* first = nullptr;
    for (const NamedContact& contact : segment.contacts) {
      if (contact.a != a || contact.b != b) continue;
      if (places++ == 0) first = &contact;
    }
    table.add({std::to_string(segment.index), when, a, b, first ? name_of(first->kind) : "-",
               first ? point_text(first->point) : "-", grouped(places)});
  }
}

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

std::string time_text(double micros) {
  return micros < 1e3   ? fmt::format("{:.1f} us", micros)
         : micros < 1e6 ? fmt::format("{:.2f} ms", micros / 1e3)
                        : fmt::format("{:.2f} s", micros / 1e6);
}

void CheckTotals::add(const SegmentVerdict& segment) {
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

ResultStats CheckTotals::stats() const { return {segments(), pairs_, work_, interval_micros_}; }

void JsonWriter::add(const SegmentVerdict& segment) {
  if (!writer_ && waiting_.size() < held_back) {
    waiting_.push_back(segment);
    return;
  }
  if (!writer_) {
    writer_.emplace(stream_.out());
    for (const SegmentVerdict& earlier : waiting_) writer_->segment(earlier);
    std::vector<SegmentVerdict>().swap(waiting_);
  }
  writer_->segment(segment);
}

void JsonWriter::finish(const CheckTotals& totals, const ContactList* contacts) {
  const ResultWriter::Headline headline{totals.outcome(), totals.proven()};
  if (!writer_) {
    writer_.emplace(stream_.out(), headline);
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

std::string TableWriter::text(const CheckTotals& totals) const {
  const auto noun = [](std::size_t count) { return count == 1 ? "segment" : "segments"; };
  std::string text;
  switch (totals.outcome()) {
    case Outcome::free:
      text = fmt::format("{}\n", free_text(totals));
      break;
    case Outcome::contact:
      text = "contact\n";
      break;
    case Outcome::undecided:
      text = fmt::format("undecided: {}\n", why_text(totals.why()));
      break;
  }
  Table contacts({{"segment", true}, {"time", true}, {"a"}, {"b"}, {"kind"}, {"point"}, {"places", true}});
  Table open({{"segment", true}, {"free until", true}, {"why"}});
  for (const SegmentVerdict& segment : shown_) {
    if (segment.outcome == Outcome::contact) add_contacts(segment, contacts);
    if (segment.outcome == Outcome::undecided) {
      open.add({std::to_string(segment.index), fmt::format("{:.9g}", segment.free_until), name_of(segment.why)});
    }
  }
  if (!contacts.empty()) text += contacts.text();
  if (!open.empty()) text += "undecided:\n" + open.text();
  if (more_ > 0) text += fmt::format("  and {} {} more; --json has them all\n", grouped(more_), noun(more_));
  const std::size_t checked = totals.segments();
  text += fmt::format("checked: {} {} ({} free, {} contact, {} undecided) in {}", grouped(checked), noun(checked),
                      grouped(totals.count(Outcome::free)), grouped(totals.count(Outcome::contact)),
                      grouped(totals.count(Outcome::undecided)), time_text(totals.micros()));
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
