// A robot as FCL sees it, placed by kinematics of the tests' own: do two of its links touch?
#pragma once

#include <fcl/narrowphase/collision_object.h>

#include <memory>
#include <vector>

#include "tocca/model/kinematic_tree.hpp"

namespace tocca::testing {

class FclRobot {
 public:
  /// Keeps a reference to the tree.
  explicit FclRobot(const KinematicTree& tree);

  void place(const Configuration& q);
  /// Where it was placed last: surfaces of meshes, solids of primitives.
  bool touch(int link_a, int link_b) const;

 private:
  using Objects = std::vector<std::unique_ptr<fcl::CollisionObjectd>>;
  const KinematicTree& tree_;
  std::vector<Objects> objects_;  // of each link
  std::vector<Eigen::Isometry3d> poses_;
};

}  // namespace tocca::testing
