// The arguments of `tocca walk`: a hand, a room, a way through it, and what the hand takes with it.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "scenes/walkthrough.hpp"
#include "tocca/io/result_writers.hpp"
#include "world_arguments.hpp"

namespace tocca::cli {

struct WalkArguments {
  std::string scene, hand, path, defaults, grasps;
  std::optional<double> repair_m;
  WorldArguments world;

  void add_to(CLI::App& verb);
  /// Throws InputError if a number or a name makes no sense; known before files are read.
  void require_valid() const;
  /// What the files say, or the kitchen.
  Walkthrough load() const;
  std::vector<std::pair<std::string, WorldSummary::Value>> parameters() const;
};

}  // namespace tocca::cli
