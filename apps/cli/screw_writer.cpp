#include "screw_writer.hpp"

#include <fmt/format.h>

#include "check_writer.hpp"
#include "table.hpp"
#include "tocca/io/result_writers.hpp"

namespace tocca::cli {

ScrewWriter::ScrewWriter(std::string name_a, std::string name_b, const std::string& json, bool all) {
  if (json.empty()) return;
  stream_.emplace(json, "--json");
  result_.emplace(stream_->out(), std::move(name_a), std::move(name_b), all);
}

void ScrewWriter::add(const ScrewVerdict& verdict) {
  if (result_) result_->row(verdict.index, verdict.answer, verdict.micros);
  if (verdict.answer.outcome != Outcome::free && shown_ < shown_at_most) show(verdict);
  ++rows_;
  ++counts_[static_cast<std::size_t>(verdict.answer.outcome)];
  micros_ += verdict.micros;
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
  result_->finish();
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
  std::string text = fmt::format("{} ({} free, {} contact, {} undecided) in {}", counted(rows_, "motion"),
                                 grouped(count(Outcome::free)), grouped(count(Outcome::contact)),
                                 grouped(count(Outcome::undecided)), time_text(micros_));
  if (rows_ > 1) text += fmt::format(", {} each", time_text(micros_ / static_cast<double>(rows_)));
  return text;
}

}  // namespace tocca::cli
