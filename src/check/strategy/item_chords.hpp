// Pairs of items as SpaceTime hands them out, placed on the chords of a window or of any stretch of time.
#pragma once

#include <vector>

#include "check/strategy/moving_pairs.hpp"
#include "contact/item_clip.hpp"

namespace tocca {

class ItemChords {
 public:
  /// The pairs whose items SpaceTime passes on from now on; they must outlive the questions.
  void set(const MovingPairs& pairs) { pairs_ = &pairs; }

  bool moving_b(const ItemPair& pair) const { return task(pair).mover_b >= 0; }
  void place(const ItemPair& pair, const Chord& a, const Chord* b, ItemEnds& ends) const;
  /// How far stored and placed items may be from their true places, both sides together, chords taken as exact.
  double rounding(const ItemPair& pair, const Chord& a, const Chord* b) const;
  /// Chords over any stretch of time, not one of the bisection; `b` is left alone if it stands still. `starts_known`:
  /// both chords begin as they did before, and only their ends are new.
  void over(const ItemPair& pair, const Interval& time, Chord& a, Chord& b, bool starts_known = false);

 private:
  const SweepTask& task(const ItemPair& pair) const { return pairs_->of(pair).task(); }

  const MovingPairs* pairs_ = nullptr;
  std::vector<Pose> in_world_, in_parent_;  // scratch: all links of a tree
};

}  // namespace tocca
