// One pair of items, walked from the left end of a window until it is proven apart to the right end.
#pragma once

#include "check/strategy/item_chords.hpp"
#include "contact/chord_walk.hpp"
#include "contact/closest.hpp"

namespace tocca {

/// An item pair is walked by itself, instead of with all others on halves of the window, once the tubes are below this
/// many times the required precision: one chord then leaves about that much.
constexpr double walk_tubes = 64.0;
constexpr int walk_level = 20;

/// ChordWalk for two items: the direction between the closest points at the left end clips a chord. Each advance is by a time
/// that the gap's margin and the motion's speed and curvature bound from below.
class ItemWalk {
 public:
  using Move = ChordWalk::Move;

  ItemWalk(ItemChords& items, const ItemPair& pair, double from, double to)
      : items_(items), pair_(pair), moving_b_(items.moving_b(pair)), walk_(from, to) {}

  double from() const { return walk_.from(); }
  double end() const { return walk_.end(); }  ///< of the chord

  /// The chord from here on, no farther than `latest`. False: nothing of the window is left.
  bool place(double latest);
  /// After place(): the two at from(), on the chord.
  const Distance& near() const { return near_; }
  double error() const { return error_; }  ///< of placing items; the chord's tube is not in it
  double tube() const { return tube_; }    ///< of both

  /// Proves distances above `level`. A tube of at most `rounding_tube` without a gap is rounding, not motion.
  Move advance(double level, double rounding_tube);
  /// Starts as if at the start of a window: for when the level has been lowered.
  void start_again() { walk_.start_again(); }

  /// From the last advance that proved something: the gaps along near().normal at the chord's ends, less the level; and
  /// up to when they prove the two apart.
  double gap_at_start() const { return walk_.margin_at_start(); }
  double gap_at_end() const { return walk_.margin_at_end(); }
  double proven_to() const { return walk_.proven_to(); }

 private:
  ItemChords& items_;
  const ItemPair& pair_;
  bool moving_b_;
  ChordWalk walk_;
  Chord a_, b_;
  ItemEnds ends_;
  Distance near_;
  double near_from_ = -1.0;  // at what time near_ is; negative: at none
  double error_ = 0.0, tube_ = 0.0;
};

}  // namespace tocca
