#pragma once

#include <algorithm>

namespace tocca {

/// Times of a chord (its parameter, in [0, 1]) at which a line f0 .. f1 is not positive. False: none. A quotient of positive numbers
/// and a difference err by 2 u: 2^-50 covers it.
inline bool clip(double f0, double f1, double& from, double& to) {
  if (f0 > 0.0 && f1 > 0.0) return false;
  if (f0 > 0.0) from = std::max(from, f0 / (f0 - f1) * (1.0 - 0x1p-50));
  if (f1 > 0.0) to = std::min(to, f0 / (f0 - f1) * (1.0 + 0x1p-50));
  return from <= to;
}

/// Two things, walked from the left end of a window of time until they are proven apart to its right end. Chord after chord: the
/// walker places both on the chord from from() to end(), measures gaps along one direction at its ends, and learns
/// where to look next. A chord's length is chosen so that its tube stays below the gap's excess over the level.
class ChordWalk {
 public:
  enum class Move {
    advanced,  ///< proven apart up to the new from()
    shorter,   ///< nothing is proven yet: look at a shorter chord
    stuck,     ///< rounding prevents proving the level here
    apart      ///< to the end of the window
  };

  ChordWalk(double from, double to) : from_(from), to_(to), length_(to - from) {}

  double from() const { return from_; }
  double end() const { return end_; }

  /// Chooses the chord from here on, no farther than `latest`. False: nothing of the window is left.
  bool place(double latest);

  /// `dilation`: the level to be proven, rounding, and the tube. gap_at_end() is called only if the first gap is of
  /// use. A tube of at most `rounding_tube` without a gap is rounding, not motion.
  template <class GapAtEnd>
  Move advance(double gap_at_start, const GapAtEnd& gap_at_end, double dilation, double tube, double rounding_tube) {
    f0_ = gap_at_start - dilation;
    if (!(f0_ > 0.0) || tube > f0_) return shorten(tube, rounding_tube);
    f1_ = gap_at_end() - dilation;
    return step(tube, rounding_tube);
  }
  /// The two are proven apart, in another way, up to a time of the chord, later than from(). Chords after a whole one are twice as long.
  void proven(double to) {
    length_ = to < end_ ? end_ - from_ : 2.0 * (end_ - from_);
    from_ = to;
  }
  /// Starts as if at the start of a window: for when the level has been lowered.
  void start_again() { length_ = to_ - from_; }

  /// From the last advance that proved something: the gaps at the chord's ends, less the dilation; and up to when they
  /// prove the two apart.
  double margin_at_start() const { return f0_; }
  double margin_at_end() const { return f1_; }
  double proven_to() const { return proven_to_; }

 private:
  Move step(double tube, double rounding_tube);
  Move shorten(double tube, double rounding_tube);

  double from_, to_, length_, end_ = 0.0;
  double f0_ = 0.0, f1_ = 0.0, proven_to_ = 0.0;
};

}  // namespace tocca
