#pragma once

#include <span>

#include "motion/directed_tube.hpp"
#include "motion/interval_pose.hpp"
#include "motion/linear_enclosure.hpp"
#include "tocca/motion/rigid_motion.hpp"
#include "tocca/motion/tree_motion.hpp"

namespace tocca {

/// How one part moves during a step, as a Motion: a link, something gripped by a link, or a rigid motion of its own.
/// What it refers to must outlive it.
class Mover {
 public:
  /// A link in the world (ancestor = -1) or in the frame of one of its ancestors.
  Mover(const TreeMotion& tree, int ancestor, int link) : tree_(&tree), ancestor_(ancestor), link_(link) {}
  /// Something that rides on a link: `grip` = X_LO.
  Mover(const TreeMotion& tree, int ancestor, int link, const Placement& grip)
      : tree_(&tree), ancestor_(ancestor), link_(link), has_grip_(true), grip_(grip) {}
  explicit Mover(const RigidMotion& rigid) : rigid_(&rigid) {}

  Pose pose(double t) const;
  double tube(const Interval& time, const Lss& volume) const;
  /// The tube, from the poses of all links of its tree at the middle of the window where that is enough (quick_bounds).
  DirectedTube directed_tube(const Interval& time, const Lss& volume, std::span<const Pose> X_WL_middle) const;
  double speed(const Interval& time, const Lss& volume) const;
  IntervalPose enclosure(const Interval& time) const;
  LinearEnclosure linear_enclosure(const Interval& time) const;

  /// The tree that carries it (none for a rigid motion), the frame it is seen in, the link it is or rides on.
  const TreeMotion* tree() const { return tree_; }
  int ancestor() const { return ancestor_; }
  int link() const { return link_; }
  /// Null if it rides on nothing.
  const Placement* grip() const { return has_grip_ ? &grip_ : nullptr; }
  /// Null if a tree carries it.
  const RigidMotion* rigid() const { return rigid_; }
  bool still() const { return rigid_ && std::holds_alternative<StaticMotion>(*rigid_); }

 private:
  const TreeMotion* tree_ = nullptr;
  const RigidMotion* rigid_ = nullptr;
  int ancestor_ = -1, link_ = -1;
  bool has_grip_ = false;
  Placement grip_;
};

}  // namespace tocca
