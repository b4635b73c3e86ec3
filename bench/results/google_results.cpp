#include "results/google_results.hpp"

#include <benchmark/benchmark.h>

#include "results/results.hpp"

namespace tocca::bench {
namespace {

double nanoseconds_in(const std::string& unit) {
  return unit == "s" ? 1e9 : unit == "ms" ? 1e6 : unit == "us" ? 1e3 : 1.0;
}

class Collector : public benchmark::ConsoleReporter {
 public:
  Collector(Results& results, const GoogleProgram& program)
      : ConsoleReporter(OO_Tabular), results_(&results), program_(&program) {}

  void ReportRuns(const std::vector<Run>& runs) override {
    ConsoleReporter::ReportRuns(runs);
    for (const Run& run : runs) {
      if (run.run_type == Run::RT_Iteration && !run.error_occurred) collect(run);
    }
    results_->save();
  }

 private:
  void collect(const Run& run) {
    const GooglePlace place = program_->place(run.benchmark_name());
    ResultTable& table = results_->table(place.table, program_->what);
    if (place.timed) put(table, place, place.row, program_->unit, time_ns(run) / nanoseconds_in(program_->unit));
    for (const CounterRow& counter : place.counters) {
      const auto found = run.counters.find(counter.counter);
      if (found != run.counters.end()) put(table, place, counter.row, counter.unit, found->second * counter.factor);
    }
  }

  void put(ResultTable& table, const GooglePlace& place, const std::string& name, const std::string& unit,
           double value) {
    ResultRow& row = results_->row(table, name, unit);
    if (place.peer.empty()) {
      row.value = value;
    } else {
      row.peers.push_back({place.peer, value, {}});
    }
  }

  static double time_ns(const Run& run) {
    if (const auto items = run.counters.find("items_per_second"); items != run.counters.end()) {
      return 1e9 / items->second;
    }
    const bool wall = run.benchmark_name().find("_time") != std::string::npos;  // "/real_time", "/manual_time"
    return (wall ? run.GetAdjustedRealTime() : run.GetAdjustedCPUTime()) * 1e9 /
           benchmark::GetTimeUnitMultiplier(run.time_unit);
  }

  Results* results_;
  const GoogleProgram* program_;
};

}  // namespace

int run_google_benchmarks(int count, char** words, const GoogleProgram& program) {
  Results results(count, words);
  std::vector<std::string> given(words, words + count);
  if (results.quick()) {
    given.insert(given.begin() + 1, "--benchmark_min_time=0.005");
    if (!program.quick_filter.empty()) given.insert(given.begin() + 1, "--benchmark_filter=" + program.quick_filter);
  }
  std::vector<char*> pointers;
  for (std::string& word : given) pointers.push_back(word.data());
  int number = static_cast<int>(pointers.size());
  benchmark::Initialize(&number, pointers.data());
  if (benchmark::ReportUnrecognizedArguments(number, pointers.data())) return 2;
  Collector collector(results, program);
  benchmark::RunSpecifiedBenchmarks(&collector);
  return 0;
}

}  // namespace tocca::bench
