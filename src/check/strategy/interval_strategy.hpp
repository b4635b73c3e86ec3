// The paper's pipeline (redon-2004, Fig. 3): dynamic hierarchy, swept volumes, interval boxes and simultaneous solver.
#pragma once

#include "check/strategy/cast_list.hpp"
#include "check/strategy/out_of_reach.hpp"
#include "check/strategy/strategy.hpp"
#include "contact/interval_search.hpp"
#include "sweep/dynamic_bvh.hpp"
#include "sweep/lss_culling.hpp"

namespace tocca {

/// Finds the first contact of a step by the paper's three stages, each proven (docs/maths/interval_pipeline.md; decision
/// record 0011 says where it departs from the paper, and why).
///
/// Stages      Without the first, every pair of bodies goes on; without the second, what the first leaves does.
class IntervalStrategy final : public FirstContactStrategy {
 public:
  IntervalStrategy(const CollisionModel& model, const CheckSettings& settings);

  FirstContact first_contact(const MotionStep& step, Statistics& statistics) override;

 private:
  using Candidate = IntervalSearch::Candidate;

  void find_candidates(const MotionStep& step);
  void visit_all_pairs(const MotionStep& step);
  void add_still(const MotionStep& step, int movable, int still);
  void add_moving(const MotionStep& step, int pair);
  bool settled_by_reach(int a, int b, double clearance_m);
  void cull_by_swept_volumes(Statistics& statistics);

  const CollisionModel& model_;
  CheckSettings settings_;
  std::vector<const Part*> still_parts_;
  std::vector<int> pair_of_;     ///< [movable rank][movable rank]: an index into the model's pairs, or -1
  std::vector<double> reach_m_;  ///< of each movable body: no clearance of it is greater
  DynamicBvh bvh_;
  std::unique_ptr<SweptVolumeCulling> culling_;
  LssSweep sweep_;
  OutOfReach out_of_reach_;
  bool beyond_resolution_ = false;
  std::vector<int> kept_;

  CastList cast_;
  std::vector<IntervalSearch::Candidate> candidates_;
  IntervalSearch search_;
};

}  // namespace tocca
