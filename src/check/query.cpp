#include <algorithm>
#include <bit>
#include <cmath>

#include "check/clearance/step_clearance.hpp"
#include "check/steps/rest_proof.hpp"
#include "check/strategy/any_search.hpp"
#include "check/strategy/deformable_obstacles.hpp"
#include "check/strategy/inside.hpp"
#include "check/strategy/penetration_pairs.hpp"
#include "check/strategy/strategy.hpp"
#include "check/strategy/touch_probe.hpp"
#include "check/touch_list.hpp"
#include "core/float_environment.hpp"
#include "core/index.hpp"
#include "sweep/close_items.hpp"
#include "tocca/core/error.hpp"
#include "tocca/core/require.hpp"

namespace tocca {
namespace {

/// Bodies among meshes are tested at so many instants before the proof is tried, which finds contacts as well.
constexpr int most_probes = 3;

/// The direction in which a point inside a box, a cylinder or a ball is nearest to its surface; about, where it is in the middle.
Vector3 way_out(const Part::Primitive& solid, const Vector3& point) {
  const Vector3 own = solid.pose.inverse() * point;
  Vector3 out = own;
  if (const auto* box = std::get_if<Box>(&solid.geometry)) {
    int axis = 0;
    (0.5 * box->size - own.cwiseAbs()).minCoeff(&axis);
    out = Vector3::Unit(axis) * (own[axis] < 0.0 ? -1.0 : 1.0);
  } else if (const auto* cylinder = std::get_if<Cylinder>(&solid.geometry)) {
    const bool by_end = 0.5 * cylinder->length - std::fabs(own.z()) < cylinder->radius - own.head<2>().norm();
    out = by_end ? Vector3(0.0, 0.0, own.z() < 0.0 ? -1.0 : 1.0) : Vector3(own.x(), own.y(), 0.0);
  }
  const double length = out.norm();
  return solid.pose.rotation * (length > 0.0 ? Vector3(out / length) : Vector3::UnitX());
}

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

  /// What eight instants show, then a proof of the pairs and stretches of time that they leave open.
  const Answer& any_by_states() {
    answer.touches.clear();
    answer.statistics = {};
    const RestProof::Told told(rest, step);
    if (pairs.set_unless_seen(step, settings.tolerance_m)) {
      take(FirstContact::during({0.0, pairs.seen().time}), answer);
      answer.touches.push_back(overlap(pairs.seen()));
      return answer;
    }
    FirstContact found = refute_at_instants();
    if (found.outcome != Outcome::contact) found = strategy->any_contact(pairs, answer.statistics);
    take(found, answer);
    if (answer.outcome == Outcome::free && anything_inside(0.0)) {
      take(FirstContact::during({0.0, 0.0}), answer);
      list_inside(0.0);
      return answer;
    }
    if (answer.outcome == Outcome::free && !model.penetration_pairs().empty()) {
      FirstContact apart = penetration.first_contact(step, 1.0, answer.statistics);
      apart.proven = apart.proven && (found.proven || apart.outcome == Outcome::contact);
      take(apart, answer);
      if (answer.outcome == Outcome::contact)
        penetration.append_touches(step, answer.time.hi, answer.touches, answer.statistics);
    }
    if (answer.outcome != Outcome::contact) {
      look_at_start(answer);
      if (answer.outcome != Outcome::contact && !deformables.empty()) look_at_deformables(answer);
    } else if (found.items.pair) {
      touch_list.list(found.items, answer.touches);
    } else if (answer.touches.empty()) {
      touch_list.list(pairs, answer.time.hi, answer.touches, answer.statistics);
    }
    return answer;
  }

  /// A bit for each of the first `count` instants that is proven free.
  unsigned free_at(double first, double spacing, int count) {
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

  /// Everything at instant k of the list, whose time is t.
  bool all_apart(int k, double t) {
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

  /// A point of a body inside a still solid, and the nearest way out of it; without a depth.
  Answer::Touch overlap(const TouchingItems& items) const {
    const Part &part = *items.pair.task().a, &still = items.pair.part_b(items.part_b);
    const bool triangle = items.item_a < part.triangle_count();
    const Vector3 own = triangle ? part.vertices()[part.triangles()[items.item_a][0]]
                                 : part.primitives()[items.item_a - part.triangle_count()].pose.translation;
    const Vector3 point = pairs.movers()[at(items.pair.task().mover_a)].pose(items.time) * own;
    const Vector3 out = way_out(still.primitives()[items.item_b - still.triangle_count()], point);
    const Contact contact{point, out, ContactKind::overlap, {part.triangle_in_mesh(items.item_a), -1}};
    const int a = items.pair.body_a(), b = items.pair.body_b(items.part_b);
    return a < b ? Answer::Touch{contact, a, b} : Answer::Touch{reversed(contact), b, a};
  }

  /// A contact witnessed by items of meshes, where no points inside solids tell: what is at the tip first, in the middle of what is open.
  FirstContact refute_at_instants() {
    int probes = 0;
    for (int rank = static_cast<int>(model.movable().size()) - 1; rank >= 0 && probes < most_probes; --rank) {
      const MovingPair pair = pairs.against_still(rank);
      if (!pair) continue;
      const unsigned open = pair.open().doubtful;
      if (open == 0 || pair.settled()) continue;
      if (probes++ == 0) instants.begin(pairs.movers(), pairs.volumes(), pairs.reaches());
      const double time = StateLanes::time((std::countr_zero(open) + std::bit_width(open) - 1) / 2);
      if (probe.look(pair, instants, instants.add(time), answer.statistics) != TouchProbe::Result::touching) continue;
      FirstContact found = FirstContact::during({0.0, time});
      found.items = probe.found();
      return found;
    }
    return FirstContact::open(0.0, Undecided::resolution);
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

const Answer& Query::first_contact(Touches touches) {
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
  } else if (answer.outcome == Outcome::contact && touches == Touches::one && found.items.pair) {
    state.touch_list.list(found.items, answer.touches);
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
  if (state.settings.strategy != Strategy::bisect) return state.any_by_states();
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

bool Query::free_at(double t) { return state_->free_at(t, 0.0, 1) != 0; }
unsigned Query::free_at(double first, double spacing) { return state_->free_at(first, spacing, instants_at_once); }

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
