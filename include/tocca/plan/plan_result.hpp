#pragma once

#include <cstdint>
#include <functional>
#include <limits>

#include "tocca/model/path.hpp"
#include "tocca/verdict/verdict.hpp"

namespace tocca {

/// Why planning ended.
enum class PlanEnd {
  found,
  start_in_contact,
  goal_in_contact,
  time_limit,
  milestone_limit,  ///< as many milestones (SBL) or steps (random walk) as allowed
  stopped           ///< by the caller
};

/// Work done by a planner.
struct PlanStatistics {
  std::int64_t milestones = 0;        ///< kept by SBL; for a random walk: waypoints
  std::int64_t samples = 0;           ///< configurations drawn and checked on their own
  std::int64_t candidates = 0;        ///< candidate paths
  std::int64_t segments = 0;          ///< motions between two configurations that were checked
  std::int64_t segments_refuted = 0;  ///< of these: in contact, or undecided because the checker's budget ran out
  double seconds = 0.0;
};

/// What a planner found. `waypoints` is empty unless `end` is found; then every segment is proven free.
struct Plan {
  PlanEnd end = PlanEnd::stopped;
  WaypointMatrix waypoints;  ///< of all robots, one after the other; a single row where start and goal are the same
  SegmentVerdict contact;    ///< start_in_contact, goal_in_contact: what touches there
  PlanStatistics statistics;
};

/// Receives a planner's progress from time to time; returning false stops it.
using PlanProgress = std::function<bool(const PlanStatistics&)>;

}  // namespace tocca
