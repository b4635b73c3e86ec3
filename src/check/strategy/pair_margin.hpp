// How much farther apart than their clearance the two sides of a pair are at an instant.
#pragma once

#include "check/strategy/touch_probe.hpp"
#include "contact/tree_distance.hpp"

namespace tocca {

/// The least distance less clearance of one pair at one instant, rounding of poses and of placing included.
struct Margin {
  enum class Kind {
    apart,     ///< proven: the true distance is above clearance + `value`, which is above the level
    touching,  ///< witnessed: it is at most clearance + tolerance
    unknown    ///< rounding is larger than the tolerance
  };
  Kind kind;
  double value;  ///< at least 0: a certificate may add it (docs/maths/bisection.md)
};

/// Measures the moving pairs of a step at instants; poses are shared by all of them.
class PairMargin {
 public:
  enum class By {
    distance,  ///< GREEDY-DIST on trees of rectangle-swept spheres
    boxes      ///< touching or not, which is cheaper: margins are then the level and no more
  };

  PairMargin(const CollisionModel& model, double tolerance_m, By by)
      : model_(model), by_(by), tolerance_m_(tolerance_m), probe_(tolerance_m) {}

  /// The pairs of the following questions, which must outlive them.
  void begin(const MovingPairs& pairs);
  InstantTable& instants() { return instants_; }

  /// A margin above `wanted` is of no more use than that: it may be measured less closely. By boxes it does not matter.
  Margin at(const MovingPair& pair, int slot, double wanted, Statistics& statistics);
  /// Of the last answer that was `touching`.
  const TouchingItems& found() const { return found_; }
  /// The two sides together move no faster than this during the whole step, or a window with this middle: lambda_i
  /// + lambda_j of the paper per unit of time.
  double speed(const MovingPair& pair);
  double speed(const MovingPair& pair, int middle_slot, const Interval& window);

 private:
  void widen_reaches(const MovingPairs& pairs);
  Margin by_distance(const MovingPair& pair, int slot, double wanted, Statistics& statistics);
  Margin by_boxes(const MovingPair& pair, int slot, Statistics& statistics);

  const CollisionModel& model_;
  By by_;
  double tolerance_m_;
  InstantTable instants_;
  std::vector<double> reaches_;  // of each mover, volumes included
  TreeSearch search_;
  TouchProbe probe_;
  TouchingItems found_;
};

}  // namespace tocca
