// The arguments that `tocca world` and `tocca walk` share.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "budget.hpp"
#include "threads_option.hpp"
#include "tocca/world/world.hpp"

namespace tocca::cli {

struct WorldArguments {
  std::string boxes = "dynamic", broad = "auto";
  bool continuous = false, features = false;
  Budget budget{tests_a_pair, "pair", "tests"};
  ThreadsOption threads;
  std::string record, json, report;

  /// `within_steps`: what --continuous does.
  void add_to(CLI::App& verb, const char* within_steps);
  /// Throws InputError if a number or a name makes no sense.
  WorldSettings settings() const;
};

}  // namespace tocca::cli
