#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "tocca/verdict/contact.hpp"
#include "tocca/verdict/verdict.hpp"

namespace tocca {

struct CheckSettings;   // tocca/check/settings.hpp
class CollisionModel;   // tocca/check/collision_model.hpp
class DeformableMesh;   // tocca/deformable/deformable_mesh.hpp
class EvidenceVisitor;  // tocca/verdict/verdict.hpp
class MotionStep;       // tocca/check/motion_step.hpp

/// A deformable body around the robots: links and movable objects are checked against it, the still scene is not. Its
/// step is the query's: at t = 0 the mesh's vertices are where they start, at t = 1 where they end.
struct DeformableObstacle {
  std::string name;
  const DeformableMesh* mesh = nullptr;  ///< must outlive its use
  double clearance_m = 0.0;              ///< of every link and object, grown by its padding, against it
};

/// What a query found, by indices. Points are in the world frame at time.hi.
struct Answer {
  /// One touching place of two bodies of the model. Deformable bodies are numbered after its last one: the problem's own, then the
  /// caller's (set_deformables()).
  struct Touch : Contact {
    int body_a = -1, body_b = -1;
  };
  /// The order of `touches`: by bodies, then by contacts.
  static bool in_order(const Touch& x, const Touch& y);

  Outcome outcome = Outcome::undecided;
  Undecided why = Undecided::no;  ///< the reason, if undecided
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

/// Proves that a step is free of contacts, or finds its first one (docs/promise.md). Use one object per thread; after
/// the first few questions it allocates nothing (a contact's list may still grow).
class Query {
 public:
  /// Which touching places an answer lists: all at that moment, or one of them, which is cheaper.
  enum class Touches { all, one };

  Query(const CollisionModel& model, const CheckSettings& settings);
  ~Query();
  Query(Query&&) noexcept;

  /// Set this, then ask.
  MotionStep& step();
  /// The answer is valid until the next question.
  const Answer& first_contact(Touches touches = Touches::all);
  /// Is the whole step free? A contact at any time refutes it: the one reported, at time.hi, need not be the first, and
  /// time.lo is then only a time up to which the step is known to be free. For planners, which discard colliding edges.
  const Answer& any_contact();
  /// What eight instants of a step show, for a fraction of the cost of any_contact(). `contact` and `free` are proven; most
  /// free steps stay undecided, and some that touch.
  struct Glimpse {
    Outcome outcome = Outcome::undecided;
    int open = 0;        ///< the more, the likelier a contact: stretches of time of pairs that are not proven apart
    bool blind = false;  ///< some of them are near meshes, whose contacts are not seen
  };
  /// `likely`: pairs of bodies of the model, such as those that refuted the questions before, that are looked at more closely.
  Glimpse glimpse(std::span<const std::pair<int, int>> likely = {});
  /// Is there any contact at time t of the step?
  const Answer& static_contact(double t = 0.0);
  /// Is the step proven free at time t? Like static_contact, but without a list of what touches: stops at the first
  /// pair not proven apart. For planners, which discard most configurations.
  bool free_at(double t = 0.0);
  /// The same at eight instants, first + k * spacing, which costs little more than at one: bit k of the result. Requires
  /// that all of them are times of the step.
  static constexpr int instants_at_once = 8;
  unsigned free_at(double first, double spacing);
  /// The nearest checked pair of the step at time t. InputError if a body of the problem deforms.
  Nearest distance(double t = 0.0);

  /// The following calls of first_contact() and any_contact() are about consecutive steps of a path, about so many of them: what one step has
  /// shown to be far apart is then not asked about again until it may have come near. Answers are the same but for their statistics; steps that
  /// do not begin exactly where the last one ended share nothing with it. 1: no path, or no longer.
  void begin_path(int steps);

  /// Deformable bodies beside those of the problem, to include in all following questions except distance(); none by default. InputError if one
  /// has no mesh or a clearance is negative or not finite.
  void set_deformables(std::span<const DeformableObstacle> obstacles);

  /// Receives every leaf decision of the following questions; null: none. Pairs of bounded penetration produce none,
  /// nor do deformable bodies.
  void set_visitor(EvidenceVisitor* visitor);
  /// Holds on to what the query is about, for as long as it lives.
  void keep(std::shared_ptr<const void> what) { kept_ = std::move(what); }

 private:
  struct State;
  std::shared_ptr<const void> kept_;  // outlives the state
  std::unique_ptr<State> state_;
};

}  // namespace tocca
