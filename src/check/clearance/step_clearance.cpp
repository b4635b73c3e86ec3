#include "check/clearance/step_clearance.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "check/strategy/item_walk.hpp"
#include "core/index.hpp"
#include "core/vectors.hpp"

namespace tocca {
namespace {

/// Pairs of items on arcs are walked one by one, instead of with all others on halves of the window, once the arcs' strays
/// are below this many times the precision, or below this part of the distance.
constexpr double arc_strays = 64.0, arc_part = 0.02;
/// Which part of what a distance exceeds the level by is given to the stray of an arc.
constexpr double arc_share = 0.3;

ConvexPiece point_piece(const Vector3& point) {
  ConvexPiece piece;
  piece.count = 1;
  piece.point[0] = point;
  return piece;
}

}  // namespace

StepClearance::StepClearance(const CollisionModel& model) : pairs_(model, MovingPairs::Measure::distance) {
  items_.set(pairs_);
}

void StepClearance::set(const MotionStep& step, double far_m) {
  pairs_.set(step, far_m);
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
    const double upper = near.upper + error * (1.0 + 0x1p-40);
    found(pair, t, upper * (1.0 + 0x1p-50), near);
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
  const double upper = near.upper + error * (1.0 + 0x1p-40);
  found(pair, t, upper * (1.0 + 0x1p-50), near);
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
void StepClearance::visit(int part_b, Index item_a, Index item_b, double) {
  const SweepTask& task = pair_.task();
  const Chord& a = instant_.chord(0, task.mover_a);
  const Chord* b = task.mover_b < 0 ? nullptr : &instant_.chord(0, task.mover_b);
  const ItemPair pair{pair_.number(), part_b, item_a, item_b, 0.0, &a, b, t_, t_, t_, t_, 0};
  const double error = (items_.rounding(pair, a, b) + a.tube + (b ? b->tube : 0.0)) * (1.0 + 0x1p-40);
  if (latest_.task != pair.task || latest_.item_a != item_a) item_a_.control[0] = placed(*task.a, item_a, a.start);
  if (latest_.task != pair.task) latest_.normal = Vector3::Zero();
  latest_.task = pair.task;
  latest_.item_a = item_a;
  const ConvexPiece& piece_a = item_a_.control[0];
  const ConvexPiece piece_b = placed(pair_.part_b(part_b), item_b, b ? b->start : Pose{});
  if (latest_.normal != Vector3::Zero()) {
    const double gap = gap_along(latest_.normal, piece_a, piece_b);
    if (gap > reach()) {
      least_ = std::min(least_, gap - error);
      return;
    }
  }
  ++statistics_->static_tests;
  const Distance near = closest(piece_a, piece_b, reach());
  latest_.normal = near.normal;
  least_ = std::min(least_, near.lower - error);
  if (near.lower > reach()) return;  // then its upper bound need not be a good one
  found(pair, t_, (near.upper + error) * (1.0 + 0x1p-50), near);
}

// During a stretch of time.

/// What is about nearest in the middle is followed to where it is nearest.
void StepClearance::approach(double from, double to, Witness& best, Statistics& statistics) {
  at(0.5 * (from + to), {0.0, 0.3}, best, statistics);
  if (best.found() && best.upper > 0.0) go_down(pair_of(best.pair), from, to);
}

double StepClearance::during(double from, double to, const Precision& precision, Witness& best, std::uint64_t& budget,
                             Statistics& statistics) {
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

/// Clips the pair's times by directions between closest points, on arcs: first from the left end, then from the right.
/// False: nothing is left. `near`: about how far apart the two are in the middle of what is left.
bool StepClearance::narrow_on_arcs(ItemPair& pair, double& near) {
  const SweepTask& task = pairs_.of(pair).task();
  const Arc& a = arcs_.over_window(task.mover_a, *pair.chord_a, pair.start, pair.end);
  const Arc* b = task.mover_b < 0 ? nullptr : &arcs_.over_window(task.mover_b, *pair.chord_b, pair.start, pair.end);
  const bool same_window = latest_.task == pair.task && latest_.start == pair.start && latest_.end == pair.end;
  if (!same_window) latest_ = {pair.task, pair.item_a, pair.start, pair.end};
  if (!same_window || latest_.item_a != pair.item_a) ArcTable::place(*task.a, pair.item_a, &a, item_a_);
  ArcTable::place(pairs_.of(pair).part_b(pair.part_b), pair.item_b, b, item_b_);
  latest_.item_a = pair.item_a;
  const double strays = a.stray + (b ? b->stray : 0.0);
  const double lost = (task.rounding_m + a.rounding + (b ? b->rounding : 0.0) + strays) * (1.0 + 0x1p-40);
  const double dilation = (space_time_.level() + lost) * (1.0 + 0x1p-50), length = pair.end - pair.start;
  double from = std::max(0.0, (pair.from - pair.start) / length - 0x1p-50);
  double to = std::min(1.0, (pair.to - pair.start) / length + 0x1p-50);
  const auto clip = [&](const Vector3& n) {
    double gap[3];
    gaps_along(n, item_a_, item_b_, gap);
    for (double& coefficient : gap) coefficient -= dilation;
    return clip_arc(gap, from, to);
  };
  if (latest_.normal != Vector3::Zero() && !clip(latest_.normal)) return false;
  for (int turn = 0; turn < 2; ++turn) {
    const double s = turn % 2 == 0 ? from : to;
    ++statistics_->static_tests;
    latest_.normal = closest(item_a_.at(s), item_b_.at(s), dilation).normal;
    if (!clip(latest_.normal)) return false;
  }
  pair.from = std::max(pair.from, pair.start + from * length - 0x1p-51);
  pair.to = std::min(pair.to, pair.start + to * length + 0x1p-51);
  const double middle = 0.5 * (from + to);
  const Distance there = closest(item_a_.at(middle), item_b_.at(middle), best_->upper);
  ++statistics_->static_tests;
  near = there.upper;
  if (there.lower < best_->upper) distance_at(pair, pair.start + middle * length);
  return true;
}

bool StepClearance::narrow_on_chords(ItemPair& pair, double& near) {
  ItemEnds ends;
  items_.place(pair, *pair.chord_a, pair.chord_b, ends);
  const double rounding = items_.rounding(pair, *pair.chord_a, pair.chord_b);
  const Dilation dilation(space_time_.level() + rounding, *pair.chord_a, pair.chord_b);
  const double length = pair.end - pair.start;
  double from = std::max(0.0, (pair.from - pair.start) / length - 0x1p-50);
  double to = std::min(1.0, (pair.to - pair.start) / length + 0x1p-50);
  double gap_at_from = 0.0;
  if (!narrow(ends, dilation, from, to, gap_at_from, nullptr, *statistics_)) return false;
  pair.from = std::max(pair.from, pair.start + from * length - 0x1p-51);
  pair.to = std::min(pair.to, pair.start + to * length + 0x1p-51);
  const double middle = 0.5 * (from + to);
  const Distance there =
      closest(between(ends.a[0], ends.a[1], middle), between(ends.b[0], ends.b[1], middle), best_->upper);
  ++statistics_->static_tests;
  near = std::min(there.upper, gap_at_from);
  if (there.lower < best_->upper) distance_at(pair, pair.start + middle * length);
  return true;
}

ItemVisitor::Decision StepClearance::visit(ItemPair& pair) {
  double near = 0.0;
  const bool on_arcs = arcs_.follows(pair);
  if (!(on_arcs ? narrow_on_arcs(pair, near) : narrow_on_chords(pair, near))) return Decision::settled;
  const double margin = best_->upper - space_time_.level();
  const double off =
      on_arcs ? arcs_.window_stray(pair) : pair.chord_a->tube + (pair.chord_b ? pair.chord_b->tube : 0.0);
  const double most = on_arcs ? std::max(arc_strays * margin, arc_part * best_->upper) : walk_tubes * margin;
  if (off > most && pair.level < walk_level) return Decision::defer;
  to_solve_.push_back({pair, near});
  return Decision::settled;
}

/// The nearest first: what it finds spares work on the others.
void StepClearance::finish_window() {
  std::sort(to_solve_.begin(), to_solve_.end(), [](const Unsolved& x, const Unsolved& y) {
    return std::tie(x.gap, x.pair.task, x.pair.part_b, x.pair.item_a, x.pair.item_b) <
           std::tie(y.gap, y.pair.task, y.pair.part_b, y.pair.item_a, y.pair.item_b);
  });
  for (const Unsolved& unsolved : to_solve_) solve(unsolved.pair);
  to_solve_.clear();
}

/// Looks for the least distance of two items between two times (golden section; finds some dip, which need not be the
/// deepest): witnesses only, nothing is proven here.
void StepClearance::go_down(const ItemPair& pair, double from, double to) {
  constexpr double part = 0.381966;
  double x = from + part * (to - from), y = to - part * (to - from);
  double at_x = distance_at(pair, x), at_y = distance_at(pair, y);
  const double enough = 0.125 * (best_->upper - space_time_.level());
  for (int turn = 0; turn < 16; ++turn) {
    if (space_time_.is_past(from) || (turn > 4 && std::fabs(at_x - at_y) < enough)) return;
    if (at_x < at_y) {
      to = y;
      y = x;
      at_y = at_x;
      x = from + part * (to - from);
      at_x = distance_at(pair, x);
    } else {
      from = x;
      x = y;
      at_x = at_y;
      y = to - part * (to - from);
      at_y = distance_at(pair, y);
    }
  }
}

/// Where the two are nearer than anything before, the level is lowered first, to the least that is found between two times.
void StepClearance::lower_near(const ItemPair& pair, double t, double from, double to, double distance) {
  if (!(distance < best_->upper - 0.25 * (best_->upper - space_time_.level()))) return;
  const double before = best_->upper;
  distance_at(pair, t);
  if (best_->upper < before && from < to) go_down(pair, from, to);
}

void StepClearance::solve(const ItemPair& pair) {
  ++statistics_->solver_calls;
  if (arcs_.follows(pair)) return solve_on_arcs(pair);
  ItemWalk walk(items_, pair, pair.from, pair.to);
  while (!space_time_.is_past(walk.from()) && walk.place(pair.to)) {
    ++statistics_->static_tests;
    lower_near(pair, walk.from(), walk.from(), pair.to, walk.near().upper + walk.error());
    if (!space_time_.spend(1)) return;
    const double level = space_time_.level();
    const ItemWalk::Move move = walk.advance(level, 0.125 * (best_->upper - level));
    if (move == ItemWalk::Move::apart) return;
    if (move != ItemWalk::Move::stuck) continue;
    widen();
    walk.start_again();
  }
}

/// From the left end of what is left of the window to its right end, arc by arc, along directions that turn with the
/// closest points. An arc is so long that its stray is a part of what the least distance on it, as far as it is known, exceeds the
/// level by; where rounding is larger than that, less is proven from here on.
void StepClearance::solve_on_arcs(const ItemPair& pair) {
  const SweepTask& task = pairs_.of(pair).task();
  const Part& part_b = pairs_.of(pair).part_b(pair.part_b);
  const bool moving_b = task.mover_b >= 0;
  double from = pair.from, longest = pair.to - pair.from;
  Arc a, b;
  ItemArc item_a, item_b;
  const auto distance = [&](const Pose& X_a, const Pose& X_b) {
    ++statistics_->static_tests;
    return closest(placed(*task.a, pair.item_a, X_a), placed(part_b, pair.item_b, moving_b ? X_b : Pose{}));
  };
  const auto start_at = [&](double t) {
    a.start = arcs_.pose(task.mover_a, t);
    if (moving_b) b.start = arcs_.pose(task.mover_b, t);
    return distance(a.start, b.start);
  };
  Distance near = start_at(from);
  while (!space_time_.is_past(from)) {
    lower_near(pair, from, from, pair.to, near.upper);
    if (!space_time_.spend(1)) return;
    const double excess = std::max(0.0, near.lower - space_time_.level());
    longest = std::min(longest, arcs_.longest(task.mover_a, task.mover_b, arc_share * excess));
    const double end = longest < pair.to - from ? from + longest : pair.to;
    arcs_.continue_arc(task.mover_a, from, end, a);
    if (moving_b) arcs_.continue_arc(task.mover_b, from, end, b);
    const Distance middle = distance(a.middle, b.middle), last = distance(a.end, b.end);
    if (middle.upper < last.upper) {
      lower_near(pair, 0.5 * (from + end), from, end, middle.upper);
    } else {
      lower_near(pair, end, from, pair.to, last.upper);
    }
    const double level = space_time_.level();
    ArcTable::place(*task.a, pair.item_a, &a, item_a);
    ArcTable::place(part_b, pair.item_b, moving_b ? &b : nullptr, item_b);
    const double lost =
        (task.rounding_m + a.rounding + a.stray + (moving_b ? b.rounding + b.stray : 0.0)) * (1.0 + 0x1p-40);
    const double share =
        apart_until({near.normal, middle.normal, last.normal}, item_a, item_b, (level + lost) * (1.0 + 0x1p-50));
    if (share >= 1.0) {
      if (end >= pair.to) return;
      longest = 4.0 * (end - from);
      from = end;
      a.start = a.end;
      b.start = b.end;
      near = last;
      continue;
    }
    const double least = std::min({near.lower, middle.lower, last.lower}) - level;
    longest = std::min((share < 0.25 ? 0.5 : 1.0) * (end - from),
                       arcs_.longest(task.mover_a, task.mover_b, arc_share * std::max(least, 0.0)));
    const double next = from + share * (end - from) - 0x1p-52;
    if (next > from) {
      from = next;
      near = start_at(from);
    } else if (!(longest > 0x1p-40)) {
      widen();
      longest = pair.to - from;
    }
  }
}

// One pair of items.

ItemPair StepClearance::pair_of(const ItemNames& names) const {
  MovingPairs::Found found;
  if (names.body_a >= 0) found = pairs_.find(names.body_a, names.body_b);
  return {found.pair.number(), found.part_b, names.item_a, names.item_b, 0.0, nullptr, nullptr, 0.0, 1.0, 0.0, 1.0, 0};
}

void StepClearance::look(const ItemNames& names, double t, Witness& best, Statistics& statistics) {
  statistics_ = &statistics;
  best_ = &best;
  const ItemPair pair = pair_of(names);
  if (pair.task >= 0) distance_at(pair, t);
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
  return (ends + slack + a.tube + b.tube + items_.rounding(pair, a, moving_b ? &b : nullptr)) * (1.0 + 0x1p-30);
}

}  // namespace tocca
