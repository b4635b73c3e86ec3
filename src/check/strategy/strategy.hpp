// What every strategy answers, before contacts are listed and containment is looked at.
#pragma once

#include "check/model/pair_filter.hpp"
#include "core/tolerance.hpp"
#include "tocca/check/checker.hpp"
#include "tocca/check/collision_model.hpp"
#include "tocca/check/motion_step.hpp"

namespace tocca {

/// Two items that are within their clearance plus the tolerance at an instant.
struct TouchingItems {
  double time = 0.0;
  int task = -1, part_b = 0;
  Index item_a = 0, item_b = 0;
};

struct FirstContact {
  Outcome outcome = Outcome::undecided;
  double lo = 0.0, hi = 1.0;  ///< contact: proven free before lo, witnessed at hi
  double free_until = 0.0;
  bool proven = true;
  int body_a = -1, body_b = -1;  ///< contact: which touch at hi; -1 where the strategy does not say
  TouchingItems items = {};      ///< of any contact: the witness, where the strategy says it
  Undecided why = Undecided::no;

  static FirstContact open(double free_until, Undecided why) {
    FirstContact result;
    result.free_until = free_until;
    result.why = why;
    return result;
  }
};

/// A task of the step's TaskTable, as set to the strategy's level, during a part of the step.
struct TaskWindow {
  int task;
  double from, to;
};

/// Finds the first contact of surfaces and solids during a step; one object for each thread, holding its scratch memory.
class FirstContactStrategy {
 public:
  virtual ~FirstContactStrategy() = default;
  virtual FirstContact first_contact(const MotionStep& step, Statistics& statistics) = 0;
  /// Any contact, where only these tasks, during these windows, are not settled yet. `hi` is a time of contact, `lo` and
  /// `free_until` say less than those of a first contact.
  virtual FirstContact any_contact(const MotionStep& step, std::span<const TaskWindow>, Statistics& statistics) {
    return first_contact(step, statistics);
  }
  /// Whoever receives the leaf decisions from now on; strategies that have none to tell ignore it.
  virtual void set_visitor(EvidenceVisitor*) {}
};

/// One that can also be asked about some pairs only, and about the rest of a step; it says which bodies touch.
class PairStrategy : public FirstContactStrategy {
 public:
  using FirstContactStrategy::first_contact;
  /// On [from, 1]. Requires from < 1.
  virtual FirstContact first_contact(const MotionStep& step, const PairFilter& filter, double from,
                                     Statistics& statistics) = 0;
};
std::unique_ptr<PairStrategy> make_pair_strategy(const CollisionModel& model, const CheckSettings& settings);

std::unique_ptr<FirstContactStrategy> make_tube_strategy(const CollisionModel& model, const CheckSettings& settings);
std::unique_ptr<FirstContactStrategy> make_interval_strategy(const CollisionModel& model,
                                                             const CheckSettings& settings);
std::unique_ptr<FirstContactStrategy> make_bisect_strategy(const CollisionModel& model, const CheckSettings& settings);
/// The one that the settings name.
std::unique_ptr<FirstContactStrategy> make_strategy(const CollisionModel& model, const CheckSettings& settings);

}  // namespace tocca
