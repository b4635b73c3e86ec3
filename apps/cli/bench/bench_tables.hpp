// What a benchmark measured, for people.
#pragma once

#include <string>

#include "bench/bench_results.hpp"

namespace tocca::cli {

/// All tables of a run: measured | goal | met | paper | peers, with how many times as long they took.
std::string tables_text(const BenchRun& run);

/// "GNU 12.2.0, Release, -O3 -DNDEBUG, AVX2, revision 1234567"; empty for null.
std::string line_about_build(const BenchJson& build);

}  // namespace tocca::cli
