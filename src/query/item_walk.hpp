// One pair of items, walked from the left end of a window until it is proven apart to the right end.
#pragma once

#include "item_chords.hpp"
#include "tocca/contact/closest.hpp"

namespace tocca {

/// An item pair is walked by itself, instead of with all others on halves of the window, once the tubes are below so
/// many times the precision asked for: one chord then leaves about that much.
constexpr double walk_tubes = 64.0;
constexpr int walk_level = 20;

/// From the left end on: the direction between the closest points there clips a chord, whose length is chosen so that its
/// tube is below half of what the gap has more than the level. Each advance is by a time that this excess and the motion's
/// speed and curvature bound from below.
class ItemWalk {
 public:
  ItemWalk(ItemChords& items, const ItemPair& pair, double from, double to)
      : items_(items), pair_(pair), moving_b_(items.moving_b(pair)), from_(from), to_(to), length_(to - from) {}

  double from() const { return from_; }
  double end() const { return end_; }  ///< of the chord

  /// The chord from here on, no farther than `latest`. False: nothing is left of the window.
  bool place(double latest);
  /// After place(): the two at from(), on the chord.
  const Closest& near() const { return near_; }
  double error() const { return error_; }  ///< of placing items; the chord's tube is not in it
  double tube() const { return tube_; }    ///< of both

  enum class Move {
    advanced,  ///< proven apart up to the new from()
    shorter,   ///< nothing is proven yet: look at a shorter chord
    stuck,     ///< rounding does not allow to prove the level here
    apart      ///< to the end of the window
  };
  /// Distances above `level` are to be proven. A tube of at most `rounding_tube` without a gap is rounding, not motion.
  Move advance(double level, double rounding_tube);
  /// As if from the start of a window: after the level has been lowered.
  void start_again() { length_ = to_ - from_; }

  /// Of the last advance that proved something: the gaps along near().normal at the chord's ends, less the level; and
  /// up to when they prove the two apart.
  double gap_at_start() const { return f0_; }
  double gap_at_end() const { return f1_; }
  double proven_to() const { return proven_to_; }

 private:
  Move shorten(double rounding_tube);

  ItemChords& items_;
  const ItemPair& pair_;
  bool moving_b_;
  double from_, to_, length_, end_ = 0.0;
  Chord a_, b_;
  ItemEnds ends_;
  Closest near_;
  double error_ = 0.0, tube_ = 0.0, f0_ = 0.0, f1_ = 0.0, proven_to_ = 0.0;
};

}  // namespace tocca
