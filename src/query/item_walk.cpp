#include "item_walk.hpp"

#include <algorithm>
#include <cmath>

namespace tocca {

bool ItemWalk::place(double latest) {
  to_ = std::min(to_, latest);
  if (from_ > to_) return false;
  length_ = std::min(length_, to_ - from_);
  end_ = length_ < to_ - from_ ? std::min(from_ + length_, to_) : to_;
  items_.over(pair_, {from_, end_}, a_, b_);
  const Chord* second = moving_b_ ? &b_ : nullptr;
  error_ = items_.rounding(pair_, a_, second);
  tube_ = a_.tube + (moving_b_ ? b_.tube : 0.0);
  items_.place(pair_, a_, second, ends_);
  near_ = closest(ends_.a[0], ends_.b[0]);
  return true;
}

ItemWalk::Move ItemWalk::advance(double level, double rounding_tube) {
  // Sums of a few positive numbers: 2^-40 is far more than their rounding.
  const double dilation = (level + error_ + tube_) * (1.0 + 0x1p-40);
  f0_ = gap_along(near_.normal, ends_.a[0], ends_.b[0]) - dilation;
  if (!(f0_ > 0.0) || tube_ > f0_) return shorten(rounding_tube);
  f1_ = gap_along(near_.normal, ends_.a[1], ends_.b[1]) - dilation;
  double s = 0.0, last = 1.0;
  if (!clip(f0_, f1_, s, last)) {
    proven_to_ = end_;
    if (end_ >= to_) return Move::apart;
    length_ = 4.0 * (end_ - from_);
    from_ = end_;
    return Move::advanced;
  }
  proven_to_ = from_ + s * (end_ - from_);
  const double next = proven_to_ - 0x1p-52;
  if (!(next > from_)) return Move::stuck;
  from_ = next;
  length_ = to_ - from_;
  return Move::advanced;
}

/// The tube must shrink, and with it the chord: it falls with the square of the length.
ItemWalk::Move ItemWalk::shorten(double rounding_tube) {
  const double gap = f0_ + tube_;
  const double factor = gap > 0.0 && tube_ < 1e300 ? std::clamp(0.7 * std::sqrt(0.5 * gap / tube_), 0.05, 0.5) : 0.25;
  length_ = (end_ - from_) * factor;
  return length_ <= 0x1p-46 || !(gap > 0.0 || tube_ > rounding_tube) ? Move::stuck : Move::shorter;
}

}  // namespace tocca
