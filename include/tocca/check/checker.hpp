#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>

#include "tocca/check/collision_model.hpp"
#include "tocca/check/step_sequence.hpp"
#include "tocca/check/timeline.hpp"
#include "tocca/deformable/deformable_mesh.hpp"
#include "tocca/sweep/lss_culling.hpp"
#include "tocca/verdict/distance.hpp"
#include "tocca/verdict/evidence.hpp"
#include "tocca/verdict/verdict.hpp"

namespace tocca {

/// How first contacts are found: by chords and tubes (the default), by the pipeline of redon-2004, by bisection with distances
/// (schwarzer-2002). All keep the promise; they may differ where a gap is within the tolerance of the clearance.
enum class Strategy { tube, interval, bisect };

/// The stages of the paper's pipeline (redon-2004, Fig. 3), each of which can be left out, as in its Table 2.
struct IntervalStages {
  bool dynamic_bvh = true;   ///< 1: interval boxes around links
  bool swept_volume = true;  ///< 2: the volume swept by each link's line-swept sphere
  /// Who does 2. None: the processor (LssCulling). make_gl_culling of tocca::gl: OpenGL visibility queries; verdicts are
  /// then labelled not proven (SweptVolumeCulling::proven).
  CullingFactory culling = nullptr;
};

/// How a question is answered; what is asked about is in Problem and PairSettings.
struct CheckSettings {
  double tolerance_m = 1e-6;           ///< how far beyond the clearance a contact may be reported; above zero
  Strategy strategy = Strategy::tube;  ///< of first contacts
  IntervalStages stages;               ///< of Strategy::interval
  /// How many pairs of volumes and items one query may test before it gives up as undecided.
  std::uint64_t budget = std::numeric_limits<std::uint64_t>::max();
};

/// A deformable body around the robots: links and movable objects are checked against it, the still scene is not. Its step is the
/// query's: t = 0 where the mesh's vertices start, t = 1 where they end.
struct DeformableObstacle {
  std::string name;
  const DeformableMesh* mesh = nullptr;  ///< must outlive its use
  double clearance_m = 0.0;              ///< of every link and object against it
};

/// What a query found, by indices. Points are in the world frame at time.hi.
struct Answer {
  /// One touching place of two bodies of the model; deformable k comes after its last.
  struct Touch : Contact {
    int body_a = -1, body_b = -1;
  };
  /// The order of `touches`: by bodies, then as contacts are.
  static bool in_order(const Touch& x, const Touch& y);
  Outcome outcome = Outcome::undecided;
  Undecided why = Undecided::no;  ///< undecided: what stood in the way
  bool initial = false;           ///< contact at t = 0
  bool proven = true;             ///< false: a stage that proves nothing took part
  Bracket time;                   ///< contact: when it begins
  double free_until = 0.0;        ///< proven free on [0, free_until)
  std::vector<Touch> touches;     ///< in canonical order
  Statistics statistics;
};

/// Distance of the nearest checked pair at one configuration.
struct Nearest : Distance {
  int body_a = -1, body_b = -1;
};

/// Proves that a step is free of contacts, or finds its first (docs/promise.md). One object for each thread;
/// after the first few questions it allocates nothing (a contact's list may still grow).
class Query {
 public:
  Query(const CollisionModel& model, const CheckSettings& settings);
  ~Query();
  Query(Query&&) noexcept;

  /// Set this, then ask.
  MotionStep& step();
  /// The answer is valid until the next question.
  const Answer& first_contact();
  /// Is the whole step free? A contact at any time refutes it: the one reported, at time.hi, need not be the first, and time.lo is
  /// then only a time up to which the step is known to be free. For planners, who throw colliding edges away.
  const Answer& any_contact();
  /// The step at time t alone: any contact?
  const Answer& static_contact(double t = 0.0);
  /// Is the step proven free at time t? As static_contact, without a list of what touches: ends at the first pair that is not
  /// proven apart. For planners, who throw most configurations away.
  bool free_at(double t = 0.0);
  /// The nearest checked pair of the step at time t.
  Nearest distance(double t = 0.0);

  /// Deformable bodies that all following questions but distance() include; none, until told. InputError where one has no mesh or a clearance is negative or not finite.
  void set_deformables(std::span<const DeformableObstacle> obstacles);

  /// Receives every leaf decision of the following questions; null: nobody does. Pairs of bounded penetration make none, nor do
  /// deformable bodies.
  void set_visitor(EvidenceVisitor* visitor);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

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
