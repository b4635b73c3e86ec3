#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "tocca/check/query.hpp"
#include "tocca/check/settings.hpp"
#include "tocca/check/step_sequence.hpp"
#include "tocca/model/path.hpp"
#include "tocca/verdict/verdict.hpp"

namespace tocca {

class CheckerVersion;  // check/live/version.hpp
struct Problem;        // tocca/model/problem.hpp
struct Robot;          // tocca/model/robot.hpp
struct Scene;          // tocca/model/scene.hpp
struct SceneObject;

/// The nearest pair, with names; empty if there is none.
struct NamedNearest : Nearest {
  std::string a, b;
};

/// The front door: robots and a scene in, verdicts out. Thread-safe, and so is changing the scene.
///
/// Guarantee   The promise of docs/promise.md. Results do not depend on the number of threads.
/// Input       Configurations of the first robot, or of all robots one after the other. Throws InputError if the number
///             of coordinates fits neither, or a coordinate is not finite.
/// The rest    Anything the query does not mention keeps its initial state: other robots are at their first waypoints,
///             objects at their first places, held by the links that hold them then, deforming bodies at rest where they
///             are when the clock starts.
/// Versions    move() and its like make the next version of the scene; a question that is being answered keeps the one with which it began,
///             and never waits. Answers are those of a checker made anew from problem(): brackets of the same contact overlap, and are the same
///             bit for bit once the scene is compact. A copy of a checker begins with the same version, shares all that is heavy, and goes
///             its own way: take one to ask several questions about one state of the scene. Decision record 0077.
class Checker {
 public:
  /// Throws InputError if the tolerance is not positive or a clearance makes no sense (CollisionModel).
  Checker(const Problem& problem, const CheckSettings& settings = {}, const PairSettings& pairs = {});
  Checker(const Robot& robot, const Scene& scene, const CheckSettings& settings = {}, const PairSettings& pairs = {});
  ~Checker();
  Checker(const Checker& other);
  Checker(Checker&&) noexcept;

  /// Of the newest version: valid until the scene changes or becomes compact. To use it for longer, take it from a copy of the checker.
  const CollisionModel& model() const;
  const CheckSettings& settings() const;
  /// The initial state of everything, at rest; what a query does not mention keeps it.
  const MotionStep& start() const;

  /// All joints move at once on the straight line between two configurations.
  SegmentVerdict check(const Configuration& from, const Configuration& to) const;
  /// The same while deformable bodies move through their steps.
  SegmentVerdict check(const Configuration& from, const Configuration& to,
                       std::span<const DeformableObstacle> obstacles) const;
  /// A single configuration.
  SegmentVerdict check(const Configuration& at) const;
  /// The nearest checked pair at a configuration. InputError, here and below, if a body of the problem deforms: distances to it are
  /// not measured.
  NamedNearest distance(const Configuration& at) const;
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
  NamedNearest distance(const StepSequence& sequence, int segment, bool at_end = false) const;

  /// For loops of your own; use one per thread. It keeps the present version.
  Query query() const;
  /// Adds names to an answer, for people and files. Fills `configuration` from the step's trees.
  SegmentVerdict named(const Answer& answer, const MotionStep& step,
                       std::span<const DeformableObstacle> obstacles = {}) const;

  // The scene changes. Each call makes the next version, whether or not anybody said before that an object moves. They throw InputError for
  // names that are not there, poses that are none, or if time plays a part in the problem (objects that move by themselves, are held or may
  // touch for a part of the path; bodies that deform); then nothing has changed. Objects are numbered as in problem().

  void move(const std::string& object, const Pose& X_WO);
  /// Behind the other objects. Its name is that of nothing else.
  void add(const SceneObject& object);
  /// Another shape at another place under the same name, in one step: no question sees the scene without it. What was said about the object
  /// stays. For what a sensor sees anew.
  void replace(const SceneObject& object);
  /// What was said about the object (clearances, what it may touch, padding) goes with it.
  void remove(const std::string& object);
  /// A link ("link", or "robot/link" if there are several robots) holds an object from now on; X_LO: where in its frame.
  void attach(const std::string& object, const std::string& link, const Pose& X_LO);
  /// The same where the object is now, gripped by robots that stand at a configuration; empty: at their starts.
  void attach(const std::string& object, const std::string& link, const Configuration& at = {});
  /// Puts an object down.
  void detach(const std::string& object, const Pose& X_WO);
  /// The same where it is if robots stand at a configuration; empty: at their starts.
  void detach(const std::string& object, const Configuration& at = {});
  /// How far apart two bodies must stay, links or objects; zero or more.
  void set_clearance(const std::string& a, const std::string& b, double metres);
  /// Two bodies may touch, or no longer.
  void allow(const std::string& a, const std::string& b, bool may_touch = true);
  /// A body is taken to be larger by this on all sides (Padding); 0: as it is.
  void set_padding(const std::string& body, double metres);

  /// Grows with every change.
  std::uint64_t version() const;
  /// Where an object is; if a link holds it, when robots stand at a configuration (empty: at their starts).
  Pose pose(const std::string& object, const Configuration& at = {}) const;
  /// The scene as it is, with robots at rest at their starts. For files, certificates and pages, which describe one scene as a whole.
  Problem problem() const;
  /// Makes a model of the scene as it is, as if the checker were new. Happens by itself in the background when many objects have changed
  /// or none has for a while; a caller who has nothing else to do may do it now.
  void compact();

 private:
  std::shared_ptr<const CheckerVersion> newest() const;

  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace tocca
