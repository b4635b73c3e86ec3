// What a user of FCL does instead: a robot's configuration checked at samples of a motion. Written to be fast: all trees
// are built beforehand, nothing is allocated by us in the loop, the first overlap ends it.
#pragma once

#include <fcl/broadphase/broadphase_dynamic_AABB_tree.h>
#include <fcl/narrowphase/collision.h>

#include "testing/plain_kinematics.hpp"
#include "tocca/model/robot.hpp"
#include "tocca/model/scene.hpp"

namespace tocca::bench {

class FclSampling {
 public:
  /// `merged`: the scene as one tree of triangles; else an object each, in FCL's dynamic tree of boxes.
  FclSampling(const Robot& robot, const Scene& scene, bool merged);

  /// Does any of `samples` + 1 equally spaced configurations overlap? Ends at the first.
  bool overlaps(const Configuration& from, const Configuration& to, int samples);

  /// How many samples let no point move more than `step_m` from one to the next.
  int samples(const Configuration& from, const Configuration& to, double step_m) const {
    return testing::steps_for_travel(robot_.tree, {}, from, to, step_m);
  }

 private:
  bool overlaps_at(const Configuration& q);
  bool touches(const fcl::CollisionObjectd& link);

  const Robot& robot_;
  struct Part {
    std::size_t link;
    Eigen::Isometry3d placement;
    std::unique_ptr<fcl::CollisionObjectd> object;
  };
  std::vector<Part> parts_;
  std::unique_ptr<fcl::CollisionObjectd> merged_;
  std::vector<std::unique_ptr<fcl::CollisionObjectd>> obstacles_;
  fcl::DynamicAABBTreeCollisionManagerd tree_;
  Configuration q_;
  std::vector<Eigen::Isometry3d> poses_;
};

}  // namespace tocca::bench
