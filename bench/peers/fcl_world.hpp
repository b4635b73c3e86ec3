// What a user of FCL does instead, for whole problems: every robot, and every pair that tocca checks. One tree of triangles a
// link, built beforehand; the scene in FCL's dynamic tree of boxes; the first overlap ends a test.
#pragma once

#include <fcl/broadphase/broadphase_dynamic_AABB_tree.h>
#include <fcl/narrowphase/collision.h>

#include "tocca/check/collision_model.hpp"
#include "tocca/model/problem.hpp"

namespace tocca::bench {

class FclWorld {
 public:
  /// An object of the scene is one tree of triangles, or one shape for each of its primitives. Requires robots of meshes only, nothing
  /// attached and nothing moving but robots.
  FclWorld(const Problem& problem, const CollisionModel& model);

  /// Configurations are of all robots, one after the other.
  bool overlaps_at(const Configuration& q);
  /// Samples in order, `samples` + 1 of them.
  bool overlaps(const Configuration& from, const Configuration& to, int samples);
  /// The same samples, or a few more, by bisection: ends, middle, quarters, ... (schwarzer-2002, section 2).
  bool overlaps_by_bisection(const Configuration& from, const Configuration& to, int samples);
  /// How many samples let no point move more than `step_m` from one to the next.
  int samples(const Configuration& from, const Configuration& to, double step_m) const;

 private:
  struct Moving {
    std::size_t robot, link;
    bool against_scene;
    std::unique_ptr<fcl::CollisionObjectd> object;
  };
  const Problem& problem_;
  std::vector<Moving> moving_;
  std::vector<std::pair<std::size_t, std::size_t>> pairs_;
  std::vector<std::unique_ptr<fcl::CollisionObjectd>> obstacles_;
  fcl::DynamicAABBTreeCollisionManagerd tree_;
  std::vector<std::vector<Eigen::Isometry3d>> poses_;
};

}  // namespace tocca::bench
