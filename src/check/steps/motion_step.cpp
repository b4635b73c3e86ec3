#include "tocca/check/motion_step.hpp"

#include <algorithm>
#include <limits>

#include "check/model/model_body.hpp"
#include "check/model/problem_pairs.hpp"
#include "core/index.hpp"
#include "motion/mover.hpp"
#include "tocca/core/error.hpp"
#include "tocca/core/require.hpp"

namespace tocca {
MotionStep::MotionStep(const CollisionModel& model) : model_(model) {
  for (const CollisionModel::RobotFrame& robot : model.robots()) trees_.emplace_back(robot.tree, robot.base);
  for (const Pose& pose : model.object_poses()) objects_.emplace_back(pose);
  allowed_.reserve(model.problem_pairs().stretches.size());
  clock_.lo = clock_.hi = -std::numeric_limits<double>::infinity();
}

void MotionStep::set(const MotionStep& other) {
  trees_ = other.trees_;
  objects_ = other.objects_;
  allowed_ = other.allowed_;
  clock_ = other.clock_;
  forget();
}

void MotionStep::start_is_free() {
  rests_on_.resize(trees_.size());
  for (std::size_t robot = 0; robot < trees_.size(); ++robot) {
    const KinematicTree& tree = model_.robots()[robot].tree;
    rests_on_[robot].resize(tree.links().size());
    for (int link = 1; link < static_cast<int>(tree.links().size()); ++link) {  // parents come first
      const bool rests = trees_[robot].rests(tree.parent_joint(link));
      rests_on_[robot][at(link)] = rests ? rests_on_[robot][at(tree.parent_link(link))] : link;
    }
  }
  start_is_free_ = true;
}

std::pair<int, int> MotionStep::rests_on(int body) const {
  constexpr std::pair<int, int> world{-1, -1};
  const auto [robot, link] = carrier(body);
  if (robot >= 0) return rests_on_[at(robot)][at(link)] == 0 ? world : std::pair(robot, rests_on_[at(robot)][at(link)]);
  const int object = model_.bodies()[at(body)].object;
  // An object that moves by itself rests on nothing but itself.
  return std::holds_alternative<StaticMotion>(objects_[at(object)].motion) ? world : std::pair(-2 - object, 0);
}

/// A still body lies in the tree of the surroundings: setting a motion for it would be silently without effect.
void MotionStep::require_movable(int object) const {
  const int body = model_.body_of_object(object);
  if (body < 0 || !model_.bodies()[at(body)].still) return;
  throw InputError("", "object '" + model_.bodies()[at(body)].name + "'", "nothing in the problem ever moves it",
                   "list it among the problem's moving or attached objects");
}

void MotionStep::move_object(int object, const RigidMotion& motion) {
  require_movable(object);
  forget();
  ObjectState& state = objects_[at(object)];
  state.motion = motion;
  state.robot = state.link = -1;
}

void MotionStep::attach(int object, int robot, int link, const Pose& X_LO) {
  TOCCA_REQUIRE(at(robot) < trees_.size() && at(link) < at(trees_[at(robot)].link_count()), "a model has no such link");
  require_movable(object);
  forget();
  ObjectState& state = objects_[at(object)];
  state.robot = robot;
  state.link = link;
  state.grip = Placement(X_LO);
}

void MotionStep::allow(int body_a, int body_b) {
  TOCCA_REQUIRE(std::min(body_a, body_b) >= 0 && at(std::max(body_a, body_b)) < model_.problem_pairs().bodies.size(),
                "a model has no such body");
  forget();
  allowed_.push_back(std::minmax(body_a, body_b));
}

void MotionStep::allow_none() {
  forget();
  allowed_.clear();
}

bool MotionStep::allows(int body_a, int body_b) const {
  const std::pair<int, int> pair = std::minmax(body_a, body_b);
  return std::find(allowed_.begin(), allowed_.end(), pair) != allowed_.end();
}

bool MotionStep::allows_some(int body) const {
  return std::any_of(allowed_.begin(), allowed_.end(),
                     [body](const auto& pair) { return pair.first == body || pair.second == body; });
}

std::pair<int, int> MotionStep::carrier(int body) const {
  const CollisionModel::Body& what = model_.bodies()[at(body)];
  if (what.object < 0) return {what.robot, what.link};
  const ObjectState& state = objects_[at(what.object)];
  return {state.robot, state.link};
}

Mover MotionStep::mover(int body, int ancestor) const {
  TOCCA_REQUIRE(at(body) < model_.bodies().size() && !model_.bodies()[at(body)].still,
                "only a movable body has a mover");
  const CollisionModel::Body& what = model_.bodies()[at(body)];
  const auto [robot, link] = carrier(body);
  if (what.object < 0) return {trees_[at(robot)], ancestor, link};
  const ObjectState& state = objects_[at(what.object)];
  return robot < 0 ? Mover(state.motion) : Mover(trees_[at(robot)], ancestor, link, state.grip);
}

bool MotionStep::moves(int body) const {
  TOCCA_REQUIRE(at(body) < model_.bodies().size(), "a model has no such body");
  const CollisionModel::Body& what = model_.bodies()[at(body)];
  if (what.object < 0) return model_.rigid_group(what.robot, what.link) != 0;
  const ObjectState& state = objects_[at(what.object)];
  return state.robot >= 0 || !std::holds_alternative<StaticMotion>(state.motion);
}

bool MotionStep::active(const CollisionModel::Pair& pair) const {
  const auto [robot_a, link_a] = carrier(pair.a);
  const auto [robot_b, link_b] = carrier(pair.b);
  if (robot_a >= 0 && robot_a == robot_b &&
      model_.rigid_group(robot_a, link_a) == model_.rigid_group(robot_b, link_b)) {
    return false;
  }
  if (start_is_free_ && rests_on(pair.a) == rests_on(pair.b)) return false;
  if (rest_is_free_ && !moves(pair.a) && !moves(pair.b)) return false;
  return !allows(pair.a, pair.b);
}

bool MotionStep::active(int movable_body) const {
  if (rest_is_free_ && !moves(movable_body)) return false;
  return !start_is_free_ || rests_on(movable_body) != std::pair(-1, -1);
}

int MotionStep::frame(const CollisionModel::Pair& pair) const {
  const auto [robot_a, link_a] = carrier(pair.a);
  const auto [robot_b, link_b] = carrier(pair.b);
  return robot_a >= 0 && robot_a == robot_b ? trees_[at(robot_a)].common_ancestor(link_a, link_b) : -1;
}

}  // namespace tocca
