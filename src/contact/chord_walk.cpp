#include "contact/chord_walk.hpp"

#include <cmath>

namespace tocca {

bool ChordWalk::place(double latest) {
  to_ = std::min(to_, latest);
  if (from_ > to_) return false;
  length_ = std::min(length_, to_ - from_);
  end_ = length_ < to_ - from_ ? std::min(from_ + length_, to_) : to_;
  return true;
}

/// Where the clip ends, the gap is what the tube took away: at the speed of this chord it lasts for tube / speed. A
/// chord of twice that length has a tube that is smaller by the square: a contact is approached as by Newton's method. If the
/// gap lasts longer, the next chords are four times as long each. Tubes thinner than `rounding_tube` gain nothing.
ChordWalk::Move ChordWalk::step(double tube, double rounding_tube) {
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
  const double lasts = tube / (f0_ - f1_), thin = tube > rounding_tube ? std::sqrt(rounding_tube / tube) : 1.0;
  length_ = std::max(2.0 * lasts, thin) * (end_ - from_);
  from_ = next;
  length_ = std::min(length_, to_ - from_);
  return Move::advanced;
}

/// The tube must shrink, and with it the chord: it falls with the square of the length.
ChordWalk::Move ChordWalk::shorten(double tube, double rounding_tube) {
  const double gap = f0_ + tube;
  const double factor = gap > 0.0 && tube < 1e300 ? std::clamp(0.7 * std::sqrt(0.5 * gap / tube), 0.05, 0.5) : 0.25;
  length_ = (end_ - from_) * factor;
  return length_ <= 0x1p-46 || !(gap > 0.0 || tube > rounding_tube) ? Move::stuck : Move::shorter;
}

}  // namespace tocca
