// The phases of a world's step, and what they take on average: for tables and JSON alike.
#pragma once

#include <span>

#include "tocca/world/world_results.hpp"

namespace tocca {

struct WorldPhase {
  const char* name;
  double WorldStatistics::*micros;
};
inline constexpr WorldPhase world_phases[] = {{"boxes", &WorldStatistics::boxes_us},
                                              {"sweep", &WorldStatistics::sweep_us},
                                              {"narrow", &WorldStatistics::narrow_us}};

/// Of all steps; 0 if there are none.
template <class Value>
double mean_of(std::span<const WorldStatistics> steps, Value WorldStatistics::*value) {
  double sum = 0.0;
  for (const WorldStatistics& step : steps) sum += static_cast<double>(step.*value);
  return steps.empty() ? 0.0 : sum / static_cast<double>(steps.size());
}

}  // namespace tocca
