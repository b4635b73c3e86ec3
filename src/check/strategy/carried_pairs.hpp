// Pairs that one step of a path has shown to be far apart need not be asked about in the next ones.
#pragma once

#include <span>
#include <vector>

#include "check/steps/travel.hpp"
#include "check/strategy/instant_table.hpp"
#include "sweep/close_items.hpp"

namespace tocca {

/// Where two bodies were farther apart than the tolerance by some margin at one waypoint of a path, they stay apart until they have
/// travelled that far towards each other. One object per thread. Proof: docs/maths/carried_pairs.md; decision record 0055.
///
/// Guarantee   A pair that far() names is more than its clearance plus the tolerance apart during the whole step, and neither is inside the
///             other: if that was so of all pairs at the end of the last step, which the caller says by told().
/// Forgets     whatever is not exactly continuous: a jump, another grip, an object that moves by itself, pairs that may touch in one step and
///             not in the other; and everything where a step was not free.
class CarriedPairs final : public CloseItems::Visitor {
 public:
  CarriedPairs(const CollisionModel& model, double tolerance_m);

  /// Another path, of about so many steps.
  void begin(int steps);
  /// The next step of the path.
  void set(const MotionStep& step, Statistics& statistics);
  /// For each entry that MovingPairs may have, in the order of the keys.
  std::span<const char> far() const { return far_; }
  /// What came of that step: is everything proven free?
  void told(bool free) { free_ = free; }

  // As CloseItems asks.
  double reach() const override;
  void visit(int part_b, Index item_a, Index item_b, double clearance_m) override;

 private:
  /// What is known about a pair at the end of the last step.
  struct Known {
    double margin_m = 0.0;  ///< it is farther apart than its clearance and the tolerance by at least this
    int pause = 0;          ///< for so many steps it is not measured again
    int failures = 0;       ///< how often in a row that was of little use
    // When it was measured last:
    double measured_m = -1.0;  ///< the margin; negative: not yet
    Pose X_a, X_b;             ///< of its two movers
    double error_m = 0.0;      ///< of both poses together
  };

  bool same_pairs(const MotionStep& step);
  void bound_ways();
  bool find_due();
  void measure(const MotionStep& step, Statistics& statistics);
  void place(const MovingPair& pair);
  double margin_since(const Known& known) const;
  double margin(double enough_m, Statistics& statistics);

  const CollisionModel& model_;
  double tolerance_m_;
  Travel travel_;
  MovingPairs pairs_;  // of its own: those that are to be measured
  InstantTable instants_;
  CloseItems items_;
  int steps_left_ = 0;
  bool free_ = false;
  std::vector<std::pair<int, int>> allowed_;  // as in the last step
  std::vector<Known> known_;                  // of each key, as the following
  std::vector<double> ways_;                  // in this step, of both together
  std::vector<char> far_, not_due_;
  // Of the pair that is measured:
  const SweepTask* task_ = nullptr;
  const InstantTable::Placed* a_ = nullptr;
  const InstantTable::Placed* b_ = nullptr;  // null: it stands still in the frame of the pair
  double error_m_ = 0.0, least_m_ = 0.0;
  bool visited_ = false;
};

}  // namespace tocca
