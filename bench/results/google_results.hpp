// Programs made with Google Benchmark: what it measures becomes rows like everybody's.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace tocca::bench {

/// A counter of a benchmark as a row of its own: counter times `factor`, in `unit`.
struct CounterRow {
  std::string counter, row, unit;
  double factor = 1.0;
};

/// Where the time of a benchmark stands: tocca's own, or a peer's in the row of the same name.
struct GooglePlace {
  std::string table, row, peer;  ///< peer empty: tocca
  std::vector<CounterRow> counters;
  bool timed = true;  ///< false: its counters are all that counts
};

struct GoogleProgram {
  std::string what;                                           ///< of every table: "time of a call"
  std::string unit = "ns";                                    ///< of every time
  std::function<GooglePlace(const std::string& name)> place;  ///< by the benchmark's name
  std::string quick_filter = {};  ///< what --quick runs, as --benchmark_filter; empty: everything
};

/// main() of such a program. Times are of the processor, or of the wall where a benchmark says so; of one item where it counts items.
int run_google_benchmarks(int count, char** words, const GoogleProgram& program);

}  // namespace tocca::bench
