// What a benchmark measured: rows of tables and curves, shown as they come and written where `tocca bench` reads them (bench/README.md).
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "plots/line_plot.hpp"

namespace tocca::bench {

/// Answers that are wrong, where they were counted.
struct WrongAnswers {
  std::optional<long long> missed, invented;
};

/// Another program on the same questions in the same run; its value is in the row's unit.
struct PeerFigure {
  std::string name;
  double value;
  WrongAnswers wrong;
};

struct ResultRow {
  std::string name;
  double value;      ///< tocca's; NaN where nothing was measured
  std::string unit;  ///< ns, us, ms, s: less is better and ratios make sense; "%", "x", "bytes", ...
  std::vector<PeerFigure> peers;
  WrongAnswers wrong;
  std::string note;  ///< "26 queries"
};

struct ResultTable {
  std::string title, what;  ///< "puma-pipes", "mean of a query"
  std::deque<ResultRow> rows;
};

/// One for each program. Reads `--json FILE` and `--quick` off the command line; the file is whole at any time, so that what was measured
/// survives whoever ends the program.
class Results {
 public:
  Results(int& count, char** words);

  /// A smoke of a few seconds was asked for: fewer repetitions, rough figures.
  bool quick() const { return quick_; }

  /// The table of this title, empty at first.
  ResultTable& table(std::string_view title, std::string_view what);
  void add(ResultTable& table, ResultRow row);
  /// Shows no row, and has it in the table at the latest when the program ends: for those that come piece by piece.
  ResultRow& row(ResultTable& table, std::string_view name, std::string_view unit);
  void add(const LinePlot& plot);
  void save() const;

 private:
  std::string file_;
  bool quick_ = false;
  std::deque<ResultTable> tables_;
  std::vector<LinePlot> plots_;
};

/// Exit code of a program that has nothing to measure here, because files are missing; it says which.
inline constexpr int exit_left_out = 77;

}  // namespace tocca::bench
