// The edges that planners ask about, and how long the answers take.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/stopwatch.hpp"
#include "peers/real_problems.hpp"
#include "tocca/check/checker.hpp"

namespace tocca::bench {

struct PlannerEdge {
  Configuration from, to;
  bool free;
};

/// What RRT-Connect asks on its way from a problem's start to its goal, edges of at most 1 rad: at most so many.
std::vector<PlannerEdge> planner_edges(const Checker& checker, const ProblemSet::Case& own, std::uint64_t seed,
                                       std::size_t most);

/// The path it finds, as it finds it; empty if that takes more questions.
WaypointMatrix planner_path(const Checker& checker, const ProblemSet::Case& own, std::uint64_t seed, std::size_t most);

/// An answer, and the least time in which it came.
struct TimedAnswer {
  bool free;
  double micros;
};

/// The best of some runs.
template <class Ask>
TimedAnswer best_of(int runs, const Ask& ask) {
  TimedAnswer answer{false, std::numeric_limits<double>::infinity()};
  for (int run = 0; run < runs; ++run) {
    const Stopwatch watch;
    answer.free = ask();
    answer.micros = std::min(answer.micros, watch.micros());
  }
  return answer;
}

double median(std::vector<double> values);
double mean(const std::vector<double>& values);

}  // namespace tocca::bench
