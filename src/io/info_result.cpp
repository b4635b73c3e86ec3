#include "check/model/problem_extents.hpp"
#include "check/model/problem_pairs.hpp"
#include "io/ordered_json.hpp"
#include "tocca/io/result_writers.hpp"
#include "tocca/shape/cloud.hpp"
#include "tocca/shape/mesh.hpp"

namespace tocca {
namespace {

OrderedJson colliders_json(const std::string& name, std::span<const Collider> colliders) {
  std::size_t triangles = 0, primitives = 0;
  for (const Collider& collider : colliders) {
    if (const auto* mesh = std::get_if<MeshPointer>(&collider.geometry)) {
      triangles += (*mesh)->triangles().size();
    } else if (const auto* cloud = std::get_if<CloudPointer>(&collider.geometry)) {
      primitives += (*cloud)->size();
    } else {
      ++primitives;
    }
  }
  return {{"name", name}, {"triangles", triangles}, {"primitives", primitives}};
}

/// "link", or "robot/link" where there are several robots; joints alike.
std::string full_name(const Problem& problem, const Robot& robot, const std::string& name) {
  return problem.robots.size() > 1 ? robot.name + "/" + name : name;
}

OrderedJson joint_json(const Problem& problem, const Robot& robot, const Joint& joint) {
  OrderedJson told = {{"name", full_name(problem, robot, joint.name)},
                      {"type", type_name(joint.type)},
                      {"lower", nullptr},
                      {"upper", nullptr},
                      {"mimic", nullptr}};
  if (joint.limits) {
    told["lower"] = finite_or_null(joint.limits->lower);
    told["upper"] = finite_or_null(joint.limits->upper);
  }
  if (joint.mimic) {
    const Joint& source = robot.tree.joints()[static_cast<std::size_t>(joint.mimic->joint)];
    told["mimic"] = {{"joint", full_name(problem, robot, source.name)},
                     {"multiplier", joint.mimic->multiplier},
                     {"offset", joint.mimic->offset}};
  }
  return told;
}

OrderedJson size_json(const std::optional<Aabb>& box) {
  if (!box) return nullptr;
  const Vector3 size = box->upper - box->lower;
  return OrderedJson::array({size.x(), size.y(), size.z()});
}

/// {"robots":[{"name","size":[x,y,z],"reach"}],"scene":[x,y,z]}; null if there is nothing, or no bound.
OrderedJson extents_json(const ProblemExtents& extents) {
  OrderedJson robots = OrderedJson::array();
  for (const ProblemExtents::RobotExtent& robot : extents.robots) {
    robots.push_back({{"name", robot.name}, {"size", size_json(robot.box)}, {"reach", finite_or_null(robot.reach_m)}});
  }
  return {{"robots", std::move(robots)}, {"scene", size_json(extents.scene)}};
}

int degrees_of_freedom(const Problem& problem) {
  int total = 0;
  for (const RobotTask& task : problem.robots) total += task.robot.tree.degrees_of_freedom();
  return total;
}

}  // namespace

std::string to_json(const Problem& problem, const ProblemExtents& extents, const ProblemPairs& pairs) {
  const auto names = [&](const auto& pair) { return OrderedJson::array({pairs.name(pair.a), pairs.name(pair.b)}); };
  OrderedJson told = {{"links", OrderedJson::array()},      {"joints", OrderedJson::array()},
                      {"dof", degrees_of_freedom(problem)}, {"pairs", OrderedJson::array()},
                      {"excluded", OrderedJson::array()},   {"objects", OrderedJson::array()}};
  for (const RobotTask& task : problem.robots) {
    const Robot& robot = task.robot;
    for (const Link& link : robot.tree.links()) {
      told["links"].push_back(colliders_json(full_name(problem, robot, link.name), link.colliders));
    }
    for (const Joint& joint : robot.tree.joints()) told["joints"].push_back(joint_json(problem, robot, joint));
  }
  for (const auto& pair : pairs.checked) {
    told["pairs"].push_back(names(pair));
    if (pair.clearance_m >= 0.0) continue;
    told["penetration"].push_back({{"pair", names(pair)}, {"clearance", pair.clearance_m}});
  }
  for (const auto& pair : pairs.excluded) {
    told["excluded"].push_back({{"pair", names(pair)}, {"why", pairs.reason(pair)}});
  }
  for (const SceneObject& object : problem.scene.objects) {
    told["objects"].push_back(colliders_json(object.name, object.colliders));
  }
  for (const DeformingBody& body : problem.deforming) {
    const std::vector<DeformingMesh::Frame>& frames = body.mesh->frames;
    told["deforming"].push_back({{"name", body.name},
                                 {"triangles", body.mesh->triangles.size()},
                                 {"vertices", frames.front().vertices.size()},
                                 {"frames", frames.size()},
                                 {"time", {frames.front().time, frames.back().time}}});
  }
  for (const Padding& padding : problem.padding) told["padding"][padding.body] = padding.metres;
  told["extents"] = extents_json(extents);
  return many_lines(told);
}

}  // namespace tocca
