#include "peers/fcl_world.hpp"

#include <algorithm>

#include "check/model/model_body.hpp"
#include "peers/fcl_probe.hpp"
#include "testing/fcl_objects.hpp"
#include "testing/plain_kinematics.hpp"
#include "tocca/model/problem.hpp"
#include "tocca/model/scene.hpp"

namespace tocca::bench {
namespace {

using Object = fcl::CollisionObjectd;

Configuration part_of(const Configuration& q, Eigen::Index begin, const KinematicTree& tree) {
  return q.segment(begin, tree.coordinate_count());
}

}  // namespace

FclWorld::FclWorld(const Problem& problem, const CollisionModel& model)
    : problem_(problem), poses_(problem.robots.size()) {
  std::vector<std::size_t> moving_of(model.bodies().size());
  for (std::size_t body = 0; body < model.bodies().size(); ++body) {
    const CollisionModel::Body& own = model.bodies()[body];
    if (own.still) {
      const SceneObject& object = problem.scene.objects[static_cast<std::size_t>(own.object)];
      const auto add = [&](std::shared_ptr<fcl::CollisionGeometryd> geometry, const Pose& pose) {
        obstacles_.push_back(std::make_unique<Object>(std::move(geometry), testing::isometry(pose)));
        obstacles_.back()->computeAABB();
        tree_.registerObject(obstacles_.back().get());
      };
      const bool meshes = std::ranges::all_of(
          object.colliders, [](const Collider& one) { return std::holds_alternative<MeshPointer>(one.geometry); });
      if (meshes) {
        add(testing::fcl_merged(object.colliders), object.pose);
      } else {
        for (const Collider& one : object.colliders) {
          add(testing::fcl_geometry(one.geometry), object.pose * one.placement);
        }
      }
      continue;
    }
    const auto robot = static_cast<std::size_t>(own.robot), link = static_cast<std::size_t>(own.link);
    moving_of[body] = moving_.size();
    moving_.push_back(
        {robot, link, model.greatest_clearance(static_cast<int>(body)) >= 0.0,
         std::make_unique<Object>(testing::fcl_merged(problem.robots[robot].robot.tree.links()[link].colliders))});
  }
  tree_.setup();
  for (const CollisionModel::Pair& pair : model.pairs()) {
    pairs_.emplace_back(moving_of[static_cast<std::size_t>(pair.a)], moving_of[static_cast<std::size_t>(pair.b)]);
  }
}

bool FclWorld::overlaps_at(const Configuration& q) {
  Eigen::Index begin = 0;
  for (std::size_t robot = 0; robot < poses_.size(); ++robot) {
    const RobotTask& task = problem_.robots[robot];
    testing::place_links(task.robot.tree, task.base, part_of(q, begin, task.robot.tree), poses_[robot]);
    begin += task.robot.tree.coordinate_count();
  }
  for (Moving& moving : moving_) {
    moving.object->setTransform(poses_[moving.robot][moving.link]);
    moving.object->computeAABB();
    if (!moving.against_scene) continue;
    FclProbe probe;
    tree_.collide(moving.object.get(), &probe, fcl_touch);
    if (probe.result.isCollision()) return true;
  }
  for (const auto& [a, b] : pairs_) {
    if (!moving_[a].object->getAABB().overlap(moving_[b].object->getAABB())) continue;
    FclProbe probe;
    if (fcl_touch(moving_[a].object.get(), moving_[b].object.get(), &probe)) return true;
  }
  return false;
}

bool FclWorld::overlaps(const Configuration& from, const Configuration& to, int samples) {
  for (int k = 0; k <= samples; ++k) {
    if (overlaps_at(from + (to - from) * (static_cast<double>(k) / samples))) return true;
  }
  return false;
}

bool FclWorld::overlaps_by_bisection(const Configuration& from, const Configuration& to, int samples) {
  if (overlaps_at(from) || overlaps_at(to)) return true;
  for (int pieces = 2; pieces < 2 * samples; pieces *= 2) {
    for (int k = 1; k < pieces; k += 2) {
      if (overlaps_at(from + (to - from) * (static_cast<double>(k) / pieces))) return true;
    }
  }
  return false;
}

int FclWorld::samples(const Configuration& from, const Configuration& to, double step_m) const {
  int most = 1;
  Eigen::Index begin = 0;
  for (const RobotTask& task : problem_.robots) {
    most = std::max(most, testing::steps_for_travel(task.robot.tree, task.base, part_of(from, begin, task.robot.tree),
                                                    part_of(to, begin, task.robot.tree), step_m));
    begin += task.robot.tree.coordinate_count();
  }
  return most;
}

}  // namespace tocca::bench
