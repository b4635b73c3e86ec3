#include <algorithm>

#include "check/model/deforming_bodies.hpp"
#include "check/query_state.hpp"
#include "core/float_environment.hpp"
#include "core/index.hpp"
#include "core/interruption.hpp"
#include "tocca/core/error.hpp"
#include "tocca/core/require.hpp"

namespace tocca {

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

void Query::State::deny_distances_inside(double t) {
  const Answer::Touch* judged = nullptr;  // the latest of those of other bodies than the one before
  bool within = false;
  for (Answer::Touch& touch : answer.touches) {
    if (!(touch.distance_m > 0.0) || at(touch.body_b) >= model.bodies().size()) continue;
    if (!judged || judged->body_a != touch.body_a || judged->body_b != touch.body_b) {
      judged = &touch;
      MovingPairs::Found found = pairs.find(touch.body_a, touch.body_b);
      if (!found.pair) found = pairs.find(touch.body_b, touch.body_a);
      inside.clear();
      if (found.pair) inside_test.find(found.pair, t, inside);
      within = std::any_of(inside.begin(), inside.end(), [&](const Inside& one) { return one.part_b == found.part_b; });
    }
    if (within) touch.distance_m = 0.0;
  }
}

void Query::State::look_at_start(Answer& so_far) {
  if (so_far.why != Undecided::resolution || so_far.free_until > 0.0) return;
  touch_list.list(pairs, 0.0, so_far.touches, so_far.statistics);
  if (so_far.touches.empty() && !touch_list.unproven() && anything_inside(0.0)) list_inside(0.0);
  if (so_far.touches.empty()) return;
  so_far.outcome = Outcome::contact;
  so_far.why = Undecided::no;
  so_far.initial = true;
  so_far.time.lo = so_far.time.hi = 0.0;
}

void Query::State::look_at_deformables(Answer& so_far) {
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

unsigned Query::State::free_at(double first, double spacing, int count) {
  TOCCA_REQUIRE(0.0 <= first && 0.0 <= spacing && first + (count - 1) * spacing <= 1.0,
                "a time of a step lies inside [0, 1]");
  const FloatEnvironment environment;
  answer = {};
  const RestProof::Told told(rest, step);
  const unsigned touching = pairs.set_instants(step, settings.tolerance_m, first, spacing);
  unsigned result = 0;
  bool begun = false;
  for (int k = 0; k < count; ++k) {
    if (((touching >> k) & 1u) != 0) continue;
    if (!begun) instants.begin(pairs.movers(), pairs.volumes(), pairs.reaches());
    begun = true;
    if (all_apart(k, first + k * spacing)) result |= 1u << k;
  }
  return result;
}

bool Query::State::all_apart(int k, double t) {
  int slot = -1;
  for (const MovingPair pair : pairs) {
    if (((pair.open().surfaces >> k) & 1u) == 0) continue;
    if (slot < 0) slot = instants.add(t);
    if (probe.look(pair, instants, slot, answer.statistics) != TouchProbe::Result::apart) return false;
  }
  inside.clear();
  for (const MovingPair pair : pairs) {
    if (((pair.open().solids >> k) & 1u) != 0) inside_test.find(pair, t, inside);
    if (!inside.empty()) return false;
  }
  answer.touches.clear();  // of another instant
  const bool decided = penetration.append_touches(step, t, answer.touches, answer.statistics);
  if (!decided || !answer.touches.empty()) return false;
  return deformables.empty() || deformables.first_contact(step, {t, t}, answer.statistics).outcome == Outcome::free;
}

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
void Query::begin_path(int steps) {
  State& state = *state_;
  state.on_path = steps > 1;
  if (!state.on_path) return;
  if (!state.carried) state.carried = std::make_unique<CarriedPairs>(state.model, state.settings.tolerance_m);
  state.carried->begin(steps);
}
void Query::set_visitor(EvidenceVisitor* visitor) {
  state_->recorded = visitor != nullptr;
  state_->tells = state_->strategy->set_visitor(visitor);
}

const Answer& Query::first_contact(Touches touches) {
  const FloatEnvironment environment;
  State& state = *state_;
  const StopWhenTold stop(state.settings.stop);
  Answer& answer = state.answer;
  const RestProof::Told told(state.rest, state.step, !state.recorded);  // tests at instants are no leaves of a proof
  const State::OnPath on_path(state);
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
  } else if (answer.outcome == Outcome::contact && touches == Touches::one && found.items.pair) {
    state.touch_list.list(found.items, answer.touches);
  } else if (answer.outcome == Outcome::contact) {
    state.touch_list.list(state.pairs, answer.time.hi, answer.touches, answer.statistics);
    state.penetration.append_touches(state.step, answer.time.hi, answer.touches, answer.statistics);
    state.deformables.append_touches(state.step, answer.time.hi, answer.touches, answer.statistics);
  }
  if (answer.initial) state.deny_distances_inside(0.0);  // later ones come from outside
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
  state.deny_distances_inside(t);
  return answer;
}

bool Query::free_at(double t) { return state_->free_at(t, 0.0, 1) != 0; }
unsigned Query::free_at(double first, double spacing) { return state_->free_at(first, spacing, instants_at_once); }

Nearest Query::distance(double t) {
  TOCCA_REQUIRE(0.0 <= t && t <= 1.0, "a time of a step lies inside [0, 1]");
  const FloatEnvironment environment;
  State& state = *state_;
  refuse_deforming(state.model.deforming(), "distances to a body that deforms are not measured",
                   "ask whether a clearance is kept, or remove the body from the problem");
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
  Nearest nearest{{lower, best.upper, X_WF * best.point_a, X_WF * best.point_b}, best.pair.body_a, best.pair.body_b};
  grow_points(state.model.bodies()[at(nearest.body_a)].padding_m, state.model.bodies()[at(nearest.body_b)].padding_m,
              nearest.point_a, nearest.point_b);
  return nearest;
}

}  // namespace tocca
