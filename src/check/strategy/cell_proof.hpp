// Links that are near each other at every state, and yet never touch: proven once for each cell of the joints between them.
#pragma once

#include <array>
#include <vector>

#include "check/model/joint_cells.hpp"
#include "check/steps/travel.hpp"
#include "check/strategy/instant_table.hpp"
#include "sweep/close_items.hpp"

namespace tocca {

/// Fills the model's JointCells where a question needs them. One object per thread. Proof: docs/maths/joint_cells.md.
class CellProof final : public CloseItems::Visitor {
 public:
  explicit CellProof(const CollisionModel& model);

  /// Proven: the two stay farther apart than their clearance plus JointCells::level_m during the whole step, and neither is inside the other.
  /// `pair` is one of the model's.
  bool apart(const MotionStep& step, int pair);

  // As CloseItems asks.
  double reach() const override;
  void visit(int part_b, Index item_a, Index item_b, double clearance_m) override;

 private:
  bool apart(const JointCells::Pair& joints, int pair, const std::array<int, 2>& cell);
  JointCells::State prove(const JointCells::Pair& joints, int pair, const std::array<int, 2>& cell);
  bool stays_apart(const JointCells::Pair& joints, int pair, const std::array<int, 2>& first, int cells);
  double way_in_cells(const JointCells::Pair& joints, int pair, const std::array<int, 2>& first, int cells);

  const CollisionModel& model_;
  const JointCells& cells_;
  MotionStep step_;  // from the middle of a square of cells to its corner
  Travel travel_;
  std::vector<Mover> movers_;
  std::vector<Lss> volumes_;
  std::vector<double> reaches_;
  InstantTable instants_;
  CloseItems items_;
  Configuration middle_, corner_;
  // Of the square that is proven:
  SweepTask task_;
  Pose X_a_, X_b_;
  double error_m_ = 0.0, reach_m_ = 0.0;
  bool apart_ = false;
};

}  // namespace tocca
