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
/// Asked about Configurations of the first robot, or of all robots, one after the other. InputError where the number of
///             coordinates is neither, or one is not finite.
/// Around      Whatever a question does not speak of rests where the problem's clock starts: other robots at their first
///             waypoints, objects at their first places, held by those that hold them from the start.
class Checker {
 public:
  /// Throws InputError where the tolerance is not positive or a clearance makes no sense (CollisionModel).
  Checker(const Problem& problem, const CheckSettings& settings = {}, const PairSettings& pairs = {});
  Checker(const Robot& robot, const Scene& scene, const CheckSettings& settings = {}, const PairSettings& pairs = {});
  ~Checker();
  Checker(Checker&&) noexcept;

  const CollisionModel& model() const noexcept;
  const CheckSettings& settings() const noexcept;
  /// Everything at rest where the problem's clock starts: what a question leaves alone is as here.
  const MotionStep& start() const noexcept;

  /// All joints move at once on the straight line between two configurations.
  SegmentVerdict check(const Configuration& from, const Configuration& to) const;
  /// While deformable bodies go through their steps.
  SegmentVerdict check(const Configuration& from, const Configuration& to,
                       std::span<const DeformableObstacle> obstacles) const;
  /// A configuration alone.
  SegmentVerdict check(const Configuration& at) const;
  /// The nearest checked pair there.
  Nearest distance(const Configuration& at) const;
  /// Row k of `from` to row k of `to`, on all cores; index k.
  std::vector<SegmentVerdict> check_edges(const WaypointMatrix& from, const WaypointMatrix& to) const;
  /// One segment of a path or of a problem's clock: its steps in order, times local to the segment; index as the sequence
  /// counts.
  SegmentVerdict check(const StepSequence& sequence, int segment) const;
  SegmentVerdict check(const Path& path, int segment) const { return check(PathSteps(path), segment); }
  /// Where that segment begins, or ends. Where two segments meet, the moment belongs to both, as it does for check(): a pair is left
  /// out there only if both leave it out.
  Nearest distance(const StepSequence& sequence, int segment, bool at_end = false) const;

  /// For loops of one's own: one for each thread.
  Query query() const;
  /// An answer with names, for a person or a file. `configuration` is filled from the step's trees.
  SegmentVerdict named(const Answer& answer, const MotionStep& step,
                       std::span<const DeformableObstacle> obstacles = {}) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace tocca
