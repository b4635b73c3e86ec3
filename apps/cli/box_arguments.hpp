// The arguments of `tocca world`: which bodies fly about in the box, and how they are looked at.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "scenes/multi_body.hpp"
#include "tocca/io/result_writers.hpp"
#include "world_arguments.hpp"

namespace tocca::cli {

struct BoxArguments {
  PolytopeWorld polytopes;  ///< speed, spin, density and seed also for bodies from files
  std::string folder;       ///< of the user's bodies; empty: polytopes
  std::optional<int> count, faces;
  int steps = 100;
  WorldArguments world;

  void add_to(CLI::App& verb);
  /// Throws InputError if a number makes no sense; known before files are read.
  void require_valid() const;
  /// Reads or generates the bodies. Throws InputError.
  MultiBody bodies() const;
  std::vector<std::pair<std::string, WorldSummary::Value>> parameters() const;
};

}  // namespace tocca::cli
