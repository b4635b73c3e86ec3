// First contact by chords and tubes (docs/maths/time_clipping.md): SpaceTime culls boxes, this file settles item pairs.
#include <algorithm>
#include <cmath>
#include <tuple>

#include "check/strategy/item_walk.hpp"
#include "check/strategy/strategy.hpp"
#include "tocca/core/require.hpp"

namespace tocca {
namespace {

class TubeStrategy final : public PairStrategy, public ItemVisitor, public BoxRecorder {
 public:
  explicit TubeStrategy(const CheckSettings& settings)
      : settings_(settings), level_m_(level_of(settings.tolerance_m)) {}

  FirstContact first_contact(const MovingPairs& pairs, Statistics& statistics) override {
    return first_contact(pairs, 0.0, statistics);
  }
  FirstContact first_contact(const MovingPairs& pairs, double from, Statistics& statistics) override {
    TOCCA_REQUIRE(from >= 0.0 && from < 1.0, "the start must lie in [0, 1)");
    begin(pairs, from, statistics);
    return run(pairs.tasks(), from);
  }
  FirstContact any_contact(const MovingPairs& pairs, Statistics& statistics) override {
    begin(pairs, 0.0, statistics);
    any_ = true;
    return run(pairs.tasks(), 0.0);
  }
  FirstContact any_contact(const PairWindows& windows, Statistics& statistics) override {
    begin(windows.pairs(), 0.0, statistics);
    any_ = true;
    return run(windows.tasks(), 0.0);
  }
  Decision visit(ItemPair& pair) override;
  void finish_window() override;
  void discarded(const BoxDiscard& discard) override;
  bool set_visitor(EvidenceVisitor* evidence) override {
    evidence_ = evidence;
    space_time_.set_recorder(evidence ? this : nullptr);
    return evidence != nullptr;
  }

 private:
  void begin(const MovingPairs& pairs, double from, Statistics& statistics);
  FirstContact run(std::span<const SweepTask> tasks, double from);
  void tell(const ItemPair& pair, double start, double end, double from, double to);
  void solve(const ItemPair& pair);
  bool look_for_witness(const ItemPair& pair, double time);
  void touch_at(const ItemPair& pair, double time);
  void get_stuck(double time);

  CheckSettings settings_;
  double level_m_;
  const MovingPairs* pairs_ = nullptr;  // of the question at hand
  ItemChords items_;
  ChordTable chords_;
  SpaceTime space_time_;
  Statistics* statistics_ = nullptr;
  std::vector<ItemPair> to_solve_;
  EvidenceVisitor* evidence_ = nullptr;
  AxisLog axes_;
  bool found_ = false, stuck_ = false;
  double stuck_at_ = 1.0;
  bool any_ = false;  // the first contact that is found ends the search
  TouchingItems found_items_;
};

void TubeStrategy::begin(const MovingPairs& pairs, double from, Statistics& statistics) {
  pairs_ = &pairs;
  items_.set(pairs);
  statistics_ = &statistics;
  found_ = stuck_ = any_ = false;
  to_solve_.clear();  // a spent budget leaves pairs behind
  stuck_at_ = 1.0;
  chords_.begin(pairs.movers(), pairs.volumes(), from);
}

FirstContact TubeStrategy::run(std::span<const SweepTask> tasks, double from) {
  if (pairs_->beyond_resolution()) return FirstContact::open(from, Undecided::resolution);
  // A contact that is known already bounds the search from above: what comes later is never opened.
  const TouchingItems& seen = pairs_->seen();
  const bool known = seen.pair && seen.time > from;
  const auto [finished, free_until] =
      space_time_.run(tasks, chords_, {level_m_, settings_.budget, from, known ? seen.time : 1.0}, *this, *statistics_);
  const double horizon = space_time_.horizon();
  const TouchingItems& items = found_ ? found_items_ : seen;
  FirstContact result;
  if (any_ && found_) {
    result = FirstContact::during({0.0, items.time});
  } else if (!finished || (stuck_ && stuck_at_ <= horizon)) {
    result = FirstContact::open(std::min(free_until, stuck_at_), finished ? Undecided::resolution : Undecided::budget);
  } else if (found_ || known) {
    result = FirstContact::during({horizon, horizon});
  } else {
    result = FirstContact::none();
  }
  if (result.outcome == Outcome::contact) {
    result.body_a = items.pair.body_a();
    result.body_b = items.pair.body_b(items.part_b);
    result.items = items;
  }
  return result;
}

/// A pair that touches in the middle of what is left of it is solved at once: whatever starts later is then never looked
/// at. While tubes are long, other pairs are clipped along one direction and looked at again on halves of the window;
/// then they are narrowed as far as directions allow.
ItemVisitor::Decision TubeStrategy::visit(ItemPair& pair) {
  if (stuck_ && stuck_at_ <= pair.from) return Decision::settled;
  ItemEnds ends;
  items_.place(pair, *pair.chord_a, pair.chord_b, ends);
  const double tubes = pair.chord_a->tube + (pair.chord_b ? pair.chord_b->tube : 0.0);
  const Dilation dilation(pair.clearance_m + level_m_ + items_.rounding(pair, *pair.chord_a, pair.chord_b),
                          *pair.chord_a, pair.chord_b);
  const double length = pair.end - pair.start, reach = pair.clearance_m + settings_.tolerance_m;
  double from = std::max(0.0, (pair.from - pair.start) / length - 0x1p-50);
  double to = std::min(1.0, (pair.to - pair.start) / length + 0x1p-50);
  AxisLog* log = evidence_ ? &axes_ : nullptr;
  axes_.clear();
  const double middle = 0.5 * (from + to);
  const Distance near =
      closest(between(ends.a[0], ends.a[1], middle), between(ends.b[0], ends.b[1], middle), dilation.most());
  ++statistics_->static_tests;
  const bool touches = near.upper <= reach && look_for_witness(pair, pair.start + middle * length);
  const bool walks = touches || !(tubes > walk_tubes * settings_.tolerance_m && pair.level < walk_level);
  double gap_at_from = 0.0;
  bool open = clip_along(near.normal, ends, dilation, from, to, log);
  if (open && walks && !touches) open = narrow(ends, dilation, from, to, gap_at_from, log, *statistics_);
  if (evidence_) {
    tell(pair, pair.start, pair.end, pair.from, open ? pair.start + from * length : pair.to);
    if (open) tell(pair, pair.start, pair.end, pair.start + to * length, pair.to);
  }
  if (!open) return Decision::settled;
  pair.from = std::max(pair.from, pair.start + from * length - 0x1p-51);
  pair.to = std::min({pair.to, pair.start + to * length + 0x1p-51, space_time_.horizon()});
  if (!walks) return Decision::defer;
  if (touches) {
    solve(pair);
  } else if (!(gap_at_from <= reach && look_for_witness(pair, pair.from))) {
    to_solve_.push_back(pair);
  }
  return Decision::settled;
}

/// Pairs are solved in order of their first possible times: the first contact found spares those that come later.
void TubeStrategy::finish_window() {
  std::sort(to_solve_.begin(), to_solve_.end(), [](const ItemPair& x, const ItemPair& y) {
    return std::tie(x.from, x.task, x.part_b, x.item_a, x.item_b) <
           std::tie(y.from, y.task, y.part_b, y.item_a, y.item_b);
  });
  for (const ItemPair& pair : to_solve_) solve(pair);
  to_solve_.clear();
}

/// Lowers the horizon to `time` if the two items are within the tolerance there, rounding of the poses (a tube of zero
/// length) included.
bool TubeStrategy::look_for_witness(const ItemPair& pair, double time) {
  Chord a, b;
  const bool moving_b = items_.moving_b(pair);
  items_.over(pair, {time, time}, a, b);
  ItemEnds ends;
  items_.place(pair, a, moving_b ? &b : nullptr, ends);
  ++statistics_->static_tests;
  const Distance near = closest(ends.a[0], ends.b[0]);
  const double error = items_.rounding(pair, a, moving_b ? &b : nullptr) + a.tube + (moving_b ? b.tube : 0.0);
  if (!(near.upper + error * (1.0 + 0x1p-40) <= pair.clearance_m + settings_.tolerance_m)) return false;
  touch_at(pair, time);
  return true;
}

/// Rounding is larger than the tolerance: from here on nothing is decided.
void TubeStrategy::get_stuck(double time) {
  stuck_ = true;
  stuck_at_ = std::min(stuck_at_, time);
}

void TubeStrategy::touch_at(const ItemPair& pair, double time) {
  if (found_ && !(time < space_time_.horizon())) return;
  found_ = true;
  found_items_ = {time, pairs_->of(pair), pair.part_b, pair.item_a, pair.item_b};
  space_time_.lower_horizon(any_ ? -1.0 : time);  // before the step: nothing else is of interest
}

/// Ends at a witness (within the tolerance), at `to` (free), or stuck, where rounding is larger than the tolerance. The gap is at
/// least 0.4 tolerances at each step; a budget is spent as well.
void TubeStrategy::solve(const ItemPair& pair) {
  ++statistics_->solver_calls;
  const double reach = pair.clearance_m + settings_.tolerance_m;
  ItemWalk walk(items_, pair, pair.from, pair.to);
  while (!space_time_.is_past(walk.from()) && walk.place(space_time_.horizon())) {
    ++statistics_->static_tests;
    // At its start the chord is the computed pose, and the tube holds its rounding.
    const double start = walk.from(), upper = walk.near().upper;
    if (upper + (walk.error() + walk.tube()) * (1.0 + 0x1p-40) <= reach) return touch_at(pair, start);
    if (upper + walk.error() < reach && look_for_witness(pair, start)) return;
    if (!space_time_.spend(1)) return;
    const ItemWalk::Move move = walk.advance(pair.clearance_m + level_m_, level_m_ * 0.25);
    if (move == ItemWalk::Move::shorter) continue;
    if (move == ItemWalk::Move::stuck) return get_stuck(start);
    if (evidence_) {
      axes_.clear();
      axes_.add(walk.near().normal, walk.gap_at_start(), walk.gap_at_end());
      tell(pair, start, walk.end(), start, walk.proven_to());
    }
    if (move == ItemWalk::Move::apart) return;
  }
}

/// Tells the evidence visitor that the logged axes keep two items apart from `from` to `to`.
void TubeStrategy::tell(const ItemPair& pair, double start, double end, double from, double to) {
  if (!(from < to)) return;
  const MovingPair moving = pairs_->of(pair);
  evidence_->leaf({moving.body_a(),
                   moving.body_b(pair.part_b),
                   moving.frame(),
                   true,
                   pair.item_a,
                   pair.item_b,
                   {start, end},
                   {from, to},
                   axes_.during(start, end, from, to)});
}

/// The axes that the boxes' kernel tried, in doubles.
void TubeStrategy::discarded(const BoxDiscard& discard) {
  const MovingPair moving = pairs_->of(discard);
  const Part& part_b = moving.part_b(discard.part_b);
  axes_.clear();
  axes_.add_boxes(moving.task().a->nodes()[discard.node_a].volume, *discard.chord_a,
                  part_b.nodes()[discard.node_b].volume, discard.chord_b, discard.dilation);
  evidence_->leaf({moving.body_a(),
                   moving.body_b(discard.part_b),
                   moving.frame(),
                   false,
                   discard.node_a,
                   discard.node_b,
                   {discard.start, discard.end},
                   {discard.from, discard.to},
                   axes_.during(discard.start, discard.end, discard.from, discard.to)});
}

}  // namespace

std::unique_ptr<PairStrategy> make_pair_strategy(const CollisionModel&, const CheckSettings& settings) {
  return std::make_unique<TubeStrategy>(settings);
}

std::unique_ptr<FirstContactStrategy> make_tube_strategy(const CollisionModel&, const CheckSettings& settings) {
  return std::make_unique<TubeStrategy>(settings);
}

}  // namespace tocca
