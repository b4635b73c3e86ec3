// The names that `tocca bench` knows, without all that stands behind them.
#pragma once

#include <string>
#include <vector>

namespace tocca::cli {

/// As in bench/reference.json, in the order in which they run. Not each must have been built.
std::vector<std::string> benchmark_names();

}  // namespace tocca::cli
