// The arguments that `tocca world` and `tocca walk` share.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "threads_option.hpp"
#include "tocca/world/world.hpp"

namespace tocca::cli {

struct WorldArguments {
  std::string boxes = "dynamic", broad = "auto";
  ThreadsOption threads;
  std::string record, json, report;

  void add_to(CLI::App& verb);
  /// Throws InputError if a number or a name makes no sense.
  WorldSettings settings() const;
};

}  // namespace tocca::cli
