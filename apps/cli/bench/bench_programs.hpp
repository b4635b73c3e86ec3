// Which benchmark programs there are, and how one of them is run.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "bench/bench_results.hpp"

namespace tocca::cli {

/// Where the programs are: `asked` if it is not empty, else beside this program, else in libexec/tocca/bench of its installation.
/// Throws InputError, which says how to build them, if there are none.
std::filesystem::path bench_folder(const std::string& asked);

/// Names of the programs in a folder, without "bench_": those of `order` first and in that order, then alphabetically.
std::vector<std::string> bench_names(const std::filesystem::path& folder, const std::vector<std::string>& order);

/// Shown while a program runs: what it said last.
using BenchTick = std::function<void(const std::string& at)>;

/// Runs bench_NAME until it ends or Ctrl-C is pressed. Takes over what it measured, even then. `arguments`: which parts of it.
BenchRun run_bench(const std::filesystem::path& folder, const std::string& name,
                   const std::vector<std::string>& arguments, bool quick, const BenchTick& tick);

}  // namespace tocca::cli
