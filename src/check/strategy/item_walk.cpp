#include "check/strategy/item_walk.hpp"

namespace tocca {

bool ItemWalk::place(double latest) {
  if (!walk_.place(latest)) return false;
  const bool again = near_from_ == walk_.from() && walk_.from() < walk_.end();  // on a shorter chord
  items_.over(pair_, {walk_.from(), walk_.end()}, a_, b_, again);
  const Chord* second = moving_b_ ? &b_ : nullptr;
  error_ = items_.rounding(pair_, a_, second);
  tube_ = a_.tube + (moving_b_ ? b_.tube : 0.0);
  items_.place(pair_, a_, second, ends_);
  if (!again) near_ = closest(ends_.a[0], ends_.b[0]);
  near_from_ = walk_.from();
  return true;
}

ItemWalk::Move ItemWalk::advance(double level, double rounding_tube) {
  const Dilation dilation(level + error_, a_, moving_b_ ? &b_ : nullptr);
  const auto gap_at = [&](int end) { return gap_along(near_.normal, ends_.a[end], ends_.b[end]); };
  return walk_.advance(
      gap_at(0), [&] { return gap_at(1); }, dilation.along(near_.normal), dilation.tube_along(near_.normal),
      rounding_tube);
}

}  // namespace tocca
