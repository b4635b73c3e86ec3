#pragma once

#include <memory>

#include "tocca/check/checker.hpp"
#include "tocca/plan/plan_result.hpp"
#include "tocca/plan/smoother.hpp"

namespace tocca {

/// How a path is searched for: two trees on glimpses, proven where they meet (RRT-Connect); or schwarzer-2002's planner
/// ("A-SBL").
enum class PlanMethod { rrt_connect, sbl };

/// How a planner searches, when it gives up, what it makes of a path.
struct PlannerSettings {
  PlanMethod method = PlanMethod::rrt_connect;
  std::uint64_t seed = 1;  ///< the same seed gives the same path
  double time_limit_s = std::numeric_limits<double>::infinity();
  std::int64_t most_milestones = 1'000'000;  ///< gives up after this many
  /// RRT-Connect: the longest step of a tree, by the metric of the path's length. 0: a fourteenth of the space.
  double range_m = 0.0;
  double neighbourhood = 0.15;  ///< SBL: where milestones are drawn, as a part of each joint's range
  bool simplify = true;         ///< shorten what was found, with this budget
  SmoothSettings simplification = SmoothSettings::quick();
  /// Goes on looking for shorter paths for so many seconds: the longer, the shorter the path. Then the path depends on
  /// the clock, not on the seed alone.
  double optimise_s = 0.0;
  /// A continuous joint may reach its goal whole turns away, if that is nearer to the start. False: it ends with the very
  /// number that the goal has.
  bool wrap = true;
  PlanProgress progress;
};

/// The front door to planning: a path from one configuration to another, simplified. Use one object per thread; plans after
/// the first one allocate little. Keeps a reference to the checker.
///
/// Guarantee   Every segment of a returned path is proven free by the checker in the direction in which the path runs through
///             it; it begins with the bits of `start` and ends with those of `goal`, or of `goal` and the whole turns
///             of continuous joints that Plan::turns names. The same seed gives the same path with any number of
///             threads, whatever was planned before, unless the time limit or the caller ends it.
/// Not claimed That a path is found where there is one (the probability grows to 1 with time), or that there is none where none
///             was found.
class Planner {
 public:
  explicit Planner(const Checker& checker, const PlannerSettings& settings = {});
  ~Planner();
  Planner(Planner&&) noexcept;

  /// Configurations hold all robots, one after the other; otherwise throws InputError. They may be outside the limits;
  /// everything between the two lies inside.
  Plan plan(const Configuration& start, const Configuration& goal);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Leads a path, straight from row to row, around what it touches: between waypoints that are free, only where the motion is
/// not proven free. Waypoints in contact are dropped; the others, and all motions that are free, stay as they are. Each
/// detour is planned with `settings` (without wrapping: it ends where the path goes on) and shortened until that
/// converges; `progress` is asked all the while.
///
/// Guarantee   As Planner. The first and the last waypoint keep their bits.
/// Fails       InputError if the rows do not hold all robots, one after the other.
Repair repair(const Checker& checker, const WaypointMatrix& path, const PlannerSettings& settings = {});

}  // namespace tocca
