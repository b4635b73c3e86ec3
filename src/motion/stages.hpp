// The stages of each motion, from the body to the world, as walks read them (motion/pose_walk.hpp).
#pragma once

#include <algorithm>

#include "tocca/motion/rigid_motion.hpp"
#include "tocca/motion/tree_motion.hpp"

namespace tocca {

/// Hands a motion's stages to a walk.
struct Stages {
  template <class M, class Walk>
  static void walk(const M& motion, Walk& walk) {
    motion.walk(walk);
  }
  template <class Walk>
  static void walk_joint(const TreeMotion& tree, int joint, Walk& walk) {
    tree.walk_joint(joint, walk);
  }
};

inline const Axis& world_axis(int i) {
  static const Axis axes[3] = {Axis(Vector3::UnitX()), Axis(Vector3::UnitY()), Axis(Vector3::UnitZ())};
  return axes[i];
}

template <class Walk>
void StaticMotion::walk(Walk& walk) const {
  walk.place(Placement(pose_));
}

template <class Walk>
void LinearMotion::walk(Walk& walk) const {
  walk.place(Placement(Pose{rotation_, Vector3::Zero()}));
  for (int i = 2; i >= 0; --i) walk.slide({}, world_axis(i), position_[i]);
}

template <class Walk>
void ScrewMotion::walk(Walk& walk) const {
  walk.place(origin_);
  walk.turn(start_, axis_, angle_);
  walk.slide({}, direction_, slide_);
}

template <class Walk>
void InBetweenMotion::walk(Walk& walk) const {
  walk.turn(rotation_, axis_, angle_);
  for (int i = 2; i >= 0; --i) walk.slide({}, world_axis(i), position_[i]);
}

template <class Walk>
void TreeMotion::walk_joint(int joint, Walk& walk) const {
  const int end = first_stage_[static_cast<std::size_t>(joint) + 1];
  for (int i = first_stage_[static_cast<std::size_t>(joint)]; i < end; ++i) {
    const Stage& stage = stages_[static_cast<std::size_t>(i)];
    const Coordinate& q = coordinates_[static_cast<std::size_t>(i)];
    switch (stage.kind) {
      case StageKind::place:
        walk.place(stage.placement);
        break;
      case StageKind::slide:
        walk.slide(stage.placement, stage.axis, q);
        break;
      case StageKind::turn:
        walk.turn(stage.placement, stage.axis, q);
        break;
    }
  }
}

template <class Walk>
void LinkMotion::walk(Walk& walk) const {
  for (int link = link_; link > std::max(ancestor_, 0); link = tree_->parent_[static_cast<std::size_t>(link)]) {
    tree_->walk_joint(link - 1, walk);
  }
  if (ancestor_ < 0 && tree_->has_base_) walk.base(tree_->base_);
}

}  // namespace tocca
