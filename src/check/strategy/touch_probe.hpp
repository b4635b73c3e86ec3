// Do the two sides of a pair touch at an instant? By boxes and items alone, ending at the first witness.
#pragma once

#include "check/strategy/instant_table.hpp"
#include "check/strategy/strategy.hpp"
#include "sweep/close_items.hpp"

namespace tocca {

class TouchProbe final : public CloseItems::Visitor {
 public:
  enum class Result {
    apart,     ///< proven: farther apart than the clearance plus the level
    touching,  ///< witnessed: at most the clearance plus the tolerance
    unknown    ///< rounding is larger than the tolerance
  };

  explicit TouchProbe(double tolerance_m) : tolerance_m_(tolerance_m) {}

  /// `instants` are those of the movers of the pair's list.
  Result look(const MovingPair& pair, InstantTable& instants, int slot, Statistics& statistics);
  /// From the last question answered with `apart`: the distance exceeds the clearance by more than this. No more than
  /// the level, unless the bodies' line-swept spheres show more: two moving bodies are mostly far apart.
  double margin() const { return margin_; }
  /// From the last question answered with `touching`.
  const TouchingItems& found() const { return found_; }

  double reach() const override;
  void visit(int part_b, Index item_a, Index item_b, double clearance_m) override;

 private:
  double tolerance_m_;
  CloseItems items_;
  const SweepTask* task_ = nullptr;
  const InstantTable::Placed* a_ = nullptr;
  const InstantTable::Placed* b_ = nullptr;
  double error_m_ = 0.0, margin_ = 0.0;
  Result result_ = Result::apart;
  TouchingItems found_;
};

}  // namespace tocca
