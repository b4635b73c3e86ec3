#include "check/strategy/pair_margin.hpp"

#include <algorithm>

#include "check/strategy/strategy.hpp"
#include "core/rounding.hpp"

namespace tocca {

void PairMargin::begin(const MotionStep& step) {
  table_.set(step, level_of(tolerance_m_));
  reaches_.assign(table_.reaches().begin(), table_.reaches().end());
  for (int i = 0; trees_ && i < task_count(); ++i) {
    const SweepTask& task = table_.tasks()[static_cast<std::size_t>(i)];
    const auto widen = [&](int mover, int body) {
      double& reach = reaches_[static_cast<std::size_t>(mover)];
      reach = std::max(reach, trees_->of(body).reach_m());
    };
    widen(task.mover_a, table_.body_a(i));
    if (task.mover_b >= 0) widen(task.mover_b, table_.body_b(i, 0));
  }
  instants_.begin(table_.movers(), table_.volumes(), reaches_);
}

Margin PairMargin::at(int task, int slot, Statistics& statistics) {
  ++statistics.static_tests;
  return trees_ ? by_distance(task, slot, statistics) : by_boxes(task, slot, statistics);
}

Margin PairMargin::by_boxes(int task, int slot, Statistics& statistics) {
  switch (probe_.look(table_, task, instants_, slot, statistics)) {
    case TouchProbe::Result::apart:
      return {Margin::Kind::apart, probe_.margin()};
    case TouchProbe::Result::touching:
      found_ = probe_.found();
      return {Margin::Kind::touching, 0.0};
    case TouchProbe::Result::unknown:
      break;
  }
  return {Margin::Kind::unknown, 0.0};
}

Margin PairMargin::by_distance(int index, int slot, Statistics& statistics) {
  const SweepTask& task = table_.tasks()[static_cast<std::size_t>(index)];
  TreePair pair;
  pair.a = &trees_->of(table_.body_a(index));
  pair.b = table_.is_still(index) ? &trees_->still() : &trees_->of(table_.body_b(index, 0));
  const InstantTable::Placed& a = instants_.placed(slot, task.mover_a);
  pair.X_a = &a.X();
  pair.error_m = task.rounding_m + a.error_m;
  if (task.mover_b >= 0) {
    const InstantTable::Placed& b = instants_.placed(slot, task.mover_b);
    pair.X_b = &b.X();
    pair.error_m += b.error_m;
  }
  pair.error_m *= 1.0 + 0x1p-50;
  pair.clearances = task.clearances;
  pair.clearance_m = task.clearance_m;
  const double level = level_of(tolerance_m_);
  const TreeDistance found = search_.greedy(pair, level, tolerance_m_, statistics);
  if (found.margin > level) return {Margin::Kind::apart, found.margin};
  if (!(found.upper <= tolerance_m_)) return {Margin::Kind::unknown, 0.0};
  found_ = {instants_.time(slot), index, found.part_b, found.item_a, found.item_b};
  return {Margin::Kind::touching, 0.0};
}

double PairMargin::speed(int index) const {
  const SweepTask& task = table_.tasks()[static_cast<std::size_t>(index)];
  return rounded_up(instants_.speed(task.mover_a) + (task.mover_b < 0 ? 0.0 : instants_.speed(task.mover_b)), 1.0);
}

double PairMargin::speed(int index, int middle_slot, const Interval& window) {
  const SweepTask& task = table_.tasks()[static_cast<std::size_t>(index)];
  const double a = instants_.speed(middle_slot, window, task.mover_a);
  return rounded_up(a + (task.mover_b < 0 ? 0.0 : instants_.speed(middle_slot, window, task.mover_b)), 1.0);
}

}  // namespace tocca
