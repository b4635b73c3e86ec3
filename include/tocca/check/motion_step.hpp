#pragma once

#include <span>
#include <vector>

#include "tocca/check/collision_model.hpp"
#include "tocca/core/interval.hpp"
#include "tocca/core/require.hpp"
#include "tocca/motion/rigid_motion.hpp"
#include "tocca/motion/tree_motion.hpp"

namespace tocca {

class Mover;  // motion/mover.hpp: any of these motions

/// How everything moves during one step, t from 0 to 1. The caller sets it, strategies read it. Setting it does not
/// allocate, so that one MotionStep serves a whole path.
class MotionStep {
 public:
  explicit MotionStep(const CollisionModel& model);

  const CollisionModel& model() const { return model_; }

  /// A robot's motion: call move() or follow() on it.
  TreeMotion& tree(int robot) {
    TOCCA_REQUIRE(robot >= 0 && static_cast<std::size_t>(robot) < trees_.size(), "a model has no such robot");
    forget();
    return trees_[static_cast<std::size_t>(robot)];
  }
  const TreeMotion& tree(int robot) const {
    TOCCA_REQUIRE(robot >= 0 && static_cast<std::size_t>(robot) < trees_.size(), "a model has no such robot");
    return trees_[static_cast<std::size_t>(robot)];
  }

  /// Copies another step of the same model.
  void set(const MotionStep& other);

  /// Movable objects; they stay where the scene has them until set here. Throw InputError for a still one.
  void move_object(int object, const RigidMotion& motion);
  void attach(int object, int robot, int link, const Pose& X_LO);
  /// The same for an object given by its body, which is movable.
  void attach_body(int body, int robot, int link, const Pose& X_LO);

  /// The part of the problem's clock that this step is: where bodies that deform (Problem::deforming) are. Requires that none of their
  /// frames lies strictly inside. Until it is set, they rest at their first frames.
  void set_clock(const Interval& clock) {
    forget();
    clock_ = clock;
  }
  const Interval& clock() const { return clock_; }

  /// Two bodies that may touch during this step (Problem::allowed_stretches): adds one pair, or removes all.
  void allow(int body_a, int body_b);
  void allow_none();
  bool allows(int body_a, int body_b) const;
  /// Is this body in one of those pairs?
  bool allows_some(int body) const;
  std::span<const std::pair<int, int>> allowed() const { return allowed_; }

  /// The caller has proven that everything is free where this step begins: the previous step ended with these very
  /// numbers. Then whatever this step does not move relative to each other is free as well, and active() leaves it out,
  /// until anything in the step is set again. For walks that move one joint of many at a time. Not after a floating
  /// joint has turned: its orientation at the end is rounded (decision record 0006).
  void start_is_free();
  bool starts_free() const { return start_is_free_; }

  /// The caller has proven that bodies which do not move() in this step are free of each other. Then active() leaves
  /// such pairs out, until the caller takes it back or anything in the step is set again.
  void rest_is_free(bool proven) { rest_is_free_ = proven; }

  /// The motion of a movable body in the world, or in the frame of an ancestor link of its own robot.
  Mover mover(int body, int ancestor = -1) const;
  /// May it move during this step: is it a link that some joint carries, or an object that is held or moves?
  bool moves(int body) const;
  /// Must this pair of the model be examined in this step? Always, even at rest, except for a gripped object and the
  /// rigid group that grips it, or anything else that the same group grips; and for pairs that allows() names.
  bool active(const CollisionModel::Pair& pair) const;
  /// The same for a movable body and the still ones; allows() may exempt single pairs of them.
  bool active(int movable_body) const;
  /// The frame in which a pair is best seen: the lowest common ancestor of two bodies of one robot, else -1, the world.
  int frame(const CollisionModel::Pair& pair) const;

 private:
  /// What callers have proven no longer holds.
  void forget() { start_is_free_ = rest_is_free_ = false; }
  /// How an object moves that something was said about.
  struct ObjectState {
    RigidMotion motion;
    int robot = -1, link = -1;  ///< of the gripping link, or -1
    Placement grip;
  };
  /// The body of an object, or -1 if it has no geometry.
  int movable_body(int object) const;
  ObjectState& state_of(int body);
  /// Null: it rests where the model has it.
  const ObjectState* known_state(int body) const;
  /// Robot and link that carry a body; -1 for an object that no link holds.
  std::pair<int, int> carrier(int body) const;
  /// What a body rests on during this step: the world (-1, -1), or a link that moves.
  std::pair<int, int> rests_on(int body) const;

  const CollisionModel& model_;
  std::vector<TreeMotion> trees_;
  std::vector<int> state_of_;  ///< of each movable object, by rank less that of the first one; -1: none
  std::vector<ObjectState> states_;
  std::vector<std::pair<int, int>> allowed_;  ///< the lower body first
  Interval clock_;
  bool start_is_free_ = false, rest_is_free_ = false;
  std::vector<std::vector<int>>
      rests_on_;  ///< for each link of each robot: the first link that moves with it as one; 0: none does
};

}  // namespace tocca
