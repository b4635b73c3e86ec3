#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <vector>

#include "tocca/model/path.hpp"
#include "tocca/verdict/verdict.hpp"

namespace tocca {

/// Why planning ended.
enum class PlanEnd {
  found,
  start_in_contact,
  goal_in_contact,
  unreachable,  ///< of a pose: no configuration was found in which the link is there (tocca/plan/pose_goal.hpp)
  time_limit,
  milestone_limit,  ///< as many milestones (SBL) or steps (random walk) as allowed
  stopped           ///< by the caller
};

/// Work done by a planner.
struct PlanStatistics {
  std::int64_t milestones = 0;        ///< kept in trees; for a random walk: waypoints
  std::int64_t samples = 0;           ///< configurations drawn
  std::int64_t glimpses = 0;          ///< motions that were only looked at
  std::int64_t candidates = 0;        ///< candidate paths
  std::int64_t repairs = 0;           ///< of these: refuted by a proof
  std::int64_t segments = 0;          ///< motions between two configurations that were checked
  std::int64_t segments_refuted = 0;  ///< of these: in contact, or undecided because the checker's budget ran out
  std::int64_t paths = 0;  ///< found, each shorter than the one before: more than one if it was to be optimised
  double seconds = 0.0;    ///< altogether
  double search_s = 0.0, proof_s = 0.0, simplification_s = 0.0;  ///< of these
};

/// What a planner found. `waypoints` is empty unless `end` is found; then every segment is proven free.
struct Plan {
  /// A continuous joint that reaches its goal so many turns away from the number given.
  struct Turn {
    int coordinate;
    double turns;
  };

  PlanEnd end = PlanEnd::stopped;
  WaypointMatrix waypoints;  ///< of all robots, one after the other; a single row where start and goal are the same
  SegmentVerdict contact;    ///< start_in_contact, goal_in_contact: what touches there
  std::vector<Turn> turns;
  /// Configurations that would have done as goals, and how many of them are proven free.
  struct Goals {
    std::size_t reached, free;
  };
  std::optional<Goals> goals;                 ///< if there was a choice: plan_to_any()
  Eigen::Index raw_waypoints = 0;             ///< before simplification
  double raw_length_m = 0.0, length_m = 0.0;  ///< before and after, by the metric that planners use
  PlanStatistics statistics;
};

/// A new way between two waypoints of a path, in place of what was not proven free.
struct Detour {
  int from = 0, to = 0;    ///< waypoints of the path as given, which are kept; those between, if any, are dropped
  Eigen::Index first = 0;  ///< row of the repaired path with which it begins
  Eigen::Index segments = 0;
  double length_m = 0.0;  ///< by the metric that planners use
};

/// What repair() made of a path.
struct Repair {
  PlanEnd end =
      PlanEnd::stopped;      ///< found: the path is free, as it was or with detours. Ends in contact: those of the path
  WaypointMatrix waypoints;  ///< empty unless found; then every segment is proven free
  std::vector<Detour> detours;  ///< in order; none if the path was free as it was
  int from = 0, to = 0;         ///< unless found: the waypoints between which there is no way
  SegmentVerdict
      contact;  ///< what made the first detour necessary; start_in_contact, goal_in_contact: what touches there
  PlanStatistics statistics;
};

/// Receives a planner's progress from time to time; returning false stops it.
using PlanProgress = std::function<bool(const PlanStatistics&)>;

}  // namespace tocca
