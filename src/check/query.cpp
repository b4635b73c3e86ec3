#include <algorithm>
#include <cmath>
#include <tuple>

#include "check/clearance/step_clearance.hpp"
#include "check/steps/rest_proof.hpp"
#include "check/strategy/any_search.hpp"
#include "check/strategy/deformable_obstacles.hpp"
#include "check/strategy/inside.hpp"
#include "check/strategy/penetration_pairs.hpp"
#include "check/strategy/strategy.hpp"
#include "check/strategy/task_table.hpp"
#include "contact/closest.hpp"
#include "contact/touching.hpp"
#include "core/float_environment.hpp"
#include "sweep/close_items.hpp"
#include "tocca/core/error.hpp"
#include "tocca/core/index.hpp"
#include "tocca/core/require.hpp"

namespace tocca {
namespace {

/// The movers of a task at one instant, as chords of no length whose tube is the rounding of the poses.
struct Instant {
  Chord a, b;
  const Chord* second = nullptr;
  Pose X_WF;  ///< the frame in which the task is seen, in the world

  Instant(const TaskTable& table, int task_index, double t) {
    const SweepTask& task = table.tasks()[at(task_index)];
    const auto fill = [&](int mover, Chord& chord) {
      chord.start = chord.end = table.movers()[at(mover)].pose(t);
      chord.tube = table.movers()[at(mover)].tube({t, t}, table.volumes()[at(mover)]);
      chord.finish();
    };
    fill(task.mover_a, a);
    if (task.mover_b >= 0) {
      fill(task.mover_b, b);
      second = &b;
    }
    const int ancestor = table.ancestor(task_index);
    if (ancestor >= 0) X_WF = table.movers()[at(task.mover_a)].tree()->link(ancestor).pose(t);
  }
};

const Part& part_of(const SweepTask& task, int part_b) { return *task.parts_b[at(part_b)]; }

/// Lists what touches at one instant: every task again, to the clearance plus the tolerance, in canonical order.
class TouchList final : public CloseItems::Visitor {
 public:
  explicit TouchList(double tolerance_m) : tolerance_m_(tolerance_m) {}

  void list(const TaskTable& table, double t, std::vector<Answer::Touch>& touches, Statistics& statistics) {
    touches_ = &touches;
    table_ = &table;
    unproven_ = false;
    for (std::size_t i = 0; i < table.tasks().size(); ++i) {
      const Instant instant(table, static_cast<int>(i), t);
      task_ = static_cast<int>(i);
      instant_ = &instant;
      closest_.upper = std::numeric_limits<double>::infinity();
      const std::size_t before = touches.size();
      items_.run(table.tasks()[i], instant.a, instant.second, *this, statistics);
      if (touches.size() == before && closest_.upper < std::numeric_limits<double>::infinity()) add_closest();
    }
    std::sort(touches.begin(), touches.end(), Answer::in_order);
  }

  /// One place of two items that touch.
  void list(const TaskTable& table, const TouchingItems& items, std::vector<Answer::Touch>& touches) {
    table_ = &table;
    task_ = items.task;
    touches_ = &touches;
    const Instant instant(table, items.task, items.time);
    instant_ = &instant;
    const SweepTask& task = table.tasks()[at(items.task)];
    const double clearance_m = task.clearances ? task.clearances[items.part_b] : task.clearance_m;
    const ConvexPiece a = placed(*task.a, items.item_a, instant.a.start);
    const ConvexPiece b = placed(part_of(task, items.part_b), items.item_b, instant.second ? instant.b.start : Pose{});
    places_.clear();
    append_touching(a, owns_all, b, owns_all, clearance_m + tolerance_m_, places_);
    if (!places_.empty()) return add(items.part_b, items.item_a, items.item_b, places_.front());
    closest_ = closest(a, b);
    closest_pair_ = {items.part_b, items.item_a, items.item_b};
    add_closest();
  }

  /// Is every pair proven to be farther apart than its clearance? Ends at the first that is not.
  bool all_apart(const TaskTable& table, double t, Statistics& statistics) {
    table_ = &table;
    unproven_ = false;
    asks_only_ = true;
    for (std::size_t i = 0; i < table.tasks().size() && !unproven_; ++i) {
      const Instant instant(table, static_cast<int>(i), t);
      task_ = static_cast<int>(i);
      instant_ = &instant;
      items_.run(table.tasks()[i], instant.a, instant.second, *this, statistics);
    }
    asks_only_ = false;
    return !unproven_;
  }

  /// Once the answer is no, nothing is near enough to matter.
  double reach() const override { return asks_only_ && unproven_ ? -1e30 : tolerance_m_; }
  /// Some pair was not proven to be farther apart than its clearance: where nothing touches, rounding is larger than the
  /// tolerance.
  bool unproven() const { return unproven_; }

  void visit(int part_b, Index item_a, Index item_b, double clearance_m) override {
    const SweepTask& task = table_->tasks()[at(task_)];
    const Part& b = part_of(task, part_b);
    const ConvexPiece piece_a = placed(*task.a, item_a, instant_->a.start);
    const ConvexPiece piece_b = placed(b, item_b, instant_->second ? instant_->b.start : Pose{});
    const double reach = clearance_m + tolerance_m_;
    if (asks_only_ && unproven_) return;
    const Distance near = closest(piece_a, piece_b);
    if (!(near.lower - error_of(task) > clearance_m)) unproven_ = true;
    if (near.lower > reach || asks_only_) return;
    places_.clear();
    append_touching(piece_a, task.a->owned_features(item_a), piece_b, b.owned_features(item_b), reach, places_);
    for (const Contact& place : places_) add(part_b, item_a, item_b, place);
    if (places_.empty() && near.upper <= reach && near.upper < closest_.upper) {
      closest_ = near;
      closest_pair_ = {part_b, item_a, item_b};
    }
  }

 private:
  /// How far the placed items may be from their true places, both together.
  double error_of(const SweepTask& task) const {
    const auto of = [&](int mover, const Chord& chord) {
      return chord.tube + placing_error(chord.start, table_->volumes()[at(mover)]);
    };
    return (task.rounding_m + of(task.mover_a, instant_->a) +
            (instant_->second ? of(task.mover_b, instant_->b) : 0.0)) *
           (1.0 + 0x1p-40);
  }

  void add(int part_b, Index item_a, Index item_b, const Contact& place) {
    const SweepTask& task = table_->tasks()[at(task_)];
    const Contact seen{instant_->X_WF * place.point,
                       instant_->X_WF.rotation * place.normal,
                       place.kind,
                       {task.a->triangle_in_mesh(item_a), part_of(task, part_b).triangle_in_mesh(item_b)}};
    const int body_a = table_->body_a(task_), body_b = table_->body_b(task_, part_b);
    // Links before objects, lower before higher: the order in which the model lists them, whatever the task's sides.
    touches_->push_back(body_a < body_b ? Answer::Touch{seen, body_a, body_b}
                                        : Answer::Touch{reversed(seen), body_b, body_a});
  }

  /// Rounding can leave a pair within reach whose features are all just beyond: then the closest points are listed.
  void add_closest() {
    const auto [part_b, item_a, item_b] = closest_pair_;
    add(part_b, item_a, item_b, {0.5 * (closest_.point_a + closest_.point_b), closest_.normal, ContactKind::edge_edge});
  }

  double tolerance_m_;
  bool unproven_ = false, asks_only_ = false;
  const TaskTable* table_ = nullptr;
  int task_ = 0;
  const Instant* instant_ = nullptr;
  std::vector<Answer::Touch>* touches_ = nullptr;
  CloseItems items_;
  std::vector<Contact> places_;
  Distance closest_;
  std::tuple<int, Index, Index> closest_pair_;
};

}  // namespace

namespace {

void take(const FirstContact& found, Answer& answer) {
  answer.outcome = found.outcome;
  answer.why = found.why;
  answer.proven = found.proven;
  answer.time = {found.lo, found.hi};
  answer.free_until = found.free_until;
  answer.initial = found.outcome == Outcome::contact && found.hi == 0.0;
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
        table(the_model),
        inside_test(the_model),
        touch_list(the_settings.tolerance_m),
        penetration(the_model, the_settings),
        rest(the_model, the_settings.tolerance_m),
        deformables(the_model, the_settings),
        strategy(make_strategy(the_model, the_settings)) {}

  /// One body wholly inside another at time t. Surfaces are apart there, so the test at one point of each piece decides.
  bool anything_inside(double t) { return anything_inside(table, t); }
  bool anything_inside(const TaskTable& of, double t) {
    inside.clear();
    inside_test.find(of, t, inside);
    return !inside.empty();
  }
  void list_inside(double t) {
    for (const Inside& found : inside) {
      const Instant instant(table, found.task, t);
      const Contact place{instant.X_WF * found.point, Vector3::UnitZ(), ContactKind::inside};
      answer.touches.push_back({place, table.body_a(found.task), table.body_b(found.task, found.part_b)});
    }
  }

  /// Where nothing can follow the motion, not even from its start: what touches there is a contact all the same.
  void look_at_start(Answer& so_far) {
    if (so_far.why != Undecided::resolution || so_far.free_until > 0.0) return;
    table.set(step, settings.tolerance_m);
    touch_list.list(table, 0.0, so_far.touches, so_far.statistics);
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
    so_far.time.lo = so_far.free_until = std::min(so_far.free_until, found.lo);
    so_far.time.hi = found.hi;
    so_far.initial = found.hi == 0.0;
    deformables.append_touches(step, found.hi, so_far.touches, so_far.statistics);
  }

  const CollisionModel& model;
  CheckSettings settings;
  MotionStep step;
  TaskTable table;
  InsideTest inside_test;
  TouchList touch_list;
  PenetrationPairs penetration;
  RestProof rest;
  DeformableObstacles deformables;
  std::unique_ptr<StepClearance> nearest;  ///< made when it is first asked for
  std::unique_ptr<FirstContactStrategy> strategy;
  std::unique_ptr<AnySearch> any;  ///< made when it is first asked for
  AnySearch::Memory any_memory;
  bool recorded = false;  ///< somebody receives leaf decisions
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
  state_->strategy->set_visitor(visitor);
  state_->recorded = visitor != nullptr;
}

const Answer& Query::first_contact() {
  const FloatEnvironment environment;
  State& state = *state_;
  Answer& answer = state.answer;
  answer.touches.clear();
  answer.statistics = {};
  const RestProof::Told told(state.rest, state.step, !state.recorded);  // tests at instants are no leaves of a proof
  FirstContact found = state.strategy->first_contact(state.step, answer.statistics);
  if (!state.model.penetration_pairs().empty()) {
    const double until = found.outcome == Outcome::contact ? found.hi : 1.0;
    found = earlier(found, state.penetration.first_contact(state.step, until, answer.statistics));
  }
  if (!state.deformables.empty()) {
    const double until = found.outcome == Outcome::contact ? found.hi : 1.0;
    found = earlier(found, state.deformables.first_contact(state.step, {0.0, until}, answer.statistics));
  }
  take(found, answer);
  state.table.set(state.step, state.settings.tolerance_m);
  if (!answer.initial && answer.free_until > 0.0 && state.anything_inside(0.0)) {
    answer.outcome = Outcome::contact;
    answer.why = Undecided::no;
    answer.initial = true;
    answer.time.lo = answer.time.hi = answer.free_until = 0.0;
    state.list_inside(0.0);
  } else if (answer.outcome == Outcome::undecided) {
    state.look_at_start(answer);
  } else if (answer.outcome == Outcome::contact) {
    state.touch_list.list(state.table, answer.time.hi, answer.touches, answer.statistics);
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
  state.any->begin(state.step, state.any_memory);
  state.any->go_on(state.any_memory, -std::numeric_limits<double>::infinity(), answer.statistics);
  const FirstContact& found = state.any->found();
  take(found, answer);
  if (answer.outcome != Outcome::contact) {
    state.look_at_start(answer);
    if (answer.outcome == Outcome::contact) return answer;
    if (!state.deformables.empty()) state.look_at_deformables(answer);
    return answer;
  }
  if (found.items.task >= 0) {
    state.touch_list.list(state.any->table(), found.items, answer.touches);
    return answer;
  }
  state.table.set(state.step, state.settings.tolerance_m);
  state.touch_list.list(state.table, answer.time.hi, answer.touches, answer.statistics);
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
  state.table.set(state.step, state.settings.tolerance_m);
  state.touch_list.list(state.table, t, answer.touches, answer.statistics);
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
  state.table.set(state.step, state.settings.tolerance_m);
  if (!state.touch_list.all_apart(state.table, t, answer.statistics) || state.anything_inside(t)) return false;
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
  const TaskTable& table = state.nearest->table();
  if (lower > 0.0 && state.anything_inside(table, t)) {
    const Inside& first = state.inside.front();
    const Vector3 point = Instant(table, first.task, t).X_WF * first.point;
    return {{0.0, 0.0, point, point}, table.body_a(first.task), table.body_b(first.task, first.part_b)};
  }
  const Instant instant(table, table.find(best.pair.body_a, best.pair.body_b).first, t);
  return {{lower, best.upper, instant.X_WF * best.point_a, instant.X_WF * best.point_b},
          best.pair.body_a,
          best.pair.body_b};
}

}  // namespace tocca
