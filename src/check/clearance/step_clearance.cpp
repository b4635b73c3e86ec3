#include "check/clearance/step_clearance.hpp"

#include <algorithm>
#include <cmath>

#include "check/model/model_body.hpp"
#include "check/touch_list.hpp"
#include "core/index.hpp"
#include "core/vectors.hpp"

namespace tocca {
namespace {

ConvexPiece point_piece(const Vector3& point) {
  ConvexPiece piece;
  piece.count = 1;
  piece.point[0] = point;
  return piece;
}

}  // namespace

void grow_points(double padding_a, double padding_b, Vector3& point_a, Vector3& point_b) {
  const double padding = padding_a + padding_b;
  if (padding == 0.0) return;
  const Vector3 way = point_b - point_a;
  const double share = std::max(way.norm(), padding);
  if (!(share > 0.0)) return;
  point_a += (padding_a / share) * way;
  point_b -= (padding_b / share) * way;
}

StepClearance::StepClearance(const CollisionModel& model, PairFilter filter)
    : model_(model), filter_(std::move(filter)), pairs_(model, MovingPairs::Measure::distance) {
  items_.set(pairs_);
}

void StepClearance::set(const MotionStep& step, double far_m) {
  pairs_.set(step, far_m, filter_.empty() ? nullptr : &filter_);
  arcs_.set(pairs_);
  latest_ = {};
}

/// The level to which everything is proven while `upper` is the least distance known. Each operation is monotone in
/// `upper`, and so is the result: what was discarded at an earlier, greater level is farther away than the last one.
double StepClearance::level_of(double upper) const {
  return std::min(upper - slack_m_, (1.0 - precision_.relative) * upper);
}

bool StepClearance::found(const ItemPair& pair, double t, double upper, const Distance& near) {
  if (!(upper < best_->upper)) return false;
  const MovingPair moving = pairs_.of(pair);
  *best_ = {
      upper, t, {moving.body_a(), moving.body_b(pair.part_b), pair.item_a, pair.item_b}, near.point_a, near.point_b};
  lower_level();
  return true;
}

void StepClearance::lower_level() {
  const double level = level_of(best_->upper);
  space_time_.lower_level(level);
  if (!(level > 0.0)) space_time_.lower_horizon(-1.0);  // as near as can be resolved: nothing is left to look for
}

/// Rounding is larger than the precision: less is proven from here on, so that the end is reached.
void StepClearance::widen() {
  slack_m_ *= 2.0;
  lower_level();
}

double StepClearance::distance_at(const ItemPair& pair, double t) {
  if (arcs_.follows(pair)) {
    const MovingPair moving = pairs_.of(pair);
    const SweepTask& task = moving.task();
    const Pose X_a = arcs_.pose(task.mover_a, t), X_b = task.mover_b < 0 ? Pose{} : arcs_.pose(task.mover_b, t);
    ++statistics_->static_tests;
    const Distance near =
        closest(placed(*task.a, pair.item_a, X_a), placed(moving.part_b(pair.part_b), pair.item_b, X_b));
    const double error = task.rounding_m + arcs_.error_at(task.mover_a, X_a) +
                         (task.mover_b < 0 ? 0.0 : arcs_.error_at(task.mover_b, X_b));
    const double upper = grown_above((near.upper + error * (1.0 + 0x1p-40)) * (1.0 + 0x1p-50), pair.clearance_m);
    found(pair, t, upper, near);
    return upper;
  }
  Chord a, b;
  items_.over(pair, {t, t}, a, b);
  const Chord* second = items_.moving_b(pair) ? &b : nullptr;
  ItemEnds ends;
  items_.place(pair, a, second, ends);
  ++statistics_->static_tests;
  const Distance near = closest(ends.a[0], ends.b[0]);
  // A tube of no length is the rounding of the pose.
  const double error = items_.rounding(pair, a, second) + a.tube + (second ? b.tube : 0.0);
  const double upper = grown_above((near.upper + error * (1.0 + 0x1p-40)) * (1.0 + 0x1p-50), pair.clearance_m);
  found(pair, t, upper, near);
  return upper;
}

// At one moment.

double StepClearance::at(double t, const Precision& precision, Witness& best, Statistics& statistics) {
  statistics_ = &statistics;
  best_ = &best;
  precision_ = precision;
  slack_m_ = precision.absolute_m;
  t_ = t;
  least_ = infinity;
  instant_.begin(pairs_.movers(), pairs_.volumes(), t, t);
  const auto chord = [&](int mover) { return mover < 0 ? nullptr : &instant_.chord(0, mover); };
  const auto go_through = [&](auto visit_task) {
    for (const MovingPair pair : pairs_) {
      const SweepTask& task = pair.task();
      pair_ = pair;
      (close_items_.*visit_task)(task, *chord(task.mover_a), chord(task.mover_b), *this, statistics);
    }
  };
  latest_ = {};
  if (!best.found()) go_through(&CloseItems::dive);
  go_through(&CloseItems::run);
  return std::max(0.0, std::min(least_, reach()));
}

double StepClearance::reach() const { return std::clamp(level_of(best_->upper), 0.0, 1e300); }

/// The direction that kept the pair before apart often keeps this one apart, too.
void StepClearance::visit(int part_b, Index item_a, Index item_b, double padding_m) {
  const SweepTask& task = pair_.task();
  const Chord& a = instant_.chord(0, task.mover_a);
  const Chord* b = task.mover_b < 0 ? nullptr : &instant_.chord(0, task.mover_b);
  const ItemPair pair{pair_.number(), part_b, item_a, item_b, padding_m, &a, b, t_, t_, t_, t_, 0};
  const double error = (items_.rounding(pair, a, b) + a.tube + (b ? b->tube : 0.0)) * (1.0 + 0x1p-40);
  if (latest_.task != pair.task || latest_.item_a != item_a) item_a_.control[0] = placed(*task.a, item_a, a.start);
  if (latest_.task != pair.task) latest_.normal = Vector3::Zero();
  latest_.task = pair.task;
  latest_.item_a = item_a;
  const ConvexPiece& piece_a = item_a_.control[0];
  const ConvexPiece piece_b = placed(pair_.part_b(part_b), item_b, b ? b->start : Pose{});
  if (latest_.normal != Vector3::Zero()) {
    const double gap = gap_along(latest_.normal, piece_a, piece_b);
    if (gap > own_above(reach(), padding_m)) return keep_least(gap - error, padding_m);
  }
  ++statistics_->static_tests;
  const double own_reach = own_above(reach(), padding_m);
  const Distance near = closest(piece_a, piece_b, own_reach);
  latest_.normal = near.normal;
  keep_least(near.lower - error, padding_m);
  if (near.lower > own_reach) return;  // then its upper bound need not be a good one
  found(pair, t_, grown_above((near.upper + error) * (1.0 + 0x1p-50), padding_m), near);
}

void StepClearance::keep_least(double own_lower, double padding_m) {
  if (padding_m != 0.0) own_lower -= padding_m + 0x1p-50 * (std::fabs(own_lower) + padding_m);
  least_ = std::min(least_, own_lower);
}

// During a stretch of time.

/// What is about nearest in the middle is followed to where it is nearest.
void StepClearance::approach(double from, double to, Witness& best, Statistics& statistics) {
  at(0.5 * (from + to), {0.0, 0.3}, best, statistics);
  if (best.found() && best.upper > 0.0) go_down(pair_of(best.pair), from, to, 0.01 * best.upper);
}

double StepClearance::during(double from, double to, const Precision& precision, Witness& best, std::uint64_t& budget,
                             Statistics& statistics) {
  // An approach that finds nothing nearer would else pass for a step in which there is nothing.
  TOCCA_REQUIRE(best.found() || best.upper == infinity, "what is known to be near has a witness");
  if (!best.found()) approach(from, to, best, statistics);
  if (!best.found()) return infinity;  // there are no two things
  statistics_ = &statistics;
  best_ = &best;
  precision_ = precision;
  slack_m_ = precision.absolute_m;
  to_solve_.clear();  // a spent budget leaves pairs behind
  latest_ = {};
  const double level = level_of(best.upper);
  if (!(level > 0.0)) return 0.0;
  chords_.begin(pairs_.movers(), pairs_.volumes(), from, to);
  const auto [finished, settled] =
      space_time_.run(pairs_.tasks(), chords_, {level, budget, from, to}, *this, statistics);
  budget -= std::min(budget, space_time_.spent());
  return finished ? std::max(0.0, space_time_.level()) : 0.0;
}

// One pair of items.

ItemPair StepClearance::pair_of(const ItemNames& names) const {
  MovingPairs::Found found;
  if (names.body_a >= 0) found = pairs_.find(names.body_a, names.body_b);
  const double padding_m = found.pair ? found.pair.clearance_m(found.part_b) : 0.0;
  return {found.pair.number(),
          found.part_b,
          names.item_a,
          names.item_b,
          padding_m,
          nullptr,
          nullptr,
          0.0,
          1.0,
          0.0,
          1.0,
          0};
}

void StepClearance::look(const ItemNames& names, double t, Witness& best, Statistics& statistics) {
  statistics_ = &statistics;
  best_ = &best;
  const ItemPair pair = pair_of(names);
  if (pair.task >= 0) distance_at(pair, t);
}

NearestPlace StepClearance::place(const ItemNames& names, double t) {
  const ItemPair pair = pair_of(names);
  if (pair.task < 0) return {};
  const MovingPair moving = pairs_.of(pair);
  Chord a, b;
  items_.over(pair, {t, t}, a, b);
  const Distance near =
      closest(placed(*moving.task().a, pair.item_a, a.start),
              placed(moving.part_b(pair.part_b), pair.item_b, items_.moving_b(pair) ? b.start : Pose{}));
  const Pose X_WF = frame_of(moving, t);
  NearestPlace result{names.body_a, names.body_b, X_WF * near.point_a, X_WF * near.point_b};
  grow_points(model_.bodies()[tocca::at(names.body_a)].padding_m, model_.bodies()[tocca::at(names.body_b)].padding_m,
              result.point_a, result.point_b);
  return result;
}

/// Two points of the bodies, the closest ones at time t, on their chords: their distance is convex in time, so none is
/// greater than those at both ends; the tubes hold the rest. The points are those of the items up to what `closest`
/// says of each in its own frame, whatever was rounded on the way there.
double StepClearance::greatest(const ItemNames& names, double t, double from, double to, Statistics& statistics) {
  const ItemPair pair = pair_of(names);
  if (pair.task < 0) return infinity;
  const SweepTask& task = pairs_.of(pair).task();
  const Part& part_b = pairs_.of(pair).part_b(pair.part_b);
  const bool moving_b = task.mover_b >= 0;
  Chord a, b;
  items_.over(pair, {t, t}, a, b);
  const Pose X_a = a.start, X_b = moving_b ? b.start : Pose{};
  const Distance near = closest(placed(*task.a, pair.item_a, X_a), placed(part_b, pair.item_b, X_b));
  const Vector3 own_a = X_a.inverse() * near.point_a, own_b = X_b.inverse() * near.point_b;
  const auto off = [](const Part& part, Index item, const Vector3& point) {
    return closest(point_piece(point), placed(part, item, Pose{})).upper + placing_error(Pose{}, part.lss());
  };
  const double slack = off(*task.a, pair.item_a, own_a) + off(part_b, pair.item_b, own_b);
  statistics.static_tests += 3;
  items_.over(pair, {from, to}, a, b);
  if (!moving_b) b.start = b.end = Pose{}, b.tube = 0.0;
  const double ends = std::max((a.start * own_a - b.start * own_b).norm(), (a.end * own_a - b.end * own_b).norm());
  const double own = ends + slack + a.tube + b.tube + items_.rounding(pair, a, moving_b ? &b : nullptr);
  return grown_above(own * (1.0 + 0x1p-30), pair.clearance_m);
}

}  // namespace tocca
