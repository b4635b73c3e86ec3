// The calls that change a checker's scene.
#include <cmath>

#include "check/checker_state.hpp"
#include "check/live/live_checker.hpp"
#include "check/live/live_input.hpp"
#include "core/index.hpp"
#include "tocca/check/checker.hpp"
#include "tocca/core/error.hpp"

namespace tocca {
namespace {

/// Where a link is when the robots stand so; empty: at their starts.
Pose link_pose(const CheckerVersion& version, int robot, int link, const Configuration& at) {
  MotionStep step(version.model());
  step.set(version.start());
  if (at.size() > 0) move_robots(version.model(), at, at, step);
  return step.tree(robot).link(link).pose(0.0);
}

}  // namespace

void Checker::move(const std::string& object, const Pose& X_WO) {
  state_->live.change([&](const CheckerVersion& now) { return now.scene().moved(object, X_WO); });
}

void Checker::add(const SceneObject& object) {
  state_->live.change([&](const CheckerVersion& now) { return now.scene().with(object); });
}

void Checker::replace(const SceneObject& object) {
  state_->live.change([&](const CheckerVersion& now) { return now.scene().replaced(object); });
}

void Checker::remove(const std::string& object) {
  state_->live.change([&](const CheckerVersion& now) { return now.scene().without(object); });
}

void Checker::attach(const std::string& object, const std::string& link, const Pose& X_LO) {
  state_->live.change([&](const CheckerVersion& now) { return now.scene().held(object, link, X_LO); });
}

void Checker::attach(const std::string& object, const std::string& link, const Configuration& at) {
  state_->live.change([&](const CheckerVersion& now) {
    const auto [robot, number] = now.scene().link(link);
    const LiveScene::Place place = now.scene().place(object);
    return now.scene().held(object, link, link_pose(now, robot, number, at).inverse() * place.pose);
  });
}

void Checker::detach(const std::string& object, const Pose& X_WO) {
  state_->live.change([&](const CheckerVersion& now) { return now.scene().released(object, X_WO); });
}

void Checker::detach(const std::string& object, const Configuration& at) {
  state_->live.change([&](const CheckerVersion& now) {
    const LiveScene::Place place = now.scene().place(object);
    if (place.robot < 0) return now.scene().released(object, place.pose);  // says that no link holds it
    return now.scene().released(object, link_pose(now, place.robot, place.link, at) * place.pose);
  });
}

void Checker::set_clearance(const std::string& a, const std::string& b, double metres) {
  state_->live.change([&](const CheckerVersion& now) { return now.scene().kept_apart(a, b, metres); });
}

void Checker::allow(const std::string& a, const std::string& b, bool may_touch) {
  state_->live.change([&](const CheckerVersion& now) { return now.scene().allowed(a, b, may_touch); });
}

void Checker::set_padding(const std::string& body, double metres) {
  state_->live.change([&](const CheckerVersion& now) { return now.scene().padded(body, metres); });
}

void Checker::compact() { state_->live.compact(); }

Problem Checker::problem() const {
  const VersionPointer now = newest();
  return now->scene().problem();
}

Pose Checker::pose(const std::string& object, const Configuration& at) const {
  const VersionPointer now = newest();
  const LiveScene::Place place = now->scene().place(object);
  return place.robot < 0 ? place.pose : link_pose(*now, place.robot, place.link, at) * place.pose;
}

}  // namespace tocca
