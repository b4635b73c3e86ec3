#pragma once

#include "sweep/space_time.hpp"

namespace tocca {

/// Item pairs that boxes cannot keep apart at one instant: the input of contact lists and distances.
///
/// Guarantee   Visits every pair of items of the task that is at most clearance + reach() apart; reach() is asked
///             repeatedly, so that a search for the nearest pair can narrow it on the way.
/// Order       What looks nearest comes first, so that the reach of such a search falls quickly; dive() finds some near
///             pair at little cost, before all tasks are gone through.
/// The chords are of zero length: both poses at the instant, the tube being the rounding of the poses.
class CloseItems {
 public:
  /// Receives the pairs, and says how near they must be to matter.
  class Visitor {
   public:
    virtual ~Visitor() = default;
    virtual double reach() const = 0;
    virtual void visit(int part_b, Index item_a, Index item_b, double clearance_m) = 0;
  };

  void run(const SweepTask& task, const Chord& chord_a, const Chord* chord_b, Visitor& visitor, Statistics& statistics);
  /// Visits the items of one pair of leaves only, which is probably near.
  void dive(const SweepTask& task, const Chord& chord_a, const Chord* chord_b, Visitor& visitor,
            Statistics& statistics);

 private:
  void set(const SweepTask& task, const Chord& chord_a, const Chord* chord_b, Visitor& visitor, Statistics& statistics);
  Vector3 centre(const BoxLanes& lanes, int lane) const;
  Index nearer_child(Index node_a, const Vector3& to) const;
  void visit_leaves(std::span<const Index> items_a, const BoxLanes& lanes, int lane, double clearance_m);
  void visit(ItemLanes& waiting);
  void visit_waiting();
  void descend(const SweptBox& box, Index node_a, std::uint32_t node_b, const SweptLanes* swept, unsigned mask,
               double clearance_m);

  const SweepTask* task_ = nullptr;
  const Chord* chord_a_ = nullptr;
  const Chord* chord_b_ = nullptr;
  Visitor* visitor_ = nullptr;
  Statistics* statistics_ = nullptr;
  double skew_ = 0.0, tubes_ = 0.0;
  std::array<ItemLanes, ItemLanes::kinds> item_lanes_;  // pairs that wait for the kernel, by kind
};

}  // namespace tocca
