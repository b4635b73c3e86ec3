#include "info_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "body_count.hpp"
#include "shape/obb.hpp"
#include "size_writer.hpp"
#include "table.hpp"
#include "tocca/core/error.hpp"
#include "tocca/shape/lss.hpp"

namespace tocca::cli {
namespace {

std::string joint_name(const Problem& problem, const Robot& robot, const std::string& name) {
  return problem.robots.size() > 1 ? robot.name + "/" + name : name;
}

int dof(const Problem& problem) {
  int total = 0;
  for (const auto& task : problem.robots) total += task.robot.tree.degrees_of_freedom();
  return total;
}

struct VolumeTexts {
  std::string box, capsule;
};

/// Size of the oriented box and of the line-swept sphere around a link's largest body.
VolumeTexts volume_texts(std::span<const Collider> bodies) {
  const Collider* largest = nullptr;
  Obb box{};
  for (const auto& body : bodies) {
    const Obb candidate = volume_of<Obb>(body.geometry);
    if (!largest || candidate.volume() > box.volume()) largest = &body, box = candidate;
  }
  if (!largest) return {"-", "-"};
  const Lss capsule = volume_of<Lss>(largest->geometry);
  return {fmt::format("{:.3g} x {:.3g} x {:.3g}", 2 * box.half.x(), 2 * box.half.y(), 2 * box.half.z()),
          fmt::format("{:.3g}, {:.3g}", capsule.radius, (capsule.b - capsule.a).norm())};
}

std::string link_table(const Problem& problem) {
  Table table({{"link"}, {"triangles", true}, {"primitives", true}, {"meshes"}, {"largest body"}, {"radius, length"}});
  std::size_t links = 0, triangles = 0, primitives = 0;
  for (std::size_t r = 0; r < problem.robots.size(); ++r) {
    const auto& tree = problem.robots[r].robot.tree;
    for (std::size_t k = 0; k < tree.links().size(); ++k) {
      const BodyCount total = count(tree.links()[k].colliders);
      const VolumeTexts volumes = volume_texts(tree.links()[k].colliders);
      table.add({link_name(problem, r, k), grouped(total.triangles), grouped(total.primitives), solidity(total),
                 volumes.box, volumes.capsule});
      ++links;
      triangles += total.triangles;
      primitives += total.primitives;
    }
  }
  return fmt::format("links: {} ({}, {})\n", links, counted(triangles, "triangle"), counted(primitives, "primitive")) +
         table.text();
}

std::string limit_text(const Joint& joint, double Limits::*end) {
  if (is_fixed(joint.type)) return "";
  const bool bounded = joint.limits && std::isfinite((*joint.limits).*end);
  return bounded ? fmt::format("{:.6g}", (*joint.limits).*end) : "none";
}

std::string mimic_text(const Problem& problem, const Robot& robot, const Joint& joint) {
  if (!joint.mimic) return "";
  const auto& source = robot.tree.joints()[static_cast<std::size_t>(joint.mimic->joint)];
  return fmt::format("{:.6g} * {} + {:.6g}", joint.mimic->multiplier, joint_name(problem, robot, source.name),
                     joint.mimic->offset);
}

std::string default_text(const RobotTask& task, const Joint& joint) {
  std::string text;
  if (joint.first_coordinate < 0) return text;
  const Configuration start = task.start();
  for (int k = 0; k < coordinate_count(joint.type); ++k) {
    text += fmt::format("{}{:.6g}", k ? " " : "", start[joint.first_coordinate + k]);
  }
  return text;
}

std::string joint_table(const Problem& problem) {
  Table table({{"joint"}, {"type"}, {"parent"}, {"child"}, {"lower", true}, {"upper", true}, {"start"}, {"mimics"}});
  std::size_t joints = 0;
  for (std::size_t r = 0; r < problem.robots.size(); ++r) {
    const auto& task = problem.robots[r];
    for (const auto& joint : task.robot.tree.joints()) {
      table.add({joint_name(problem, task.robot, joint.name), std::string(type_name(joint.type)),
                 link_name(problem, r, static_cast<std::size_t>(joint.parent_link)),
                 link_name(problem, r, static_cast<std::size_t>(joint.child_link)), limit_text(joint, &Limits::lower),
                 limit_text(joint, &Limits::upper), default_text(task, joint), mimic_text(problem, task.robot, joint)});
      ++joints;
    }
  }
  if (table.empty()) return "joints: none\n";
  return fmt::format("joints: {} ({}; radians, metres)\n", joints,
                     counted(static_cast<std::size_t>(dof(problem)), "degree of freedom", "degrees of freedom")) +
         table.text();
}

std::string object_table(const Problem& problem, bool all) {
  const auto& objects = problem.scene.objects;
  constexpr std::size_t shown_at_most = 20;
  const std::size_t shown = all ? objects.size() : std::min(objects.size(), shown_at_most);
  Table table({{"object"}, {"triangles", true}, {"primitives", true}, {"meshes"}});
  std::size_t triangles = 0, primitives = 0;
  for (std::size_t k = 0; k < objects.size(); ++k) {
    const BodyCount total = count(objects[k].colliders);
    if (k < shown) table.add({objects[k].name, grouped(total.triangles), grouped(total.primitives), solidity(total)});
    triangles += total.triangles;
    primitives += total.primitives;
  }
  std::string text = fmt::format("objects: {} ({}, {})\n", grouped(objects.size()), counted(triangles, "triangle"),
                                 counted(primitives, "primitive")) +
                     table.text();
  if (shown < objects.size()) text += fmt::format("  and {} more; --all shows them\n", grouped(objects.size() - shown));
  return text;
}

std::string deforming_table(const Problem& problem) {
  Table table({{"deforming"}, {"triangles", true}, {"vertices", true}, {"frames", true}, {"from", true}, {"to", true}});
  for (const DeformingBody& body : problem.deforming) {
    const std::vector<DeformingMesh::Frame>& frames = body.mesh->frames;
    table.add({body.name, grouped(body.mesh->triangles.size()), grouped(frames.front().vertices.size()),
               grouped(frames.size()), fmt::format("{:.6g}", frames.front().time),
               fmt::format("{:.6g}", frames.back().time)});
  }
  return table.text();
}

std::string pair_tables(const ProblemPairs& pairs, bool all) {
  std::string text = fmt::format("pairs to check: {}\n", grouped(pairs.checked.size()));
  if (all && !pairs.checked.empty()) {
    Table table({{"a"}, {"b"}});
    for (const auto& pair : pairs.checked) table.add({pairs.name(pair.a), pairs.name(pair.b)});
    text += table.text();
  }
  Table deep({{"a"}, {"b"}, {"clearance", true}});
  for (const auto& pair : pairs.checked) {
    if (pair.clearance_m >= 0.0) continue;
    deep.add({pairs.name(pair.a), pairs.name(pair.b), fmt::format("{:.6g}", pair.clearance_m)});
  }
  if (!deep.empty()) text += "of these, pairs that may penetrate each other (clearance in metres)\n" + deep.text();
  text += fmt::format("pairs left out: {}\n", grouped(pairs.excluded.size()));
  if (pairs.excluded.empty()) return text;
  if (all) {
    Table table({{"a"}, {"b"}, {"why"}});
    for (const auto& pair : pairs.excluded) table.add({pairs.name(pair.a), pairs.name(pair.b), pairs.reason(pair)});
    return text + table.text();
  }
  const auto reasons = reason_counts(pairs);
  Table table({{"count", true}, {"why"}});
  for (const auto& [why, number] : reasons) table.add({grouped(number), why});
  return text + table.text() + "  --all lists them one by one\n";
}

}  // namespace

std::string info_tables(const Problem& problem, const ProblemExtents& extents, const ProblemPairs& pairs, bool all) {
  std::string text;
  for (const auto& task : problem.robots) text += fmt::format("robot: {}\n", printable(task.robot.name));
  text += extents_text(extents) + link_table(problem) + joint_table(problem);
  if (!problem.scene.objects.empty()) text += object_table(problem, all);
  if (!problem.deforming.empty()) text += deforming_table(problem);
  if (!problem.padding.empty()) text += fmt::format("padding: {}\n", padding_text(problem));
  return text + pair_tables(pairs, all);
}

}  // namespace tocca::cli
