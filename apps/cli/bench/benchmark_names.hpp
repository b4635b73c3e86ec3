// The names that `tocca bench` knows, without what is behind them.
#pragma once

#include <string>
#include <vector>

namespace tocca::cli {

/// As in bench/reference.json, in the order in which they run. Not all need have been built.
std::vector<std::string> benchmark_names();

}  // namespace tocca::cli
