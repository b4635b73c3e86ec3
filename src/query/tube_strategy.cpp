// First contact by chords and tubes (DESIGN section 5): SpaceTime culls boxes, this file settles item pairs.
#include <algorithm>
#include <cmath>

#include "strategy.hpp"
#include "task_table.hpp"
#include "tocca/contact/closest.hpp"
#include "tocca/contact/convex_piece.hpp"

namespace tocca {
namespace {

/// An item pair is solved by itself, instead of with all others on halves of the window, once the tubes are below so
/// many tolerances: one chord then leaves a bracket of about the tolerance.
constexpr double solve_tubes = 64.0;
constexpr int solve_level = 20;

/// Two items at both ends of a chord.
struct ItemEnds {
  ConvexPiece a[2], b[2];
};

/// Some piece between the two ends, for choosing an axis: nothing is proven with it.
ConvexPiece between(const ConvexPiece& first, const ConvexPiece& last, double s) {
  ConvexPiece piece = first;
  const auto mix = [s](const Vector3& x, const Vector3& y) { return Vector3((1.0 - s) * x + s * y); };
  switch (piece.kind) {
    case ConvexPiece::Kind::core:
      for (int i = 0; i < piece.count; ++i) piece.point[i] = mix(first.point[i], last.point[i]);
      break;
    default:
      piece.centre = mix(first.centre, last.centre);
      for (int i = 0; i < 3; ++i) piece.axis[i] = mix(first.axis[i], last.axis[i]);
  }
  return piece;
}

/// The gap of two pieces along a direction, which is some unit vector n up to rounding; rounded down.
double gap_along(const Vector3& n, const ConvexPiece& a, const ConvexPiece& b) {
  const Support lowest = support(a, -n), highest = support(b, n);
  const double gap = -lowest.value - highest.value;
  const double size = std::fabs(lowest.value) + std::fabs(highest.value);
  return gap - lowest.error - highest.error - 4.0 * 0x1p-53 * size;
}

/// Times of a chord at which a line f0 .. f1 is not positive. False: none.
bool clip(double f0, double f1, double& from, double& to) {
  if (f0 > 0.0 && f1 > 0.0) return false;
  if (f0 > 0.0) from = std::max(from, f0 / (f0 - f1) * (1.0 - 0x1p-50));
  if (f1 > 0.0) to = std::min(to, f0 / (f0 - f1) * (1.0 + 0x1p-50));
  return from <= to;
}

class TubeStrategy final : public FirstContactStrategy, public ItemVisitor {
 public:
  TubeStrategy(const CollisionModel& model, const CheckSettings& settings)
      : settings_(settings), level_m_(level_of(settings.tolerance_m)), table_(model) {}

  FirstContact first_contact(const Step& step, Statistics& statistics) override;
  Decision visit(ItemPair& pair) override;

 private:
  struct Instant;

  void place(const ItemPair& pair, const Chord& a, const Chord* b, ItemEnds& ends) const;
  double rounding(const ItemPair& pair, const Chord& a, const Chord* b) const;
  bool narrow(const ItemPair& pair, const ItemEnds& ends, double dilation, double& from, double& to);
  void solve(const ItemPair& pair, double from, double to);
  bool is_contact(const ItemPair& pair, double upper, double time) const;
  double tubes(const ItemPair& pair, const Interval& time) const;
  void chords_over(const ItemPair& pair, const Interval& time, Chord& a, Chord& b) const;

  CheckSettings settings_;
  double level_m_;
  TaskTable table_;
  ChordTable chords_;
  SpaceTime space_time_;
  Statistics* statistics_ = nullptr;
  bool found_ = false, stuck_ = false;
  double stuck_at_ = 1.0;
};

FirstContact TubeStrategy::first_contact(const Step& step, Statistics& statistics) {
  statistics_ = &statistics;
  found_ = stuck_ = false;
  stuck_at_ = 1.0;
  table_.set(step);
  chords_.begin(table_.movers(), table_.volumes());
  const auto [finished, free_until] =
      space_time_.run(table_.tasks(), chords_, {level_m_, settings_.budget}, *this, statistics);
  const double horizon = space_time_.horizon();
  FirstContact result;
  if (!finished || (stuck_ && stuck_at_ <= horizon)) {
    result.free_until = std::min(free_until, stuck_at_);
  } else if (found_) {
    result = {Outcome::contact, horizon, horizon, horizon, true};
  } else {
    result = {Outcome::free, 0.0, 1.0, 1.0, true};
  }
  return result;
}

void TubeStrategy::place(const ItemPair& pair, const Chord& a, const Chord* b, ItemEnds& ends) const {
  const SweepTask& task = table_.tasks()[static_cast<std::size_t>(pair.task)];
  const Part& part_b = *task.parts_b[static_cast<std::size_t>(pair.part_b)];
  ends.a[0] = placed(*task.a, pair.item_a, a.start);
  ends.a[1] = placed(*task.a, pair.item_a, a.end);
  ends.b[0] = placed(part_b, pair.item_b, b ? b->start : Pose{});
  ends.b[1] = b ? placed(part_b, pair.item_b, b->end) : ends.b[0];
}

/// How far stored and placed items may be from their true places, both sides together, chords taken as exact.
double TubeStrategy::rounding(const ItemPair& pair, const Chord& a, const Chord* b) const {
  const SweepTask& task = table_.tasks()[static_cast<std::size_t>(pair.task)];
  const auto volume = [&](int mover) -> const Lss& { return table_.volumes()[static_cast<std::size_t>(mover)]; };
  double sum = task.rounding_m +
               std::max(placing_error(a.start, volume(task.mover_a)), placing_error(a.end, volume(task.mover_a)));
  if (b) {
    sum += std::max(placing_error(b->start, volume(task.mover_b)), placing_error(b->end, volume(task.mover_b)));
  }
  return sum * (1.0 + 0x1p-40);
}

/// Clips [from, to] (parameters of the chord) by the directions between closest points, first from the left end, then
/// from the right. False: nothing is left. Any axis is sound: supports at both ends bound the gap in between.
bool TubeStrategy::narrow(const ItemPair&, const ItemEnds& ends, double dilation, double& from, double& to) {
  for (int turn = 0; turn < 6; ++turn) {
    const bool left = turn % 2 == 0;
    const double s = left ? from : to, before = to - from;
    const Closest near = closest(between(ends.a[0], ends.a[1], s), between(ends.b[0], ends.b[1], s), dilation);
    ++statistics_->static_tests;
    const double f0 = gap_along(near.normal, ends.a[0], ends.b[0]) - dilation;
    const double f1 = gap_along(near.normal, ends.a[1], ends.b[1]) - dilation;
    if (!clip(f0, f1, from, to)) return false;
    if (turn > 0 && to - from > 0.75 * before) break;
  }
  return true;
}

ItemVisitor::Decision TubeStrategy::visit(ItemPair& pair) {
  if (stuck_ && stuck_at_ <= pair.from) return Decision::settled;
  ItemEnds ends;
  place(pair, *pair.chord_a, pair.chord_b, ends);
  const double tubes = pair.chord_a->tube + (pair.chord_b ? pair.chord_b->tube : 0.0);
  const double dilation =
      (pair.clearance_m + level_m_ + tubes + rounding(pair, *pair.chord_a, pair.chord_b)) * (1.0 + 0x1p-40);
  const double length = pair.end - pair.start;
  double from = std::max(0.0, (pair.from - pair.start) / length - 0x1p-50);
  double to = std::min(1.0, (pair.to - pair.start) / length + 0x1p-50);
  if (!narrow(pair, ends, dilation, from, to)) return Decision::settled;
  pair.from = std::max(pair.from, pair.start + from * length - 0x1p-51);
  pair.to = std::min(pair.to, pair.start + to * length + 0x1p-51);
  if (tubes > solve_tubes * settings_.tolerance_m && pair.level < solve_level) return Decision::defer;
  solve(pair, pair.from, pair.to);
  return Decision::settled;
}

void TubeStrategy::chords_over(const ItemPair& pair, const Interval& time, Chord& a, Chord& b) const {
  const SweepTask& task = table_.tasks()[static_cast<std::size_t>(pair.task)];
  const auto fill = [&](int mover, Chord& chord) {
    const Mover& motion = table_.movers()[static_cast<std::size_t>(mover)];
    chord.start = motion.pose(time.lo);
    chord.end = time.lo == time.hi ? chord.start : motion.pose(time.hi);
    chord.tube = motion.tube(time, table_.volumes()[static_cast<std::size_t>(mover)]);
  };
  fill(task.mover_a, a);
  if (task.mover_b >= 0) fill(task.mover_b, b);
}

/// From the left end on: the direction between the closest points there clips a chord, whose length is chosen so that
/// its tube is below half of the gap. Ends at a witness (within the tolerance), at `to` (free), or stuck, where
/// rounding is larger than the tolerance. Each step advances by a time that the gap, at least 0.4 tolerances, and the
/// motion's speed and curvature bound from below; a budget is spent as well.
void TubeStrategy::solve(const ItemPair& pair, double from, double to) {
  ++statistics_->solver_calls;
  const double reach = pair.clearance_m + settings_.tolerance_m;
  const bool moving_b = table_.tasks()[static_cast<std::size_t>(pair.task)].mover_b >= 0;
  Chord a, b;
  const Chord* second = moving_b ? &b : nullptr;
  double length = to - from;
  while (true) {
    to = std::min(to, space_time_.horizon());
    if (from > to) return;
    length = std::min(length, to - from);
    const double end = length < to - from ? std::min(from + length, to) : to;
    chords_over(pair, {from, end}, a, b);
    const double error = rounding(pair, a, second), tube = a.tube + (moving_b ? b.tube : 0.0);
    ItemEnds ends;
    place(pair, a, second, ends);
    const Closest near = closest(ends.a[0], ends.b[0]);
    ++statistics_->static_tests;
    if (near.upper + error < reach) {
      // The witness: the true distance at `from`, rounding of the poses (a tube of zero length) included.
      Chord at_a, at_b;
      chords_over(pair, {from, from}, at_a, at_b);
      if (near.upper + (error + at_a.tube + (moving_b ? at_b.tube : 0.0)) * (1.0 + 0x1p-40) <= reach) {
        found_ = true;
        space_time_.lower_horizon(from);
        return;
      }
    }
    if (!space_time_.spend(1)) return;
    const double dilation = (pair.clearance_m + level_m_ + error + tube) * (1.0 + 0x1p-40);
    const double f0 = gap_along(near.normal, ends.a[0], ends.b[0]) - dilation;
    if (!(f0 > 0.0) || tube > f0) {  // the tube must shrink, and with it the chord
      const double gap = f0 + tube;
      const double factor = gap > 0.0 && tube < 1e300 ? std::clamp(0.7 * std::sqrt(0.5 * gap / tube), 0.05, 0.5) : 0.25;
      const double shorter = (end - from) * factor;
      if (shorter <= 0x1p-46 || !(gap > 0.0 || tube > level_m_ * 0.25)) {
        stuck_ = true;
        stuck_at_ = std::min(stuck_at_, from);
        return;
      }
      length = shorter;
      continue;
    }
    const double f1 = gap_along(near.normal, ends.a[1], ends.b[1]) - dilation;
    double s = 0.0, last = 1.0;
    if (!clip(f0, f1, s, last)) {
      if (end >= to) return;
      from = end;
      length = 4.0 * (end - from + length);
      continue;
    }
    const double next = from + s * (end - from) - 0x1p-52;
    if (!(next > from)) {
      stuck_ = true;
      stuck_at_ = std::min(stuck_at_, from);
      return;
    }
    from = next;
    length = to - from;
  }
}

}  // namespace

std::unique_ptr<FirstContactStrategy> make_tube_strategy(const CollisionModel& model, const CheckSettings& settings) {
  return std::make_unique<TubeStrategy>(model, settings);
}

}  // namespace tocca
