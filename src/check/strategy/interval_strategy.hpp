// The paper's pipeline (redon-2004, Fig. 3): dynamic hierarchy, swept volumes, interval boxes and simultaneous solver.
#pragma once

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

  FirstContact first_contact(const MovingPairs& pairs, Statistics& statistics) override;

 private:
  using Candidate = IntervalSearch::Candidate;

  void begin_parts(const MotionStep& step);
  int framed(const MotionStep& step, int body, int frame);
  void find_candidates(const MovingPairs& pairs);
  void visit_all_pairs(const MovingPairs& pairs);
  void add_still(const MovingPairs& pairs, int movable, int still);
  void add_moving(const MovingPairs& pairs, int pair);
  bool settled_by_reach(int a, int b, double clearance_m);
  void cull_by_swept_volumes(Statistics& statistics);

  const CollisionModel& model_;
  CheckSettings settings_;
  int movable_count_;
  std::vector<const Part*> still_parts_;
  std::vector<int> rank_;        ///< of each movable body among them
  std::vector<int> pair_of_;     ///< [movable rank][movable rank]: an index into the model's pairs, or -1
  std::vector<double> reach_m_;  ///< of each movable body: no clearance of it is greater
  DynamicBvh bvh_;
  std::unique_ptr<SweptVolumeCulling> culling_;
  LssSweep sweep_;
  OutOfReach out_of_reach_;
  bool beyond_resolution_ = false;
  std::vector<int> kept_;

  /// As candidates number them: the movable bodies in the world, the still ones, then movable bodies in the frames of links, as pairs
  /// ask for them.
  std::vector<MovingPart> parts_;
  std::vector<int> framed_;  ///< [frame][movable rank]: the number, or -1
  std::vector<IntervalSearch::Candidate> candidates_;
  IntervalSearch search_;
};

}  // namespace tocca
