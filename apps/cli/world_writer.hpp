// What the steps of a world cost and found, for people (a table) and for programs (summary.json).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "pages/recording.hpp"
#include "tocca/world/world_results.hpp"

namespace tocca::cli {

class WorldWriter {
 public:
  void add(const WorldStatistics& step) { steps_.push_back(step); }

  std::size_t steps() const { return steps_.size(); }
  std::size_t contacts() const;  ///< colliding pairs of all steps together
  /// Work and time a step, by phase. `broad`: as it was asked for.
  std::string table(std::string_view broad) const;
  /// "micros_per_step", "per_step" (means) and "steps" (each), added to `summary`.
  void add_to(SummaryJson& summary) const;

 private:
  std::vector<WorldStatistics> steps_;
};

}  // namespace tocca::cli
