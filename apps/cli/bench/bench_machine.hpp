// What a benchmark ran on.
#pragma once

#include <cstdint>
#include <string>

#include "bench/bench_results.hpp"

namespace tocca::cli {

struct Machine {
  std::string processor, kernel, governor;  ///< governor empty: the kernel does not say
  int cores = 0;                            ///< that this program may use
  std::uint64_t memory_bytes = 0;
  double load = 0.0;  ///< of the last minute, before anything was measured

  /// Other work is running: what is measured is an upper bound.
  bool busy() const { return load > 0.5; }
};

Machine this_machine();
BenchJson as_json(const Machine& machine);
std::string line_about(const Machine& machine);

}  // namespace tocca::cli
