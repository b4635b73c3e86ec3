// The scratch memory of a query, and what its questions share.
#pragma once

#include "check/clearance/step_clearance.hpp"
#include "check/steps/rest_proof.hpp"
#include "check/strategy/any_search.hpp"
#include "check/strategy/carried_pairs.hpp"
#include "check/strategy/deformable_obstacles.hpp"
#include "check/strategy/inside.hpp"
#include "check/strategy/penetration_pairs.hpp"
#include "check/strategy/strategy.hpp"
#include "check/strategy/touch_probe.hpp"
#include "check/touch_list.hpp"

namespace tocca {

/// No bracket is shorter, unless it begins at 0. A quarter of the greatest length of one.
inline constexpr double least_bracket = 0x1p-22;

inline void take(const FirstContact& found, Answer& answer) {
  answer.outcome = found.outcome;
  answer.why = found.why;
  answer.proven = found.proven;
  answer.time = found.time;
  answer.free_until = found.free_until;
  answer.initial = found.outcome == Outcome::contact && found.time.hi == 0.0;
  if (found.outcome != Outcome::contact) return;
  // Two proofs of one contact end at moments that differ by little: what is claimed to be free ends a little earlier, so that their brackets overlap.
  answer.time.lo = std::min(answer.time.lo, std::max(0.0, answer.time.hi - least_bracket));
  answer.free_until = std::min(answer.free_until, answer.time.lo);
}

struct Query::State {
  State(const CollisionModel& the_model, const CheckSettings& the_settings)
      : model(the_model),
        settings(the_settings),
        step(the_model),
        pairs(the_model),
        inside_test(the_model),
        probe(the_settings.tolerance_m),
        touch_list(the_settings.tolerance_m),
        penetration(the_model, the_settings),
        rest(the_model, the_settings.tolerance_m),
        deformables(the_model, the_settings),
        strategy(make_strategy(the_model, the_settings)) {}

  /// What the question is about. Lists of contacts reach as far as the tolerance, strategies half as far; evidence is
  /// about nodes and items, so that no pair of bodies may be left out as a whole.
  void fill() { pairs.set(step, tells ? -1.0 : settings.tolerance_m); }

  /// One body wholly inside another at time t. Surfaces are apart there, so the test at one point of each piece
  /// decides.
  bool anything_inside(double t) { return anything_inside(pairs, t); }
  bool anything_inside(const MovingPairs& of, double t) {
    inside.clear();
    inside_test.find(of, t, inside);
    return !inside.empty();
  }
  void list_inside(double t) {
    for (const Inside& found : inside) {
      const Contact place{frame_of(found.pair, t) * found.point, Vector3::UnitZ(), ContactKind::inside};
      answer.touches.push_back({place, found.pair.body_a(), found.pair.body_b(found.part_b)});
    }
  }

  /// What is inside a solid is not apart from it, however far away the surface is: contacts at time t that may be such.
  void deny_distances_inside(double t);

  /// Where nothing can follow the motion, not even from its start: what touches there is a contact all the same.
  void look_at_start(Answer& so_far);
  /// Where everything else leaves a step open or free.
  void look_at_deformables(Answer& so_far);
  /// A bit for each of the first `count` instants that is proven free.
  unsigned free_at(double first, double spacing, int count);
  /// Everything at instant k of the list, whose time is t.
  bool all_apart(int k, double t);

  /// While it lives, pairs that earlier steps of the path have shown to be far are left out; then the path learns what came of the step.
  class OnPath {
   public:
    explicit OnPath(State& state) : state_(state) {
      state.answer.touches.clear();
      state.answer.statistics = {};
      state.answer.outcome = Outcome::undecided;
      if (!state.on_path || state.recorded) return;
      state.carried->set(state.step, state.answer.statistics);
      state.pairs.leave_out(state.carried->far());
    }
    ~OnPath() {
      if (!state_.on_path || state_.recorded) return;
      state_.pairs.leave_out({});
      state_.carried->told(state_.answer.outcome == Outcome::free && state_.answer.proven);
    }
    OnPath(const OnPath&) = delete;
    OnPath& operator=(const OnPath&) = delete;

   private:
    State& state_;
  };

  // any_contact.cpp
  const Answer& any_by_states();
  const Answer& any_by_distances();
  FirstContact refute_at_instants();
  bool touches_at_instants(std::span<const std::pair<int, int>> likely);
  Answer::Touch overlap(const TouchingItems& items) const;

  const CollisionModel& model;
  CheckSettings settings;
  MotionStep step;
  MovingPairs pairs;  ///< of the question at hand: filled once for it
  InsideTest inside_test;
  InstantTable instants;
  TouchProbe probe;
  TouchList touch_list;
  PenetrationPairs penetration;
  RestProof rest;
  DeformableObstacles deformables;
  std::unique_ptr<StepClearance> nearest;  ///< made when it is first asked for
  std::unique_ptr<FirstContactStrategy> strategy;
  std::unique_ptr<AnySearch> any;  ///< made when it is first asked for
  AnySearch::Memory any_memory;
  std::unique_ptr<CarriedPairs> carried;  ///< made when a path first begins
  bool on_path = false;
  bool recorded = false;  ///< a visitor is to receive leaf decisions,
  bool tells = false;     ///< and the strategy reports them
  std::vector<Inside> inside;
  Answer answer;
};

}  // namespace tocca
