#include "check/model/problem_extents.hpp"

#include <algorithm>
#include <limits>

#include "check/model/problem_pairs.hpp"
#include "model/reach.hpp"
#include "shape/outline.hpp"
#include "tocca/core/require.hpp"
#include "tocca/motion/tree_motion.hpp"

namespace tocca {
namespace {

void include(std::optional<Aabb>& box, const Aabb& more) {
  box = box ? Aabb{box->lower.cwiseMin(more.lower), box->upper.cwiseMax(more.upper)} : more;
}

/// Collider by collider: one large round one would thicken all others of a common outline.
Aabb box_of(const std::vector<Collider>& bodies, const Pose& X_WL) {
  std::optional<Aabb> box;
  for (const Collider& body : bodies) {
    Outline outline;
    outline.add(body.geometry, X_WL * body.placement);
    include(box, volume_of<Aabb>(outline));
  }
  return *box;
}

double greatest_reach(const KinematicTree& tree) {
  double reach = 0.0;
  for (const ReachBall& ball : reach_of(tree)) reach = std::max(reach, ball.radius);
  return reach;
}

/// Of any pair, with the paddings of both.
double greatest_clearance(const Problem& problem) {
  double greatest = problem.clearance.default_m, padding = 0.0;
  for (const Clearance::ForPair& pair : problem.clearance.pairs) greatest = std::max(greatest, pair.clearance_m);
  for (const Padding& of_body : problem.padding) padding = std::max(padding, of_body.metres);
  return greatest + 2.0 * padding;
}

double longest_side(const Aabb& box) { return (box.upper - box.lower).maxCoeff(); }

double distance(const Vector3& point, const Aabb& box) {
  return (box.lower - point).cwiseMax(point - box.upper).cwiseMax(0.0).norm();
}

std::size_t triangles_of(const SceneObject& object) {
  std::size_t count = 0;
  for (const Collider& body : object.colliders) {
    if (const auto* mesh = std::get_if<MeshPointer>(&body.geometry)) count += (*mesh)->triangles().size();
  }
  return count;
}

/// Does anything come and go by itself or in a hand?
bool handles_things(const Problem& problem) {
  return !problem.attached.empty() || !problem.moving.empty() || !problem.deforming.empty();
}

/// Is the scene more than a thing or two that a robot handles?
bool is_detailed(const Problem& problem) {
  if (handles_things(problem)) return false;
  std::size_t objects = 0, triangles = 0;
  for (const SceneObject& object : problem.scene.objects) {
    objects += object.colliders.empty() ? 0 : 1;
    triangles += triangles_of(object);
  }
  return objects >= OddSizes::several_objects || triangles >= OddSizes::many_triangles;
}

std::optional<OddSizes::Misfit> misfit_of(const Problem& problem, const ProblemExtents& extents) {
  double robot_m = 0.0;
  for (const auto& robot : extents.robots) robot_m = std::max(robot_m, robot.box ? longest_side(*robot.box) : 0.0);
  if (!extents.scene || robot_m == 0.0) return std::nullopt;
  const double scene_m = longest_side(*extents.scene);
  const double smallest = is_detailed(problem) ? OddSizes::ratio_of_detailed : OddSizes::ratio;
  const bool fits = scene_m < OddSizes::ratio * robot_m && robot_m < smallest * scene_m;
  return fits ? std::nullopt : std::optional(OddSizes::Misfit{scene_m, robot_m});
}

/// Each object's box against each ball. What is rounded here and in the placed centre is far below the 1e-9 of them that a gap
/// must exceed.
std::optional<OddSizes::OutOfReach> out_of_reach(const Problem& problem, const ProblemExtents& extents) {
  if (handles_things(problem)) return std::nullopt;
  OddSizes::OutOfReach nearest{"", std::numeric_limits<double>::infinity()};
  const double clearance = greatest_clearance(problem);
  for (const RobotTask& task : problem.robots) {
    for (const ReachBall& ball : reach_of(task.robot.tree)) {
      const Vector3 center = task.base * ball.center;
      for (const ProblemExtents::Thing& thing : extents.things) {
        if (thing.is_link) continue;
        const double far = distance(center, thing.box);
        const double gap = far - ball.radius - clearance - 1e-9 * (far + center.norm());
        if (gap < nearest.gap_m) nearest = {thing.name, gap};
      }
    }
  }
  if (nearest.nearest.empty() || !(nearest.gap_m > 0.0)) return std::nullopt;
  return nearest;
}

}  // namespace

ProblemExtents extents_of(const Problem& problem) {
  ProblemExtents extents;
  for (std::size_t r = 0; r < problem.robots.size(); ++r) {
    const RobotTask& task = problem.robots[r];
    const std::vector<Link>& links = task.robot.tree.links();
    TreeMotion motion(task.robot.tree, task.base);
    motion.rest(task.start());
    std::vector<Pose> X_WL(links.size());
    motion.poses(0.0, X_WL);
    ProblemExtents::RobotExtent robot{task.robot.name, std::nullopt, greatest_reach(task.robot.tree)};
    for (std::size_t k = 0; k < links.size(); ++k) {
      if (links[k].colliders.empty()) continue;
      const Aabb box = box_of(links[k].colliders, X_WL[k]);
      include(robot.box, box);
      extents.things.push_back({link_name(problem, r, k), true, box});
    }
    extents.robots.push_back(std::move(robot));
  }
  for (const SceneObject& object : problem.scene.objects) {
    if (object.colliders.empty()) continue;
    const Aabb box = box_of(object.colliders, object.pose);
    include(extents.scene, box);
    extents.things.push_back({object.name, false, box});
  }
  for (const DeformingBody& body : problem.deforming) {
    const std::vector<Vector3>& vertices = body.mesh->frames.front().vertices;
    Aabb box{vertices[0], vertices[0]};
    for (const Vector3& p : vertices) box = {box.lower.cwiseMin(p), box.upper.cwiseMax(p)};
    extents.things.push_back({body.name, false, box});
  }
  return extents;
}

OddSizes odd_sizes(const Problem& problem, const ProblemExtents& extents) {
  OddSizes odd;
  for (const ProblemExtents::Thing& thing : extents.things) {
    if (thing.size_m() > OddSizes::huge_m) odd.huge.push_back(thing);
    if (thing.size_m() < OddSizes::tiny_m) odd.tiny.push_back(thing);
  }
  odd.misfit = misfit_of(problem, extents);
  odd.out_of_reach = out_of_reach(problem, extents);
  return odd;
}

}  // namespace tocca
