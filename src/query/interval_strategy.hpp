// The paper's pipeline (redon-2004, Fig. 3): dynamic hierarchy, swept volumes, interval boxes and simultaneous solver.
#pragma once

#include "cast_list.hpp"
#include "strategy.hpp"
#include "tocca/broad/dynamic_bvh.hpp"
#include "tocca/contact/simultaneous_solver.hpp"
#include "tocca/sweep/interval_obb.hpp"
#include "tocca/sweep/lss_culling.hpp"

namespace tocca {

/// Finds the first contact of a step by the paper's three stages, each proven (docs/maths/interval_pipeline.md; decision
/// record 0011 says where it departs from the paper, and why).
///
/// Time        The step is halved until each link has its refinement level: 2^r parts, so that none moves by more than
///             a part of its own size in one of them (section 5.1.1). Parts of time are looked at in order; the first one with
///             a contact ends the query.
/// Stages      Without the first, every pair of bodies goes on; without the second, what the first leaves does.
class IntervalStrategy final : public FirstContactStrategy {
 public:
  IntervalStrategy(const CollisionModel& model, const CheckSettings& settings);

  FirstContact first_contact(const Step& step, Statistics& statistics) override;

 private:
  /// Two bodies that may meet, by their numbers in the cast.
  struct Candidate {
    int a, b;
    double clearance_m;
  };
  using Result = SimultaneousSolver::Result;

  void find_candidates(const Step& step);
  void visit_all_pairs(const Step& step);
  void add_still(int movable, int still);
  void add_moving(const Step& step, int pair);
  void cull_by_swept_volumes(Statistics& statistics);
  int refinement(int cast) const;

  Result explore(int level, int index, std::size_t first);
  Result exact(int level, int index, std::size_t first, bool may_split);
  bool may_meet(const Candidate& candidate);
  void prepare(int cast, std::uint64_t node, const Interval& time);
  void spend(std::uint64_t volumes);

  const CollisionModel& model_;
  CheckSettings settings_;
  std::vector<const Part*> still_parts_;
  std::vector<Aabb> still_boxes_;
  std::vector<int> pair_of_;     ///< [movable rank][movable rank]: an index into the model's pairs, or -1
  std::vector<double> reach_m_;  ///< of each movable body: no clearance of it is greater
  DynamicBvh bvh_;
  std::unique_ptr<SweptVolumeCulling> culling_;
  LssSweep sweep_;
  std::vector<int> kept_;

  CastList cast_;
  std::vector<Candidate> candidates_;
  std::vector<SolverPair> items_;
  SimultaneousSolver solver_;
  /// A member of the cast during the part of time at hand.
  struct Enclosed {
    LinearEnclosure X;
    Aabb box;
    MovingBox root;
    std::uint64_t node = 0;
  };
  std::vector<Enclosed> enclosed_;
  std::vector<int> refinement_;
  std::uint64_t node_ = 0, work_left_ = 0;
  Statistics* statistics_ = nullptr;
};

}  // namespace tocca
