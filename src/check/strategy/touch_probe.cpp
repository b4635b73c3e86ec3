#include "check/strategy/touch_probe.hpp"

#include "check/strategy/far_pairs.hpp"
#include "contact/closest.hpp"

namespace tocca {

TouchProbe::Result TouchProbe::look(const MovingPair& pair, InstantTable& instants, int slot, Statistics& statistics) {
  task_ = &pair.task();
  if (task_->b->empty()) return Result::apart;
  a_ = &instants.placed(slot, task_->mover_a);
  b_ = task_->mover_b < 0 ? nullptr : &instants.placed(slot, task_->mover_b);
  error_m_ = (task_->rounding_m + a_->error_m + (b_ ? b_->error_m : 0.0)) * (1.0 + 0x1p-40);
  result_ = Result::apart;
  margin_ = level_of(tolerance_m_);
  if (b_) {
    const double gap = lss_gap(a_->volume, b_->volume) * (1.0 - 0x1p-50) - (task_->clearance_m + error_m_);
    if (gap > margin_) {
      margin_ = gap;
      return result_;
    }
  }
  found_.time = instants.time(slot);
  found_.pair = pair;
  items_.run(*task_, a_->chord, b_ ? &b_->chord : nullptr, *this, statistics);
  return result_;
}

/// Once something touches, nothing else is of interest: no box reaches this far.
double TouchProbe::reach() const { return result_ == Result::touching ? -1e30 : level_of(tolerance_m_); }

void TouchProbe::visit(int part_b, Index item_a, Index item_b, double clearance_m) {
  if (result_ == Result::touching) return;
  const Part& part = *task_->parts_b[static_cast<std::size_t>(part_b)];
  const double enough = clearance_m + level_of(tolerance_m_) + error_m_;
  const Distance near = closest(placed(*task_->a, item_a, a_->chord.start),
                                placed(part, item_b, b_ ? b_->chord.start : Pose{}), enough * (1.0 + 0x1p-50));
  if (near.lower > enough) return;
  if (!((near.upper + error_m_) * (1.0 + 0x1p-50) <= clearance_m + tolerance_m_)) {
    result_ = Result::unknown;
    return;
  }
  result_ = Result::touching;
  found_.part_b = part_b;
  found_.item_a = item_a;
  found_.item_b = item_b;
}

}  // namespace tocca
