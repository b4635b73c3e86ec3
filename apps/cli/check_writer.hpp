// What `tocca check` reports: the same verdicts for people (a short table) and for programs (JSON,
// docs/guide/files.md).
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "check/model/problem_pairs.hpp"
#include "result_stream.hpp"
#include "table.hpp"
#include "tocca/check/checker.hpp"
#include "tocca/io/result_writers.hpp"

namespace tocca::cli {

/// Sums up verdicts as they come, in order.
class CheckTotals {
 public:
  /// Of verdicts about the pairs of a checker.
  explicit CheckTotals(const Checker& checker);
  void add(const SegmentVerdict& segment);
  /// All verdicts are about one configuration: nothing moves.
  void set_at_rest(bool at_rest) { at_rest_ = at_rest; }

  Outcome outcome() const;                ///< contact outranks undecided outranks free
  Undecided why() const { return why_; }  ///< for undecided segments: the budget outranks the resolution
  /// A verdict about nothing is not a proof.
  bool proven() const { return proven_ && !checks_nothing(); }
  std::size_t count(Outcome outcome) const { return counts_[static_cast<std::size_t>(outcome)]; }
  /// Of those with a contact: how many in which nothing touches, but something is nearer than was asked.
  std::size_t too_near() const { return too_near_; }
  bool is_only_too_near() const { return too_near_ > 0 && too_near_ == count(Outcome::contact); }
  std::size_t segments() const;
  double micros() const { return micros_ + interval_micros_.value_or(0.0); }
  /// For the search for all stretches of contact, if there was one.
  void set_interval_micros(double micros) { interval_micros_ = micros; }
  /// How the path closes the problem's loops; must outlive it.
  void set_loops(std::span<const LoopClosure> loops) { loops_ = loops; }
  /// Is there anything that *free* is about?
  bool checks_nothing() const { return pairs_ == 0; }
  bool at_rest() const { return at_rest_; }
  /// "stats" of the JSON.
  ResultStats stats() const;

 private:
  std::size_t pairs_;
  double tolerance_m_;
  std::size_t counts_[3] = {0, 0, 0}, too_near_ = 0;
  Undecided why_ = Undecided::no;
  bool proven_ = true, at_rest_ = false;
  double micros_ = 0.0;
  std::optional<double> interval_micros_;
  Statistics work_;
  std::span<const LoopClosure> loops_;
};

/// JSON while segments arrive. Short lists are held back so that the verdict comes first; long ones are not.
class JsonWriter {
 public:
  JsonWriter(const std::string& target, bool times) : stream_(target, "--json"), times_(times) {}

  void add(const SegmentVerdict& segment);
  void finish(const CheckTotals& totals, const ContactList* contacts = nullptr);

 private:
  static constexpr std::size_t held_back = 4096;
  ResultStream stream_;
  bool times_;
  std::vector<SegmentVerdict> waiting_;
  std::optional<ResultWriter> writer_;
};

/// The table. Keeps the first few segments that are not free.
class TableWriter {
 public:
  /// Keeps a reference to the checker, which has the pairs that verdicts are about.
  explicit TableWriter(const Checker& checker) : checker_(checker) {}
  void add(const SegmentVerdict& segment);
  std::string text(const CheckTotals& totals) const;
  /// Null if there is none.
  const SegmentVerdict* first_contact() const;

 private:
  static constexpr std::size_t shown_at_most = 20;
  std::string headline(const CheckTotals& totals) const;
  void add_contacts(const SegmentVerdict& segment, bool with_distance, Table& table) const;

  const Checker& checker_;
  std::vector<SegmentVerdict> shown_;
  std::size_t more_ = 0;
};

int exit_code(Outcome outcome);
std::string point_text(const Vector3& point);  ///< millimetres and tenths

/// "pairs: 12 checked, 5 left out (3 joined by a joint, 2 --allow)"; `all`: also each of those on its own line.
std::string pairs_text(const ProblemPairs& pairs, bool all);

}  // namespace tocca::cli
