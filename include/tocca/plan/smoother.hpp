#pragma once

#include <cstdint>
#include <functional>
#include <limits>

#include "tocca/check/checker.hpp"

namespace tocca {

/// Why smoothing ended.
enum class SmoothEnd {
  converged,
  step_limit,
  time_limit,
  stopped,   ///< by the caller
  not_free,  ///< the path given is not proven free: nothing was done
  unproven,  ///< the time limit or the caller ended the proof of the path given: nothing was done
};

/// How far a path has been shortened, and by how much work.
struct SmoothStatistics {
  std::int64_t segments_proven = 0;              ///< of the path given, before anything else
  std::int64_t steps = 0;                        ///< shortcuts tried
  std::int64_t shortcuts = 0;                    ///< shortcuts taken
  double length_before_m = 0.0, length_m = 0.0;  ///< by PlanSpace::length
  double seconds = 0.0;
};

/// When smoothing ends.
struct SmoothSettings {
  std::uint64_t seed = 1;                                              ///< the same seed gives the same path
  std::int64_t most_steps = std::numeric_limits<std::int64_t>::max();  ///< shortcuts tried
  double time_limit_s = std::numeric_limits<double>::infinity();
  /// Ends when the last steps (200, or ten per waypoint if that is more) have shortened the path by less than this part
  /// of its length; 0: never.
  double converged_at = 1e-3;
  /// Called after every step, and now and then during the proof of the path given; returning false ends the smoothing.
  std::function<bool(const SmoothStatistics&)> progress;
};

/// The shortened path, proven free, or why there is none.
struct SmoothResult {
  SmoothEnd end = SmoothEnd::not_free;
  WaypointMatrix waypoints;  ///< empty if the given path is not proven free
  SegmentVerdict refuted;    ///< not_free: the first segment that is not, with any contact of it
  SmoothStatistics statistics;
};

/// Shortens a path by random shortcuts (schwarzer-2002, section 4.3): two points anywhere on the path, not only
/// waypoints, are joined by a straight motion if that is proven free. They are drawn from a window that widens with
/// every success and narrows with every failure.
///
/// Guarantee   The path returned is proven free at every moment: the given path is proven first, segment by segment in
///             bounded memory, unless the caller has it from a planner, which has proven it; and a shortcut is taken only with proofs of itself and of what it leaves of the two segments at its ends (a point inside a
///             segment is rounded, so these are new motions). The first and the last waypoint keep their bits. The
///             length by PlanSpace::length never grows.
/// Not claimed The shortest path, or a path of another homotopy class.
class Smoother {
 public:
  /// Keeps a reference to the checker.
  explicit Smoother(const Checker& checker, const SmoothSettings& settings = {})
      : checker_(checker), settings_(settings) {}

  /// Straight motions from row to row, each row all robots one after the other. Throws InputError like
  /// ConfigurationSteps.
  SmoothResult smooth(const WaypointMatrix& path) const;
  /// The same without proving the path first.
  /// Requires   That this checker has proven every segment of these rows, as planners do.
  SmoothResult smooth_proven(const WaypointMatrix& path) const;

 private:
  const Checker& checker_;
  SmoothSettings settings_;
};

}  // namespace tocca
