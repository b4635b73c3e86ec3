// Pairs of items that boxes could not keep apart: clipped and walked on arcs, or on chords where there are none.
#include <algorithm>
#include <cmath>
#include <tuple>

#include "check/clearance/step_clearance.hpp"
#include "check/strategy/item_walk.hpp"

namespace tocca {
namespace {

/// Pairs of items on arcs are walked one by one, instead of with all others on halves of the window, once the arcs' strays
/// are below this many times the precision, or below this part of the distance.
constexpr double arc_strays = 64.0, arc_part = 0.02;
/// Which part of what a distance exceeds the level by is given to the stray of an arc.
constexpr double arc_share = 0.3;

}  // namespace

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
  const double dilation = (own_level(pair) + lost) * (1.0 + 0x1p-50), length = pair.end - pair.start;
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
  const double enough = own_above(best_->upper, pair.clearance_m);
  const Distance there = closest(item_a_.at(middle), item_b_.at(middle), enough);
  ++statistics_->static_tests;
  near = there.upper - pair.clearance_m;
  if (there.lower < enough) distance_at(pair, pair.start + middle * length);
  return true;
}

bool StepClearance::narrow_on_chords(ItemPair& pair, double& near) {
  ItemEnds ends;
  items_.place(pair, *pair.chord_a, pair.chord_b, ends);
  const double rounding = items_.rounding(pair, *pair.chord_a, pair.chord_b);
  const Dilation dilation(own_level(pair) + rounding, *pair.chord_a, pair.chord_b);
  const double length = pair.end - pair.start;
  double from = std::max(0.0, (pair.from - pair.start) / length - 0x1p-50);
  double to = std::min(1.0, (pair.to - pair.start) / length + 0x1p-50);
  double gap_at_from = 0.0;
  if (!narrow(ends, dilation, from, to, gap_at_from, nullptr, *statistics_)) return false;
  pair.from = std::max(pair.from, pair.start + from * length - 0x1p-51);
  pair.to = std::min(pair.to, pair.start + to * length + 0x1p-51);
  const double middle = 0.5 * (from + to);
  const double enough = own_above(best_->upper, pair.clearance_m);
  const Distance there = closest(between(ends.a[0], ends.a[1], middle), between(ends.b[0], ends.b[1], middle), enough);
  ++statistics_->static_tests;
  near = std::min(there.upper, gap_at_from) - pair.clearance_m;
  if (there.lower < enough) distance_at(pair, pair.start + middle * length);
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
void StepClearance::go_down(const ItemPair& pair, double from, double to, double enough) {
  constexpr double part = 0.381966;
  double x = from + part * (to - from), y = to - part * (to - from);
  double at_x = distance_at(pair, x), at_y = distance_at(pair, y);
  for (int turn = 0; turn < 16; ++turn) {
    if (!(level_of(best_->upper) > 0.0) || (turn > 4 && std::fabs(at_x - at_y) < enough)) return;
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
  if (best_->upper < before && from < to) go_down(pair, from, to, 0.125 * (best_->upper - space_time_.level()));
}

void StepClearance::solve(const ItemPair& pair) {
  ++statistics_->solver_calls;
  if (arcs_.follows(pair)) return solve_on_arcs(pair);
  ItemWalk walk(items_, pair, pair.from, pair.to);
  while (!space_time_.is_past(walk.from()) && walk.place(pair.to)) {
    ++statistics_->static_tests;
    lower_near(pair, walk.from(), walk.from(), pair.to,
               grown_above(walk.near().upper + walk.error(), pair.clearance_m));
    if (!space_time_.spend(1)) return;
    const double level = space_time_.level();
    const ItemWalk::Move move = walk.advance(own_level(pair), 0.125 * (best_->upper - level));
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
  const auto grown = [&](const Distance& own) { return grown_above(own.upper, pair.clearance_m); };
  Distance near = start_at(from);
  while (!space_time_.is_past(from)) {
    lower_near(pair, from, from, pair.to, grown(near));
    if (!space_time_.spend(1)) return;
    const double excess = std::max(0.0, near.lower - own_level(pair));
    longest = std::min(longest, arcs_.longest(task.mover_a, task.mover_b, arc_share * excess));
    const double end = longest < pair.to - from ? from + longest : pair.to;
    arcs_.continue_arc(task.mover_a, from, end, a);
    if (moving_b) arcs_.continue_arc(task.mover_b, from, end, b);
    const Distance middle = distance(a.middle, b.middle), last = distance(a.end, b.end);
    if (middle.upper < last.upper) {
      lower_near(pair, 0.5 * (from + end), from, end, grown(middle));
    } else {
      lower_near(pair, end, from, pair.to, grown(last));
    }
    const double level = own_level(pair);
    ArcTable::place(*task.a, pair.item_a, &a, item_a);
    ArcTable::place(part_b, pair.item_b, moving_b ? &b : nullptr, item_b);
    const double rounding = task.rounding_m + a.rounding + (moving_b ? b.rounding : 0.0);
    if (near.lower - level <= rounding) {  // then no arc is proven, however short: it would be crept along
      widen();
      longest = pair.to - from;
      continue;
    }
    const double lost = (rounding + a.stray + (moving_b ? b.stray : 0.0)) * (1.0 + 0x1p-40);
    const double share =
        apart_until({near.normal, middle.normal, last.normal}, item_a, item_b, (level + lost) * (1.0 + 0x1p-50));
    if (share >= 1.0) {
      if (end >= pair.to) return;
      // A moment: the level has been lowered since its length was chosen.
      longest = end > from ? 4.0 * (end - from) : pair.to - from;
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

}  // namespace tocca
