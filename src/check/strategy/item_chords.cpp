#include "check/strategy/item_chords.hpp"

#include <algorithm>

#include "motion/carriers.hpp"

namespace tocca {

void ItemChords::place(const ItemPair& pair, const Chord& a, const Chord* b, ItemEnds& ends) const {
  const SweepTask& task = this->task(pair);
  const Part& part_b = *task.parts_b[static_cast<std::size_t>(pair.part_b)];
  ends.a[0] = placed(*task.a, pair.item_a, a.start);
  ends.a[1] = placed(*task.a, pair.item_a, a.end);
  ends.b[0] = placed(part_b, pair.item_b, b ? b->start : Pose{});
  ends.b[1] = b ? placed(part_b, pair.item_b, b->end) : ends.b[0];
}

double ItemChords::rounding(const ItemPair& pair, const Chord& a, const Chord* b) const {
  const SweepTask& task = this->task(pair);
  const auto of = [&](int mover, const Chord& chord) {
    // |R^T R - I| in the Frobenius norm is at most three times its greatest entry, which is what the skew bounds.
    const double far = std::max(chord.start.translation.norm(), chord.end.translation.norm());
    return placing_error(pairs_->reaches()[static_cast<std::size_t>(mover)], 3.0 * chord.skew, far);
  };
  return (task.rounding_m + of(task.mover_a, a) + (b ? of(task.mover_b, *b) : 0.0)) * (1.0 + 0x1p-40);
}

void ItemChords::over(const ItemPair& pair, const Interval& time, Chord& a, Chord& b, bool starts_known) {
  const SweepTask& task = this->task(pair);
  const auto fill = [&](int index, Chord& chord) {
    const Mover& mover = pairs_->movers()[static_cast<std::size_t>(index)];
    const Lss& volume = pairs_->volumes()[static_cast<std::size_t>(index)];
    std::span<Pose> middle;
    const bool instant = time.lo == time.hi;
    if (const TreeMotion* tree = mover.tree()) {
      const auto count = static_cast<std::size_t>(tree->link_count());
      in_world_.resize(std::max(in_world_.size(), count));
      in_parent_.resize(in_world_.size());
      middle = {in_world_.data(), count};
      const std::span<Pose> in_parent{in_parent_.data(), count};
      tree->poses(midpoint(time), middle, in_parent);
      if (instant) chord.start = carried_pose(mover, {middle, in_parent});
    } else if (instant) {
      chord.start = mover.pose(time.lo);
    }
    if (!instant && !starts_known) chord.start = mover.pose(time.lo);
    chord.end = instant ? chord.start : mover.pose(time.hi);
    chord.set_tube(mover.directed_tube(time, volume, middle));
    chord.finish();
  };
  fill(task.mover_a, a);
  if (task.mover_b >= 0) fill(task.mover_b, b);
}

}  // namespace tocca
