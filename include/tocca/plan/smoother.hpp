#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <vector>

#include "tocca/check/checker.hpp"
#include "tocca/core/error.hpp"

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
  std::int64_t steps = 0;                        ///< changes tried
  std::int64_t shortcuts = 0;                    ///< changes taken
  std::int64_t questions = 0;                    ///< motions that were checked for them
  double length_before_m = 0.0, length_m = 0.0;  ///< by PlanSpace::length
  double seconds = 0.0;
};

/// When smoothing ends.
struct SmoothSettings {
  std::uint64_t seed = 1;                                              ///< the same seed gives the same path
  std::int64_t most_steps = std::numeric_limits<std::int64_t>::max();  ///< changes tried
  std::int64_t most_questions =
      std::numeric_limits<std::int64_t>::max();  ///< motions checked; the last step is finished
  double time_limit_s = std::numeric_limits<double>::infinity();
  /// Ends when the last steps (200, or ten per waypoint if that is more) have shortened the path by less than this part
  /// of its length; 0: never.
  double converged_at = 1e-3;
  /// Changes that gain less than this part of the path's length are not worth a question.
  double least_gain = 0.0;
  /// Called after every step, and now and then during the proof of the path given; returning false ends the smoothing.
  std::function<bool(const SmoothStatistics&)> progress;

  /// What a planner spends on a path that it has just found: a fraction of a millisecond for an arm of seven joints.
  static SmoothSettings quick();
};

/// The shortened path, proven free, or why there is none.
struct SmoothResult {
  SmoothEnd end = SmoothEnd::not_free;
  WaypointMatrix waypoints;  ///< empty if the given path is not proven free
  SegmentVerdict refuted;    ///< not_free: the first segment that is not, with any contact of it
  SmoothStatistics statistics;
};

/// Shortens a path. First each waypoint is joined to the farthest one that can be reached. Then, by chance: shortcuts
/// (schwarzer-2002, section 4.3) between two points anywhere on the path, drawn from a window that widens with every
/// success and narrows with every failure; and waypoints that are pulled towards the straight line between their
/// neighbours, in some of their degrees of freedom.
///
/// Guarantee   The path returned is proven free at every moment: the given path is proven first, segment by segment in
///             bounded memory, unless the caller has it from a planner, which has proven it; and a change is made only
///             with proofs of all motions that it brings (a point inside a segment is rounded, so what a shortcut leaves
///             of the segments at its ends are new motions). The first and the last waypoint keep their bits. The
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

/// How fast each coordinate of all robots may move, one robot after the other: per second, per second squared, per second
/// cubed. All greater than 0; a mimic joint's limits count for the joint that it follows.
struct MotionLimits {
  Configuration velocity, acceleration, jerk;
};

/// What limits are taken where a robot's files give none.
struct LimitSettings {
  /// Radians or metres per second, per second squared. Absent: 1, as MoveIt takes, with a warning.
  std::optional<double> velocity{}, acceleration{};
  /// Without a limit of jerk, an acceleration needs this long from zero to its limit.
  double rise_s = 0.05;
  double velocity_scale = 1.0, acceleration_scale = 1.0;  ///< parts of all limits, greater than 0 and at most 1

  /// With the parts that the robots' files of limits give: of several robots, the least.
  static LimitSettings of(const Problem& problem);
};

/// The limits of all robots' joints, by Joint::rates. `missing` is told about joints without a limit of velocity or
/// acceleration for which the settings have none either: one sentence each for both kinds.
/// Throws      InputError if a setting is not positive, or a scale above 1.
MotionLimits motion_limits(const CollisionModel& model, const LimitSettings& settings, Warnings& missing);

/// How fast a curve goes, and how wide its corners are.
struct CurveSettings {
  /// Metres of PlanSpace::length per second on straight parts. Nominal: whoever executes the curve may scale its time.
  double speed = 1.0;
  /// Present: as fast as these allow, in place of `speed`.
  std::optional<MotionLimits> limits{};
  /// Corners begin and end where no link's frame is farther than this from where it is at the waypoint. 0: all robots stop
  /// at each waypoint.
  double blend_m = std::numeric_limits<double>::infinity();
};

/// A path as a robot can execute it: corners are rounded, velocities and accelerations are continuous.
struct Curve {
  bool proven = false;      ///< else nothing was found that is proven free (and, with limits, proven to keep them)
  std::vector<Path> paths;  ///< quintic, one per robot, on one clock; empty unless proven
  int corners = 0;          ///< of the polyline, between its ends
  int stops = 0;            ///< corners that are not rounded, where all robots stand still for a moment
  bool timed = false;       ///< by limits: every joint keeps its own
  std::int64_t questions = 0;
};

/// Rounds the corners of a path that is proven free (straight from row to row, each row all robots one after the other).
///
/// Around a corner the curve is the quintic between two points of the legs that has velocities along them and no
/// acceleration at its ends: at first as wide as the shorter leg and `blend_m` allow, then narrower until it is proven free;
/// if that does not help, the robots stop at the corner. They start and end at rest. On straight parts the curve goes at
/// constant speed or, with limits, speeds up and slows down: acceleration rises, stays and falls. Then each corner is taken
/// as fast as the limits and the legs beside it allow.
///
/// Guarantee   `paths` are proven free as they are, polynomials and stamps, and begin and end with the bits of the given
///             path. Velocities and accelerations are continuous everywhere. No joint leaves the range in which the given
///             path moves it, so its limits hold. With limits, no joint is faster, accelerates or jerks more at any moment,
///             in real arithmetic on the numbers of `paths`; stamps are whole nanoseconds. Proof: docs/maths/curves.md.
/// Not claimed The fastest motion along the path: accelerations are not at their limits on all of it.
/// Throws      InputError if the rows do not fit the robots, if a robot has a floating joint (files have no velocities of
///             orientations), if the speed or a limit is not positive, or the blend negative; if limits are so low that the
///             motion takes more than 100 days.
Curve curve_of(const Checker& checker, const WaypointMatrix& proven, const CurveSettings& settings = {});

}  // namespace tocca
