// --pad: bodies that are taken to be larger than they are.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "tocca/core/error.hpp"
#include "tocca/model/problem.hpp"

namespace tocca::cli {

struct PadOption {
  std::vector<std::string> given;  ///< "name=metres"

  void add_to(CLI::App& verb);
  /// Adds what is given to the problem's own padding; for a body that has some already, what is given counts. Warns of
  /// links that have nothing to grow. Throws InputError.
  void apply(Problem& problem, Warnings& warnings) const;
};

}  // namespace tocca::cli
