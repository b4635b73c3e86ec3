// The third stage of the paper's pipeline: interval boxes and the simultaneous solver, on parts that move.
#pragma once

#include <span>
#include <vector>

#include "contact/simultaneous_solver.hpp"
#include "shape/aabb.hpp"
#include "sweep/interval_obb.hpp"

namespace tocca {

/// Contains every true item of a part that stands still.
Aabb still_box(const Part& part);

/// The first contact of candidate pairs of parts during a step (redon-2004, section 5). Proof: docs/maths/interval_pipeline.md.
///
/// Time        Each part has a refinement level r: 2^r pieces of the step, so that it moves by no more than a share of its
///             own size in one of them (section 5.1.1). The step is halved, and a pair is examined in pieces of the
///             greater of its two levels, whatever the others need. Pieces are examined in order; a contact ends the
///             search of everything later.
/// One object per thread: it holds scratch memory.
class IntervalSearch {
 public:
  using Result = SimultaneousSolver::Result;
  /// Two parts that may meet, by their numbers in the cast. Part a moves, or at least has a mover.
  struct Candidate {
    int a, b;
    double clearance_m;
  };

  /// `boxes`: axis-aligned boxes are compared first.
  explicit IntervalSearch(double tolerance_m, bool boxes = true) : tolerance_m_(tolerance_m), boxes_(boxes) {}

  /// What SimultaneousSolver::solve() promises, for all items of the candidates. Candidates are used as a stack, and
  /// are restored.
  Result first_contact(std::span<const MovingPart> cast, std::vector<Candidate>& candidates, std::uint64_t budget,
                       Statistics& statistics);

 private:
  /// A member of the cast during the part of time at hand.
  struct Enclosed {
    LinearEnclosure X;
    Aabb box;
    MovingBox root;
    std::uint64_t node = 0;
  };

  int refinement(int number) const;
  int refinement(const Candidate& candidate);
  Result explore(int level, int index, std::size_t first);
  Result halves(int level, int index, std::size_t first);
  Result exact(int level, int index, std::size_t first, bool may_split);
  bool may_meet(const Candidate& candidate);
  void prepare(int number, std::uint64_t node, const Interval& time);
  void spend(std::uint64_t volumes);

  double tolerance_m_;
  bool boxes_;
  std::span<const MovingPart> cast_;
  std::vector<Candidate>* candidates_ = nullptr;
  std::vector<SolverPair> items_;
  SimultaneousSolver solver_;
  std::vector<Enclosed> enclosed_;
  std::vector<int> refinement_;
  std::uint64_t node_ = 0, work_left_ = 0;
  double latest_ = 1.0;  // nothing after the earliest contact found so far is of interest
  Statistics* statistics_ = nullptr;
};

}  // namespace tocca
