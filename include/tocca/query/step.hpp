// Layer: query.  May include: everything below.  Checked by tools/check_layers.py.
#pragma once

#include <vector>

#include "tocca/motion/mover.hpp"
#include "tocca/query/collision_model.hpp"

namespace tocca {

/// How everything moves during one step, t from 0 to 1. The caller sets it, strategies read it. Setting does not
/// allocate, so that one Step serves a whole path.
class Step {
 public:
  explicit Step(const CollisionModel& model);

  /// Every robot's motion: use move() or follow() on it.
  TreeMotion& tree(int robot) {
    start_is_free_ = false;
    return trees_[static_cast<std::size_t>(robot)];
  }
  const TreeMotion& tree(int robot) const { return trees_[static_cast<std::size_t>(robot)]; }

  /// As another step of the same model.
  void set(const Step& other);

  /// Movable objects; they stand where the scene has them until told otherwise. Throw InputError for a still one.
  void move_object(int object, const RigidMotion& motion);
  void attach(int object, int robot, int link, const Pose& X_LO);

  /// The caller has proven that everything is free where this step begins: the step before ended with these very numbers.
  /// Then what this step does not move relative to each other is free as well, and moves() and active() leave it out, until
  /// anything of the step is set again. For walks that move one joint of many at a time. Not after a floating joint has
  /// turned: where it ends, its orientation is rounded (decision record 0006).
  void start_is_free();

  /// The motion of a movable body in the world, or in the frame of an ancestor link of its own robot.
  Mover mover(int body, int ancestor = -1) const;
  /// May it come to touch something by its own doing in this step: a link that some joint carries (resting or not: a
  /// robot at rest is still checked), an object that is held or moves? An object that nobody holds and nothing moves
  /// is, for now, a part of the surroundings: it need not be checked against still bodies.
  bool moves(int body) const;
  /// Must this pair of the model be looked at in this step? Not: a gripped object and the rigid group that grips it, or
  /// something else that the same group grips; two bodies neither of which moves().
  bool active(const CollisionModel::Pair& pair) const;
  /// The frame in which a pair is best seen: the lowest common ancestor of two bodies of one robot, else -1, the world.
  int frame(const CollisionModel::Pair& pair) const;

 private:
  struct ObjectState {
    RigidMotion motion;
    int robot = -1, link = -1;  ///< of the gripping link, or -1
    Placement grip;
  };
  void require_movable(int object) const;
  /// Robot and link that carry a body; -1 for an object that nobody holds.
  std::pair<int, int> carrier(int body) const;
  /// What a body rests on during this step: the world (-1, -1), or a link that moves.
  std::pair<int, int> rests_on(int body) const;

  const CollisionModel& model_;
  std::vector<TreeMotion> trees_;
  std::vector<ObjectState> objects_;  ///< one for each object of the scene
  bool start_is_free_ = false;
  std::vector<std::vector<int>>
      rests_on_;  ///< of each robot's links: the first link that moves with it as one; 0: none does
};

}  // namespace tocca
