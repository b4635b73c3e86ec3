#pragma once

#include <memory>
#include <span>
#include <vector>

#include "tocca/check/query.hpp"
#include "tocca/check/settings.hpp"
#include "tocca/check/step_sequence.hpp"
#include "tocca/model/path.hpp"
#include "tocca/verdict/verdict.hpp"

namespace tocca {

struct Problem;  // tocca/model/problem.hpp
struct Robot;    // tocca/model/robot.hpp
struct Scene;    // tocca/model/scene.hpp

/// The front door: robots and a scene in, verdicts out. Immutable and thread-safe.
///
/// Guarantee   The promise of docs/promise.md. Results do not depend on the number of threads.
/// Input       Configurations of the first robot, or of all robots one after the other. Throws InputError if the number
///             of coordinates fits neither, or a coordinate is not finite.
/// The rest    Anything the query does not mention keeps its initial state: other robots are at their first waypoints,
///             objects at their first places, held by the links that hold them then, deforming bodies at rest where they
///             are when the clock starts.
class Checker {
 public:
  /// Throws InputError if the tolerance is not positive or a clearance makes no sense (CollisionModel).
  Checker(const Problem& problem, const CheckSettings& settings = {}, const PairSettings& pairs = {});
  Checker(const Robot& robot, const Scene& scene, const CheckSettings& settings = {}, const PairSettings& pairs = {});
  ~Checker();
  Checker(Checker&&) noexcept;

  const CollisionModel& model() const noexcept;
  const CheckSettings& settings() const noexcept;
  /// The initial state of everything, at rest; what a query does not mention keeps it.
  const MotionStep& start() const noexcept;

  /// All joints move at once on the straight line between two configurations.
  SegmentVerdict check(const Configuration& from, const Configuration& to) const;
  /// The same while deformable bodies move through their steps.
  SegmentVerdict check(const Configuration& from, const Configuration& to,
                       std::span<const DeformableObstacle> obstacles) const;
  /// A single configuration.
  SegmentVerdict check(const Configuration& at) const;
  /// The nearest checked pair at a configuration. InputError, here and below, if a body of the problem deforms: distances to it are
  /// not measured.
  Nearest distance(const Configuration& at) const;
  /// Edge k leads from row k of `from` to row k of `to`, and its verdict has index k. Uses all cores.
  std::vector<SegmentVerdict> check_edges(const WaypointMatrix& from, const WaypointMatrix& to,
                                          Find find = Find::first) const;
  /// One segment of a path or of a problem's clock: its steps in order. Times are local to the segment; the index is
  /// the sequence's.
  SegmentVerdict check(const StepSequence& sequence, int segment, Find find = Find::first) const;
  SegmentVerdict check(const Path& path, int segment) const { return check(PathSteps(path), segment); }
  /// Consecutive segments, from `first` on, one after the other: what one of them shows to be far apart is not asked about again in the next ones
  /// until it may have come near. Verdicts as check() has them for each, but for their statistics. Ends after a contact if `until_contact`;
  /// returns how many verdicts there are.
  std::size_t check(const StepSequence& sequence, int first, Find find, bool until_contact,
                    std::span<SegmentVerdict> verdicts) const;
  /// The nearest checked pair where that segment begins, or ends. The moment at which two segments meet belongs to
  /// both, as it does for check(): a pair is left out there only if both leave it out.
  Nearest distance(const StepSequence& sequence, int segment, bool at_end = false) const;

  /// For loops of your own; use one per thread.
  Query query() const;
  /// Adds names to an answer, for people and files. Fills `configuration` from the step's trees.
  SegmentVerdict named(const Answer& answer, const MotionStep& step,
                       std::span<const DeformableObstacle> obstacles = {}) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace tocca
