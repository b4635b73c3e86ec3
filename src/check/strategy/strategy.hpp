// What every strategy answers, before contacts are listed and containment is tested.
#pragma once

#include "check/strategy/pair_windows.hpp"
#include "core/tolerance.hpp"
#include "tocca/check/checker.hpp"
#include "tocca/check/collision_model.hpp"
#include "tocca/check/motion_step.hpp"
#include "tocca/verdict/bracket.hpp"

namespace tocca {

/// What is known about a step: its first contact, that there is none, or up to when it is free.
struct FirstContact {
  Outcome outcome = Outcome::undecided;
  Bracket time = {};  ///< contact: proven free before lo, witnessed at hi
  double free_until = 0.0;
  bool proven = true;
  int body_a = -1, body_b = -1;  ///< contact: which touch at hi; -1 where the strategy does not say
  TouchingItems items = {};      ///< of any contact: the witness, where the strategy says it
  Undecided why = Undecided::no;

  static FirstContact none() { return {.outcome = Outcome::free, .free_until = 1.0}; }
  static FirstContact during(const Bracket& time) {
    return {.outcome = Outcome::contact, .time = time, .free_until = time.lo};
  }
  static FirstContact open(double free_until, Undecided why) { return {.free_until = free_until, .why = why}; }
};

/// Finds the first contact of surfaces and solids during a step; one object per thread, holding its scratch memory. The
/// pairs are those that MovingPairs has when filled with the tolerance, or with a level that leaves out less.
class FirstContactStrategy {
 public:
  virtual ~FirstContactStrategy() = default;
  virtual FirstContact first_contact(const MovingPairs& pairs, Statistics& statistics) = 0;
  /// Any contact, if only these windows are still open. `time.hi` is a time of contact, `time.lo` and `free_until` say
  /// less than those of a first contact.
  virtual FirstContact any_contact(const PairWindows& windows, Statistics& statistics) {
    return first_contact(windows.pairs(), statistics);
  }
  /// Any contact of these pairs.
  virtual FirstContact any_contact(const MovingPairs& pairs, Statistics& statistics) {
    return first_contact(pairs, statistics);
  }
  /// Sets the receiver of the leaf decisions from now on. Returns whether there will be any: evidence is about nodes
  /// and items, not about whole bodies, so that pairs must then be filled with a negative level.
  virtual bool set_visitor(EvidenceVisitor*) { return false; }
};

/// One that can also be asked about the rest of a step; it says which bodies touch.
class PairStrategy : public FirstContactStrategy {
 public:
  using FirstContactStrategy::first_contact;
  /// On [from, 1]. Requires from < 1.
  virtual FirstContact first_contact(const MovingPairs& pairs, double from, Statistics& statistics) = 0;
};
std::unique_ptr<PairStrategy> make_pair_strategy(const CollisionModel& model, const CheckSettings& settings);

std::unique_ptr<FirstContactStrategy> make_tube_strategy(const CollisionModel& model, const CheckSettings& settings);
std::unique_ptr<FirstContactStrategy> make_interval_strategy(const CollisionModel& model,
                                                             const CheckSettings& settings);
std::unique_ptr<FirstContactStrategy> make_bisect_strategy(const CollisionModel& model, const CheckSettings& settings);
/// The one that the settings name.
std::unique_ptr<FirstContactStrategy> make_strategy(const CollisionModel& model, const CheckSettings& settings);

}  // namespace tocca
