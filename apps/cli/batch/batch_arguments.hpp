// The arguments of `tocca batch`.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "check_arguments.hpp"
#include "tocca/check/path_checker.hpp"

namespace tocca::cli {

struct BatchArguments {
  CheckArguments check;            ///< what is asked; its path stays empty
  std::vector<std::string> paths;  ///< files; none: the problem's own path
  std::string results;             ///< a folder
  std::optional<std::int64_t> chunk_size, chunk;
  std::optional<int> jobs;
  bool cut = false, status = false, serve = false;
  std::string merge;  ///< a file; empty: not asked for
  /// The options that determine the answers, as they were given.
  std::vector<std::string> determining;

  void add_to(CLI::App& verb);
  /// Reads what the parser knows: where a second file is a path, and `determining`. Throws InputError if options do not go together.
  void settle(const CLI::App& verb);
  bool names_inputs() const { return !check.question.robot.robot.empty(); }
  PathSearch search() const { return check.any ? PathSearch::any_of_each : PathSearch::every; }
};

}  // namespace tocca::cli
