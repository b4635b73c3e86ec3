#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "tocca/verdict/distance.hpp"
#include "tocca/verdict/verdict.hpp"

namespace tocca {

struct CheckSettings;   // tocca/check/settings.hpp
class CollisionModel;   // tocca/check/collision_model.hpp
class DeformableMesh;   // tocca/deformable/deformable_mesh.hpp
class EvidenceVisitor;  // tocca/verdict/evidence.hpp
class MotionStep;       // tocca/check/motion_step.hpp

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

}  // namespace tocca
