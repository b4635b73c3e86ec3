// What SBL did before it had an exact checker: configurations at a fixed resolution, here by FCL. The segments of a path are
// bisected in turn, the longest first, down to steps of epsilon (schwarzer-2002, section 2).
#pragma once

#include "peers/fcl_world.hpp"
#include "plan/motion_judge.hpp"
#include "plan/plan_space.hpp"
#include "tocca/model/problem.hpp"

namespace tocca::bench {

/// The pairs that the model checks, clearances left out: FCL is asked for overlaps.
class FclJudge final : public MotionJudge {
 public:
  /// `epsilon`: the greatest step of any joint, as a part of its range.
  FclJudge(const Problem& problem, const CollisionModel& model, const PlanSpace& space, double epsilon)
      : world_(problem, model), space_(space), epsilon_(epsilon) {}

  bool is_free(const Configuration& q) override { return !world_.overlaps_at(q); }
  std::optional<std::size_t> refuted(std::span<const Motion> motions, std::vector<bool>& free) override;

 private:
  FclWorld world_;
  const PlanSpace& space_;
  double epsilon_;
};

}  // namespace tocca::bench
