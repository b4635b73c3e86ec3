// What benchmark programs measured, beside what papers printed and the goals.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tocca::cli {

using BenchJson = nlohmann::ordered_json;

struct BenchPeer {
  std::string name;
  double value;  ///< in the row's unit; NaN: not measured
  std::optional<long long> missed, invented;

  /// One of tocca's own alternatives: not a peer when the best peer is asked for.
  bool is_own() const { return name.starts_with("tocca"); }
};

struct BenchPaper {
  std::string paper, place;
  double value;
  std::string unit;
};

/// A goal, in words, and whether the row meets it; unknown if what it is compared with was not measured.
struct BenchGoal {
  std::string text;
  std::optional<bool> met;
};

struct BenchRow {
  std::string name;
  double value;  ///< NaN: not measured
  std::string unit, note;
  std::optional<long long> missed, invented;
  std::vector<BenchPeer> peers;
  std::vector<BenchPaper> papers;
  std::vector<BenchGoal> goals;

  /// How many times as long `other` took; empty if one of them is not a time.
  std::optional<double> times(double other, std::string_view other_unit) const;
  const BenchPeer* best_peer() const;  ///< nullptr if there is none
};

struct BenchTable {
  std::string title, what;
  std::vector<BenchRow> rows;
};

enum class BenchEnd { done, left_out, failed, interrupted };
std::string_view name_of(BenchEnd end);

/// One program's run.
struct BenchRun {
  std::string program;
  std::string asked;    ///< the paper's table that was asked for; empty: the whole program
  std::string what;     ///< and what that is
  std::string differs;  ///< where its problem is not the paper's
  BenchEnd end = BenchEnd::done;
  std::string message;  ///< why, if it is not done
  double seconds = 0.0;
  BenchJson build;  ///< null if it did not say
  std::vector<BenchTable> tables;
  BenchJson plots = BenchJson::array();
};

/// Takes over what a program wrote. Throws InputError, which names `file`, if that is not in the format of
/// bench/README.md.
void read_results(const std::string& text, const std::string& file, BenchRun& run);

BenchJson as_json(const BenchRun& run);

/// How many nanoseconds a unit has: 1e3 for "us"; empty for what is not a time.
std::optional<double> nanoseconds(std::string_view unit);

/// Three digits: "0.037", "13.4", "1,062".
std::string figure(double value);

}  // namespace tocca::cli
