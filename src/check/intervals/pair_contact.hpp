// How long two touching bodies keep touching. Proofs: docs/maths/contact_intervals.md.
#pragma once

#include "check/strategy/inside.hpp"
#include "check/strategy/penetration_pairs.hpp"
#include "check/strategy/strategy.hpp"
#include "sweep/close_items.hpp"

namespace tocca {

/// One pair of bodies during one step, as the search for intervals of contact sees it.
class PairContact {
 public:
  virtual ~PairContact() = default;
  /// The first contact on [from, 1]; `from` < 1.
  virtual FirstContact next(double from) = 0;
  /// Negative: no contact is shown at t. Otherwise the two are in contact (within the clearance plus the tolerance, or
  /// one in the other) as long as no two of their points have moved by more than this, together.
  virtual double margin(double t) = 0;
  /// No two points of the two move faster, together, during `time`.
  virtual double speed(const Interval& time) const = 0;
  /// Are they shown to be in contact at each time from `from`, where margin() was last called, to `to`, by an argument
  /// other than the margin: one that tolerates sliding along each other?
  virtual bool slides(double from, double to) = 0;
};

/// Two bodies with a clearance of zero or more.
class SurfacePair final : public PairContact, private CloseItems::Visitor {
 public:
  SurfacePair(const CollisionModel& model, const CheckSettings& settings);

  /// The pair, and how it moves. False: it is not checked in this step.
  bool set(const MotionStep& step, int body_a, int body_b, Statistics& statistics);

  FirstContact next(double from) override;
  double margin(double t) override;
  double speed(const Interval& time) const override;
  bool slides(double from, double to) override;

 private:
  struct Close {
    Index item_a, item_b;
    double upper;  ///< of the distance
    bool overlap;
  };
  double reach() const override { return settings_.tolerance_m; }
  void visit(int part_b, Index item_a, Index item_b, double clearance_m) override;

  const SweepTask& task() const { return pair_.task(); }
  const Part& part_b() const { return pair_.part_b(part_); }
  void chords_over(const Interval& time, Chord& a, Chord& b) const;
  double error_of(const Chord& a, const Chord& b) const;
  ConvexPiece piece_a(Index item, const Pose& X) const { return placed(*task().a, item, X); }
  ConvexPiece piece_b(Index item, const Pose& X) const { return placed(part_b(), item, X); }
  double deepest() const;
  double deepest_inside() const;
  double depth_inside(const Part& inner, const Pose& X_inner, const Part& outer, const Pose& X_outer) const;

  const CollisionModel& model_;
  CheckSettings settings_;
  MovingPairs pairs_;  // the one pair
  MovingPair pair_;
  std::unique_ptr<PairStrategy> strategy_;
  Statistics* statistics_ = nullptr;
  int part_ = 0;            ///< of the task's tree
  double contact_m_ = 0.0;  ///< clearance and tolerance
  CloseItems items_;
  Chord a_, b_;               ///< at the time of margin()
  std::vector<Close> close_;  ///< likewise
};

/// Two convex bodies that may penetrate each other to some depth.
class DeepPair final : public PairContact {
 public:
  DeepPair(const CollisionModel& model, const CheckSettings& settings) : pairs_(model, settings) {}

  bool set(const MotionStep& step, const CollisionModel::PenetrationPair& pair, Statistics& statistics) {
    statistics_ = &statistics;
    return pairs_.choose(step, pair);
  }
  FirstContact next(double from) override { return pairs_.next(from, *statistics_); }
  double margin(double t) override { return pairs_.margin(t, *statistics_); }
  double speed(const Interval& time) const override { return pairs_.speed(time); }
  bool slides(double, double) override { return false; }

 private:
  PenetrationPairs pairs_;
  Statistics* statistics_ = nullptr;
};

}  // namespace tocca
