#include <algorithm>

#include "check/clearance/step_clearance.hpp"
#include "check/steps/rest_proof.hpp"
#include "check/strategy/any_search.hpp"
#include "check/strategy/deformable_obstacles.hpp"
#include "check/strategy/inside.hpp"
#include "check/strategy/penetration_pairs.hpp"
#include "check/strategy/strategy.hpp"
#include "check/touch_list.hpp"
#include "core/float_environment.hpp"
#include "core/index.hpp"
#include "sweep/close_items.hpp"
#include "tocca/core/error.hpp"
#include "tocca/core/require.hpp"

namespace tocca {
namespace {

void take(const FirstContact& found, Answer& answer) {
  answer.outcome = found.outcome;
  answer.why = found.why;
  answer.proven = found.proven;
  answer.time = found.time;
  answer.free_until = found.free_until;
  answer.initial = found.outcome == Outcome::contact && found.time.hi == 0.0;
}

}  // namespace

std::unique_ptr<FirstContactStrategy> make_strategy(const CollisionModel& model, const CheckSettings& settings) {
  switch (settings.strategy) {
    case Strategy::interval:
      return make_interval_strategy(model, settings);
    case Strategy::bisect:
      return make_bisect_strategy(model, settings);
    case Strategy::tube:
      break;
  }
  return make_tube_strategy(model, settings);
}

bool Answer::in_order(const Touch& x, const Touch& y) {
  const std::pair of_x(x.body_a, x.body_b), of_y(y.body_a, y.body_b);
  return of_x != of_y ? of_x < of_y : comes_before(x, y);
}

struct Query::State {
  State(const CollisionModel& the_model, const CheckSettings& the_settings)
      : model(the_model),
        settings(the_settings),
        step(the_model),
        pairs(the_model),
        inside_test(the_model),
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

  /// Where nothing can follow the motion, not even from its start: what touches there is a contact all the same.
  void look_at_start(Answer& so_far) {
    if (so_far.why != Undecided::resolution || so_far.free_until > 0.0) return;
    touch_list.list(pairs, 0.0, so_far.touches, so_far.statistics);
    if (so_far.touches.empty() && !touch_list.unproven() && anything_inside(0.0)) list_inside(0.0);
    if (so_far.touches.empty()) return;
    so_far.outcome = Outcome::contact;
    so_far.why = Undecided::no;
    so_far.initial = true;
    so_far.time.lo = so_far.time.hi = 0.0;
  }

  /// Where everything else leaves a step open or free.
  void look_at_deformables(Answer& so_far) {
    const FirstContact found = deformables.first_contact(step, {0.0, 1.0}, so_far.statistics);
    if (found.outcome == Outcome::free) return;
    if (found.outcome == Outcome::undecided) {
      so_far.why = so_far.outcome == Outcome::undecided ? so_far.why : found.why;
      so_far.outcome = Outcome::undecided;
      so_far.free_until = std::min(so_far.free_until, found.free_until);
      return;
    }
    so_far.outcome = Outcome::contact;
    so_far.why = Undecided::no;
    so_far.time.lo = so_far.free_until = std::min(so_far.free_until, found.time.lo);
    so_far.time.hi = found.time.hi;
    so_far.initial = found.time.hi == 0.0;
    deformables.append_touches(step, found.time.hi, so_far.touches, so_far.statistics);
  }

  const CollisionModel& model;
  CheckSettings settings;
  MotionStep step;
  MovingPairs pairs;  ///< of the question at hand: filled once for it
  InsideTest inside_test;
  TouchList touch_list;
  PenetrationPairs penetration;
  RestProof rest;
  DeformableObstacles deformables;
  std::unique_ptr<StepClearance> nearest;  ///< made when it is first asked for
  std::unique_ptr<FirstContactStrategy> strategy;
  std::unique_ptr<AnySearch> any;  ///< made when it is first asked for
  AnySearch::Memory any_memory;
  bool recorded = false;  ///< a visitor is to receive leaf decisions,
  bool tells = false;     ///< and the strategy reports them
  std::vector<Inside> inside;
  Answer answer;
};

Query::Query(const CollisionModel& model, const CheckSettings& settings)
    : state_(std::make_unique<State>(model, settings)) {}
Query::~Query() = default;
Query::Query(Query&&) noexcept = default;

MotionStep& Query::step() { return state_->step; }
void Query::set_deformables(std::span<const DeformableObstacle> obstacles) {
  for (const DeformableObstacle& obstacle : obstacles) {
    if (obstacle.mesh && obstacle.clearance_m >= 0.0 && obstacle.clearance_m <= largest_coordinate) continue;
    throw InputError("", "deformable body '" + obstacle.name + "'",
                     "has no mesh, or its clearance is negative or not finite",
                     "give a mesh, and a clearance of at least 0 m");
  }
  state_->deformables.set(obstacles);
}
void Query::set_visitor(EvidenceVisitor* visitor) {
  state_->recorded = visitor != nullptr;
  state_->tells = state_->strategy->set_visitor(visitor);
}

const Answer& Query::first_contact() {
  const FloatEnvironment environment;
  State& state = *state_;
  Answer& answer = state.answer;
  answer.touches.clear();
  answer.statistics = {};
  const RestProof::Told told(state.rest, state.step, !state.recorded);  // tests at instants are no leaves of a proof
  state.fill();
  FirstContact found = state.strategy->first_contact(state.pairs, answer.statistics);
  if (!state.model.penetration_pairs().empty()) {
    const double until = found.outcome == Outcome::contact ? found.time.hi : 1.0;
    found = earlier(found, state.penetration.first_contact(state.step, until, answer.statistics));
  }
  if (!state.deformables.empty()) {
    const double until = found.outcome == Outcome::contact ? found.time.hi : 1.0;
    found = earlier(found, state.deformables.first_contact(state.step, {0.0, until}, answer.statistics));
  }
  take(found, answer);
  if (!answer.initial && answer.free_until > 0.0 && state.anything_inside(0.0)) {
    answer.outcome = Outcome::contact;
    answer.why = Undecided::no;
    answer.initial = true;
    answer.time.lo = answer.time.hi = answer.free_until = 0.0;
    state.list_inside(0.0);
  } else if (answer.outcome == Outcome::undecided) {
    state.look_at_start(answer);
  } else if (answer.outcome == Outcome::contact) {
    state.touch_list.list(state.pairs, answer.time.hi, answer.touches, answer.statistics);
    state.penetration.append_touches(state.step, answer.time.hi, answer.touches, answer.statistics);
    state.deformables.append_touches(state.step, answer.time.hi, answer.touches, answer.statistics);
  }
  return answer;
}

const Answer& Query::any_contact() {
  const FloatEnvironment environment;
  State& state = *state_;
  if (state.recorded) return first_contact();  // the same
  if (!state.any) state.any = std::make_unique<AnySearch>(state.model, state.settings);
  Answer& answer = state.answer;
  answer.touches.clear();
  answer.statistics = {};
  const RestProof::Told told(state.rest, state.step);
  state.any_memory.begun = false;
  state.fill();
  state.any->begin(state.pairs, state.any_memory);
  state.any->go_on(state.any_memory, -std::numeric_limits<double>::infinity(), answer.statistics);
  const FirstContact& found = state.any->found();
  take(found, answer);
  if (answer.outcome != Outcome::contact) {
    state.look_at_start(answer);
    if (answer.outcome == Outcome::contact) return answer;
    if (!state.deformables.empty()) state.look_at_deformables(answer);
    return answer;
  }
  if (found.items.pair) {
    state.touch_list.list(found.items, answer.touches);
    return answer;
  }
  state.touch_list.list(state.pairs, answer.time.hi, answer.touches, answer.statistics);
  if (answer.touches.empty() && state.anything_inside(answer.time.hi)) state.list_inside(answer.time.hi);
  state.penetration.append_touches(state.step, answer.time.hi, answer.touches, answer.statistics);
  return answer;
}

const Answer& Query::static_contact(double t) {
  TOCCA_REQUIRE(0.0 <= t && t <= 1.0, "a time of a step lies inside [0, 1]");
  const FloatEnvironment environment;
  State& state = *state_;
  Answer& answer = state.answer;
  answer = {};
  const RestProof::Told told(state.rest, state.step);
  state.fill();
  state.touch_list.list(state.pairs, t, answer.touches, answer.statistics);
  if (answer.touches.empty() && state.anything_inside(t)) state.list_inside(t);
  const bool decided = state.penetration.append_touches(state.step, t, answer.touches, answer.statistics);
  state.deformables.append_touches(state.step, t, answer.touches, answer.statistics);
  answer.initial = !answer.touches.empty();
  answer.outcome = answer.initial ? Outcome::contact : Outcome::free;
  answer.time.hi = answer.time.lo = answer.free_until = answer.initial ? 0.0 : 1.0;
  if (!answer.initial && (state.touch_list.unproven() || !decided)) {
    answer.outcome = Outcome::undecided;
    answer.why = Undecided::resolution;
    answer.free_until = 0.0;
  }
  return answer;
}

bool Query::free_at(double t) {
  TOCCA_REQUIRE(0.0 <= t && t <= 1.0, "a time of a step lies inside [0, 1]");
  const FloatEnvironment environment;
  State& state = *state_;
  Answer& answer = state.answer;
  answer = {};
  const RestProof::Told told(state.rest, state.step);
  state.fill();
  if (!state.touch_list.all_apart(state.pairs, t, answer.statistics) || state.anything_inside(t)) return false;
  const bool decided = state.penetration.append_touches(state.step, t, answer.touches, answer.statistics);
  if (!decided || !answer.touches.empty()) return false;
  return state.deformables.empty() ||
         state.deformables.first_contact(state.step, {t, t}, answer.statistics).outcome == Outcome::free;
}

Nearest Query::distance(double t) {
  TOCCA_REQUIRE(0.0 <= t && t <= 1.0, "a time of a step lies inside [0, 1]");
  const FloatEnvironment environment;
  State& state = *state_;
  if (!state.nearest) state.nearest = std::make_unique<StepClearance>(state.model);
  state.nearest->set(state.step);
  Statistics statistics;
  Witness best;
  const double lower = state.nearest->at(t, {0.0, 0.0}, best, statistics);
  if (!best.found()) return {{best.upper, best.upper}};
  const MovingPairs& pairs = state.nearest->pairs();
  if (lower > 0.0 && state.anything_inside(pairs, t)) {
    const Inside& first = state.inside.front();
    const Vector3 point = frame_of(first.pair, t) * first.point;
    return {{0.0, 0.0, point, point}, first.pair.body_a(), first.pair.body_b(first.part_b)};
  }
  const Pose X_WF = frame_of(pairs.find(best.pair.body_a, best.pair.body_b).pair, t);
  return {{lower, best.upper, X_WF * best.point_a, X_WF * best.point_b}, best.pair.body_a, best.pair.body_b};
}

}  // namespace tocca
