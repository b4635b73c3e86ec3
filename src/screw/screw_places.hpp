#pragma once

#include <array>
#include <vector>

#include "contact/closest.hpp"
#include "contact/touching.hpp"
#include "sweep/box_tree.hpp"
#include "sweep/close_items.hpp"
#include "tocca/screw/screw_results.hpp"

namespace tocca {

/// Where two parts touch at one instant, by exact static tests of their items. All in B's frame; nothing about screws.
class ScrewPlaces final : private CloseItems::Visitor {
 public:
  /// The parts must outlive it.
  ScrewPlaces(const Part& a, const Part& b, double tolerance_m);

  /// Are the surfaces proven to be farther apart than `error_m`?
  bool apart(const Pose& X_BA, double error_m, ScrewStatistics& statistics);
  /// Appends every place within the tolerance, in canonical order; all of them have this bracket. If rounding leaves
  /// only items whose features are all just beyond: the closest points. If the error exceeds the tolerance, it takes
  /// its place.
  void list(const Pose& X_BA, const Bracket& time, double error_m, ScrewStatistics& statistics,
            std::vector<ScrewContact>& contacts);

 private:
  enum class Task { look, list, nearest };
  void run(Task task, const Pose& X_BA, double reach_m, ScrewStatistics& statistics);
  double reach() const override { return reach_m_; }
  void visit(int part_b, Index item_a, Index item_b, double clearance_m) override;
  bool boxes_apart(const ConvexPiece& a, const ConvexPiece& b) const;
  ScrewContact contact(Index item_a, Index item_b, const Contact& place) const;

  const Part &a_, &b_;
  double tolerance_m_;
  std::array<const Part*, 1> parts_b_;
  BoxTree tree_b_;
  SweepTask sweep_;
  CloseItems items_;

  // of the present question
  Task task_ = Task::look;
  Chord at_;
  double error_m_ = 0.0, reach_m_ = 0.0;
  bool near_ = false;
  std::vector<ScrewContact>* contacts_ = nullptr;
  ScrewStatistics* statistics_ = nullptr;
  Distance closest_;
  Index closest_a_ = 0, closest_b_ = 0;
  std::vector<Contact> places_;
};

}  // namespace tocca
