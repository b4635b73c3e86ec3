#include "check/strategy/pair_margin.hpp"

#include <algorithm>

#include "check/model/model_body.hpp"
#include "check/model/still_bodies.hpp"
#include "check/strategy/strategy.hpp"
#include "core/rounding.hpp"

namespace tocca {

void PairMargin::begin(const MovingPairs& pairs) {
  reaches_.assign(pairs.reaches().begin(), pairs.reaches().end());
  if (by_ == By::distance) widen_reaches(pairs);
  instants_.begin(pairs.movers(), pairs.volumes(), reaches_);
}

/// By the volumes of the trees, which are placed with the same poses.
void PairMargin::widen_reaches(const MovingPairs& pairs) {
  for (const MovingPair pair : pairs) {
    const SweepTask& task = pair.task();
    const auto widen = [&](int mover, int body) {
      double& reach = reaches_[static_cast<std::size_t>(mover)];
      reach = std::max(reach, model_.shape(body).volumes().reach_m());
    };
    widen(task.mover_a, pair.body_a());
    if (task.mover_b >= 0) widen(task.mover_b, pair.body_b());
  }
}

Margin PairMargin::at(const MovingPair& pair, int slot, double wanted, Statistics& statistics) {
  ++statistics.static_tests;
  return by_ == By::distance ? by_distance(pair, slot, wanted, statistics) : by_boxes(pair, slot, statistics);
}

Margin PairMargin::by_boxes(const MovingPair& pair, int slot, Statistics& statistics) {
  switch (probe_.look(pair, instants_, slot, statistics)) {
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

Margin PairMargin::by_distance(const MovingPair& moving, int slot, double wanted, Statistics& statistics) {
  const SweepTask& task = moving.task();
  TreePair pair;
  pair.a = &model_.shape(moving.body_a()).volumes();
  pair.b = moving.against_still() ? &model_.still_bodies().volumes() : &model_.shape(moving.body_b()).volumes();
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
  const TreeDistance found = search_.halfway(pair, level, wanted, tolerance_m_, statistics);
  if (found.margin > level) return {Margin::Kind::apart, found.margin};
  if (!(found.upper <= tolerance_m_)) return {Margin::Kind::unknown, 0.0};
  found_ = {instants_.time(slot), moving, found.part_b, found.item_a, found.item_b};
  return {Margin::Kind::touching, 0.0};
}

double PairMargin::speed(const MovingPair& pair) {
  const SweepTask& task = pair.task();
  return rounded_up(instants_.speed(task.mover_a) + (task.mover_b < 0 ? 0.0 : instants_.speed(task.mover_b)), 1.0);
}

double PairMargin::speed(const MovingPair& pair, int middle_slot, const Interval& window) {
  const SweepTask& task = pair.task();
  const double a = instants_.speed(middle_slot, window, task.mover_a);
  return rounded_up(a + (task.mover_b < 0 ? 0.0 : instants_.speed(middle_slot, window, task.mover_b)), 1.0);
}

}  // namespace tocca
