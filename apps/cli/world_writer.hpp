// What the steps of a world cost and found, as a table.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "tocca/world/world_results.hpp"

namespace tocca::cli {

class WorldWriter {
 public:
  void add(const WorldStatistics& step) { steps_.push_back(step); }

  std::size_t steps() const { return steps_.size(); }
  std::span<const WorldStatistics> each() const { return steps_; }
  std::size_t contacts() const;  ///< colliding pairs of all steps together
  /// Work and time per step, by phase.
  std::string table() const;

 private:
  std::string sweep_work() const;

  std::vector<WorldStatistics> steps_;
};

}  // namespace tocca::cli
