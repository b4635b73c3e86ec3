// What SBL did before it had an exact checker: configurations at a fixed resolution, here by FCL. Segments are bisected, all
// segments of a path in turn, down to steps of epsilon (schwarzer-2002, section 2).
#pragma once

#include <fcl/broadphase/broadphase_dynamic_AABB_tree.h>

#include "testing/plain_kinematics.hpp"
#include "tocca/motion/problem.hpp"
#include "tocca/plan/motion_judge.hpp"
#include "tocca/plan/plan_space.hpp"

namespace tocca::bench {

/// The pairs that the model checks, clearances left out: FCL is asked for overlaps.
class FclJudge final : public MotionJudge {
 public:
  /// `epsilon`: the greatest step of any joint, as a part of its range.
  FclJudge(const Problem& problem, const CollisionModel& model, const PlanSpace& space, double epsilon);

  bool is_free(const Configuration& q) override;
  std::optional<std::size_t> refuted(std::span<const Motion> motions, std::vector<bool>& free) override;

 private:
  struct Part {
    Eigen::Isometry3d placement;
    std::unique_ptr<fcl::CollisionObjectd> object;
  };
  struct MovingBody {
    std::size_t robot, link;
    bool in_scene;  ///< checked against the scene
    std::vector<Part> parts;
  };
  bool touches_scene(const MovingBody& body);
  static bool touch(const MovingBody& a, const MovingBody& b);

  const Problem& problem_;
  const PlanSpace& space_;
  double epsilon_;
  std::vector<MovingBody> bodies_;
  std::vector<std::pair<std::size_t, std::size_t>> pairs_;
  std::vector<std::unique_ptr<fcl::CollisionObjectd>> obstacles_;
  fcl::DynamicAABBTreeCollisionManagerd tree_;
  std::vector<std::vector<Eigen::Isometry3d>> poses_;
};

}  // namespace tocca::bench
