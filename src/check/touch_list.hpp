// What touches at one instant.
#pragma once

#include <limits>
#include <tuple>
#include <vector>

#include "check/strategy/instant_table.hpp"
#include "check/strategy/strategy.hpp"
#include "contact/closest.hpp"
#include "contact/touching.hpp"
#include "sweep/close_items.hpp"

namespace tocca {

/// The frame in which a pair is seen, in the world.
Pose frame_of(const MovingPair& pair, double t);

/// Lists what touches at one instant: examines every pair again, to its clearance plus the tolerance, in canonical
/// order. The pairs must have been filled with the tolerance, or with a negative level.
class TouchList final : public CloseItems::Visitor {
 public:
  explicit TouchList(double tolerance_m) : tolerance_m_(tolerance_m) {}

  void list(const MovingPairs& pairs, double t, std::vector<Answer::Touch>& touches, Statistics& statistics);
  /// One place of two items that touch.
  void list(const TouchingItems& items, std::vector<Answer::Touch>& touches);
  /// Some pair was not proven to be farther apart than its clearance: if nothing touches, rounding exceeds the
  /// tolerance.
  bool unproven() const { return unproven_; }

  // As CloseItems asks.
  double reach() const override { return tolerance_m_; }
  void visit(int part_b, Index item_a, Index item_b, double clearance_m) override;

 private:
  void begin(const MovingPairs& pairs, double t);
  void place(const MovingPair& pair);
  const Pose& pose_b() const;
  double error() const;
  void add(int part_b, Index item_a, Index item_b, const Contact& place);
  void add_closest();

  double tolerance_m_;
  bool unproven_ = false;
  MovingPair pair_;
  InstantTable instants_;
  int slot_ = 0;  ///< of the instant
  const InstantTable::Placed* a_ = nullptr;
  const InstantTable::Placed* b_ = nullptr;  ///< none: b stands still
  std::vector<Answer::Touch>* touches_ = nullptr;
  CloseItems items_;
  std::vector<Contact> places_;
  Distance closest_;
  std::tuple<int, Index, Index> closest_pair_;
};

}  // namespace tocca
