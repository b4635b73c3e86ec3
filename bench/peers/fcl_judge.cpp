#include "peers/fcl_judge.hpp"

#include <fcl/narrowphase/collision.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "testing/fcl_objects.hpp"

namespace tocca::bench {
namespace {

using Object = fcl::CollisionObjectd;

bool overlap(const Object& a, const Object& b) {
  if (!a.getAABB().overlap(b.getAABB())) return false;
  const fcl::CollisionRequestd request;
  fcl::CollisionResultd result;
  return fcl::collide(&a, &b, request, result) > 0;
}

bool stop_at_overlap(Object* a, Object* b, void* found) {
  return *static_cast<bool*>(found) = overlap(*a, *b);  // true ends the walk
}

}  // namespace

FclJudge::FclJudge(const Problem& problem, const CollisionModel& model, const PlanSpace& space, double epsilon)
    : problem_(problem), space_(space), epsilon_(epsilon), poses_(problem.robots.size()) {
  std::vector<std::size_t> number(model.bodies().size());
  for (const int k : model.movable()) {
    const CollisionModel::Body& body = model.bodies()[static_cast<std::size_t>(k)];
    number[static_cast<std::size_t>(k)] = bodies_.size();
    const auto robot = static_cast<std::size_t>(body.robot), link = static_cast<std::size_t>(body.link);
    MovingBody& moving = bodies_.emplace_back(MovingBody{robot, link, model.greatest_clearance(k) >= 0.0, {}});
    for (const Body& part : problem.robots[robot].robot.tree.links()[link].bodies) {
      moving.parts.push_back(
          {testing::isometry(part.placement), std::make_unique<Object>(testing::fcl_geometry(part.geometry))});
    }
  }
  for (const CollisionModel::Pair& pair : model.pairs()) {
    pairs_.emplace_back(number[static_cast<std::size_t>(pair.a)], number[static_cast<std::size_t>(pair.b)]);
  }
  for (const SceneObject& object : problem.scene.objects) {
    for (const Body& body : object.bodies) {
      obstacles_.push_back(std::make_unique<Object>(testing::fcl_geometry(body.geometry),
                                                    testing::isometry(object.pose * body.placement)));
      obstacles_.back()->computeAABB();
      tree_.registerObject(obstacles_.back().get());
    }
  }
  tree_.setup();
}

bool FclJudge::touches_scene(const MovingBody& body) {
  if (!body.in_scene) return false;
  bool found = false;
  for (const Part& part : body.parts) {
    tree_.collide(part.object.get(), &found, stop_at_overlap);
    if (found) return true;
  }
  return false;
}

bool FclJudge::touch(const MovingBody& a, const MovingBody& b) {
  for (const Part& x : a.parts) {
    for (const Part& y : b.parts) {
      if (overlap(*x.object, *y.object)) return true;
    }
  }
  return false;
}

bool FclJudge::is_free(const Configuration& q) {
  Eigen::Index first = 0;
  for (std::size_t robot = 0; robot < problem_.robots.size(); ++robot) {
    const RobotTask& task = problem_.robots[robot];
    const Eigen::Index count = task.robot.tree.coordinate_count();
    testing::place_links(task.robot.tree, task.base, q.segment(first, count), poses_[robot]);
    first += count;
  }
  for (MovingBody& body : bodies_) {
    for (Part& part : body.parts) {
      part.object->setTransform(poses_[body.robot][body.link] * part.placement);
      part.object->computeAABB();
    }
  }
  for (const MovingBody& body : bodies_) {
    if (touches_scene(body)) return false;
  }
  return std::none_of(pairs_.begin(), pairs_.end(),
                      [&](const auto& pair) { return touch(bodies_[pair.first], bodies_[pair.second]); });
}

std::optional<std::size_t> FclJudge::refuted(std::span<const Motion> motions, std::vector<bool>& free) {
  free.assign(motions.size(), false);
  std::vector<double> steps;  // how many of at most epsilon each motion has
  for (const Motion& motion : motions) steps.push_back(space_.separation(*motion.from, *motion.to) / epsilon_);
  std::vector<std::size_t> order(motions.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return steps[a] > steps[b]; });
  for (int pieces = 2, open = 1; open > 0; pieces *= 2) {
    open = 0;
    for (const std::size_t k : order) {
      if (steps[k] <= 0.5 * pieces) {
        free[k] = true;
        continue;
      }
      ++open;
      for (int i = 1; i < pieces; i += 2) {
        const Configuration q = space_.between(*motions[k].from, *motions[k].to, static_cast<double>(i) / pieces);
        if (!is_free(q)) return k;
      }
    }
  }
  return std::nullopt;
}

}  // namespace tocca::bench
