// Benchmarks as one HTML file with plots.
#pragma once

#include <string>

#include "bench/bench_results.hpp"

namespace tocca::cli {

/// The page that shows what `tocca bench --json` writes: everything in one file, its data at the end.
std::string bench_page(const BenchJson& measured);

}  // namespace tocca::cli
