#include "tocca/check/motion_step.hpp"

#include <algorithm>
#include <limits>

#include "check/model/model_body.hpp"
#include "core/index.hpp"
#include "motion/mover.hpp"
#include "tocca/core/error.hpp"
#include "tocca/core/require.hpp"

namespace tocca {
MotionStep::MotionStep(const CollisionModel& model) : model_(model) {
  for (const CollisionModel::RobotFrame& robot : model.robots()) trees_.emplace_back(robot.tree, robot.base);
  state_of_.assign(model.movable().size() - at(model.movable_link_count()), -1);
  clock_.lo = clock_.hi = -std::numeric_limits<double>::infinity();
}

void MotionStep::set(const MotionStep& other) {
  trees_ = other.trees_;
  state_of_ = other.state_of_;
  states_ = other.states_;
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
  // An object that moves by itself rests on nothing but itself.
  const ObjectState* const known = known_state(body);
  return !known || std::holds_alternative<StaticMotion>(known->motion) ? world : std::pair(-2 - body, 0);
}

/// A still body lies in the tree of the surroundings: setting a motion for it would be silently without effect.
int MotionStep::movable_body(int object) const {
  const int body = model_.body_of_object(object);
  if (body < 0 || !model_.bodies()[at(body)].still) return body;
  throw InputError("", "object '" + model_.bodies()[at(body)].name + "'", "nothing in the problem ever moves it",
                   "list it among the problem's moving or attached objects");
}

const MotionStep::ObjectState* MotionStep::known_state(int body) const {
  const int rank = model_.rank(body) - model_.movable_link_count();
  const int number = state_of_[at(rank)];
  return number < 0 ? nullptr : &states_[at(number)];
}

MotionStep::ObjectState& MotionStep::state_of(int body) {
  int& number = state_of_[at(model_.rank(body) - model_.movable_link_count())];
  if (number < 0) {
    number = static_cast<int>(states_.size());
    states_.push_back({model_.bodies()[at(body)].place, -1, -1, {}});
  }
  return states_[at(number)];
}

void MotionStep::move_object(int object, const RigidMotion& motion) {
  const int body = movable_body(object);
  forget();
  if (body < 0) return;
  ObjectState& state = state_of(body);
  state.motion = motion;
  state.robot = state.link = -1;
}

void MotionStep::attach(int object, int robot, int link, const Pose& X_LO) {
  if (const int body = movable_body(object); body >= 0) attach_body(body, robot, link, X_LO);
}

void MotionStep::attach_body(int body, int robot, int link, const Pose& X_LO) {
  TOCCA_REQUIRE(at(robot) < trees_.size() && at(link) < at(trees_[at(robot)].link_count()), "a model has no such link");
  forget();
  ObjectState& state = state_of(body);
  state.robot = robot;
  state.link = link;
  state.grip = Placement(X_LO);
}

void MotionStep::allow(int body_a, int body_b) {
  TOCCA_REQUIRE(std::min(body_a, body_b) >= 0 && std::max(body_a, body_b) < model_.body_count(),
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
  const ObjectState* const known = known_state(body);
  return known ? std::pair(known->robot, known->link) : std::pair(-1, -1);
}

Mover MotionStep::mover(int body, int ancestor) const {
  TOCCA_REQUIRE(at(body) < model_.bodies().size() && !model_.bodies()[at(body)].still,
                "only a movable body has a mover");
  const CollisionModel::Body& what = model_.bodies()[at(body)];
  const auto [robot, link] = carrier(body);
  if (what.object < 0) return {trees_[at(robot)], ancestor, link};
  const ObjectState* const known = known_state(body);
  if (robot >= 0) return {trees_[at(robot)], ancestor, link, known->grip};
  return Mover(known ? known->motion : what.place);
}

bool MotionStep::moves(int body) const {
  TOCCA_REQUIRE(at(body) < model_.bodies().size(), "a model has no such body");
  const CollisionModel::Body& what = model_.bodies()[at(body)];
  if (what.object < 0) return model_.rigid_group(what.robot, what.link) != 0;
  const ObjectState* const known = known_state(body);
  return known && (known->robot >= 0 || !std::holds_alternative<StaticMotion>(known->motion));
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
