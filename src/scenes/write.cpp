#include "scenes/write.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>

#include "tocca/core/error.hpp"
#include "tocca/io/mesh.hpp"
#include "tocca/io/path.hpp"
#include "tocca/io/scene.hpp"
#include "tocca/shape/convex_hull.hpp"

namespace tocca::scenes {

namespace {

std::string triple(const Vector3& v) { return fmt::format("{} {} {}", rounded(v.x()), rounded(v.y()), rounded(v.z())); }

std::string urdf_of(const RobotDraft& robot, const std::string& mesh_folder) {
  std::string text = fmt::format("<?xml version=\"1.0\"?>\n<robot name=\"{}\">\n", robot.name);
  for (const LinkDraft& link : robot.links) {
    if (link.mesh.triangles.empty()) {
      text += fmt::format("  <link name=\"{}\"/>\n", link.name);
      continue;
    }
    text += fmt::format("  <link name=\"{}\">\n", link.name);
    for (const char* use : {"visual", "collision"}) {
      text += fmt::format("    <{0}><geometry><mesh filename=\"{1}/{2}.obj\"/></geometry></{0}>\n", use, mesh_folder,
                          link.name);
    }
    text += "  </link>\n";
  }
  for (const JointDraft& joint : robot.joints) {
    text += fmt::format("  <joint name=\"{}\" type=\"{}\">\n", joint.name, type_name(joint.type));
    text += fmt::format("    <parent link=\"{}\"/><child link=\"{}\"/>\n", joint.parent, joint.child);
    text += fmt::format("    <origin xyz=\"{}\" rpy=\"{}\"/>\n", triple(joint.xyz),
                        triple(joint.rpy_degrees * radians_per_degree));
    if (!has_limits(joint.type)) {
      text += "  </joint>\n";
      continue;
    }
    text += fmt::format("    <axis xyz=\"{}\"/>\n", triple(joint.axis));
    text += fmt::format("    <limit lower=\"{}\" upper=\"{}\" effort=\"100\" velocity=\"2\"/>\n",
                        rounded(joint.lower_degrees * radians_per_degree),
                        rounded(joint.upper_degrees * radians_per_degree));
    text += "  </joint>\n";
  }
  return text + "</robot>\n";
}

std::string srdf_of(const RobotDraft& robot) {
  std::string text = fmt::format("<?xml version=\"1.0\"?>\n<robot name=\"{}\">\n", robot.name);
  for (const RobotDraft::Touching& pair : robot.touching) {
    text +=
        fmt::format("  <disable_collisions link1=\"{}\" link2=\"{}\" reason=\"{}\"/>\n", pair.a, pair.b, pair.reason);
  }
  return text + "</robot>\n";
}

/// A posture in radians, in the tree's order, which need not be the draft's.
Configuration configuration_of(const RobotDraft& robot, const KinematicTree& tree, const Posture& posture) {
  Configuration q = tree.zero_configuration();
  for (std::size_t k = 0; k < posture.size(); ++k) {
    const Joint& joint = tree.joints()[static_cast<std::size_t>(tree.find_joint(robot.joints[k].name))];
    q[joint.first_coordinate] = rounded(posture[k] * radians_per_degree);
  }
  return q;
}

void write_path(const std::filesystem::path& file, const CellDraft& cell, const KinematicTree& tree,
                const Placement& placement) {
  Path path;
  path.waypoints.resize(static_cast<Eigen::Index>(placement.path.size()), tree.coordinate_count());
  path.interpolation.assign(static_cast<std::size_t>(tree.coordinate_count()), Interpolation::linear);
  for (std::size_t k = 0; k < placement.path.size(); ++k) {
    path.waypoints.row(static_cast<Eigen::Index>(k)) = configuration_of(cell.robot, tree, placement.path[k]);
  }
  write_path_csv(file, tree, path);
}

void write_walk(const std::filesystem::path& file, const CellDraft& cell, const KinematicTree& tree,
                const WalkDraft& walk) {
  const std::vector<EdgeDraft> edges = edges_of(walk, cell.robot, cell.robots.front().path.front());
  WaypointMatrix from(static_cast<Eigen::Index>(edges.size()), tree.coordinate_count()), to = from;
  for (std::size_t k = 0; k < edges.size(); ++k) {
    from.row(static_cast<Eigen::Index>(k)) = configuration_of(cell.robot, tree, edges[k].from);
    to.row(static_cast<Eigen::Index>(k)) = configuration_of(cell.robot, tree, edges[k].to);
  }
  write_edges_csv(file, tree, from, to);
}

std::string problem_json(const CellDraft& cell, bool has_srdf) {
  std::string text = "{\"robots\":[";
  for (std::size_t k = 0; k < cell.robots.size(); ++k) {
    const Placement& robot = cell.robots[k];
    text += fmt::format("{}\n{{\"name\":\"{}\",\"urdf\":\"{}.urdf\",", k == 0 ? "" : ",", robot.name, cell.robot.name);
    if (has_srdf) text += fmt::format("\"srdf\":\"{}.srdf\",", cell.robot.name);
    text +=
        fmt::format("\"base\":{{\"xyz\":[{},{},{}],\"rpy\":[0,0,{}]}},", rounded(robot.xyz.x()), rounded(robot.xyz.y()),
                    rounded(robot.xyz.z()), rounded(robot.yaw_degrees * radians_per_degree));
    text += fmt::format("\"path\":\"path_{}.csv\"}}", robot.name);
  }
  return text + "\n],\"scene\":\"scene.json\"}\n";
}

}  // namespace

double rounded(double value) { return std::round(value * 1e9) / 1e9 + 0.0; }  // + 0.0: no negative zero

Vector3 each_rounded(const Vector3& v) { return {rounded(v.x()), rounded(v.y()), rounded(v.z())}; }

MeshPointer mesh_of(const Solid& solid) {
  std::vector<Vector3> vertices = solid.vertices;
  for (Vector3& p : vertices) p = each_rounded(p);
  return std::make_shared<const TriangleMesh>(std::move(vertices), solid.triangles);
}

Solid hull_of(std::vector<Vector3> corners) {
  for (Vector3& p : corners) p = each_rounded(p);
  const ConvexHull hull(corners);
  Solid solid{hull.vertices(), hull.triangles()};
  // The order in which the hull is found depends on how heights round.
  for (Triangle& t : solid.triangles) std::rotate(t.begin(), std::min_element(t.begin(), t.end()), t.end());
  std::sort(solid.triangles.begin(), solid.triangles.end());
  return solid;
}

KinematicTree tree_of(const RobotDraft& robot) {
  std::vector<Link> links;
  for (const LinkDraft& link : robot.links) {
    links.push_back({link.name, {}});
    if (!link.mesh.triangles.empty()) links.back().colliders.push_back({Pose(), mesh_of(link.mesh)});
  }
  std::vector<KinematicTree::JointSpec> joints;
  for (const JointDraft& joint : robot.joints) {
    const Limits limits{rounded(joint.lower_degrees * radians_per_degree),
                        rounded(joint.upper_degrees * radians_per_degree)};
    joints.push_back(
        {.name = joint.name,
         .type = joint.type,
         .parent_link = joint.parent,
         .child_link = joint.child,
         .origin = Pose::from_rpy(each_rounded(joint.xyz), each_rounded(joint.rpy_degrees * radians_per_degree)),
         .axis = each_rounded(joint.axis),
         .limits = has_limits(joint.type) ? std::optional(limits) : std::nullopt,
         .mimic = {}});
  }
  return KinematicTree::build(std::move(links), std::move(joints));
}

Scene scene_of(const std::vector<ObjectDraft>& objects) {
  Scene scene;
  for (const ObjectDraft& object : objects) {
    const Pose pose{about_z(object.yaw_degrees), each_rounded(object.xyz)};
    scene.objects.push_back({object.name, pose, {{Pose(), mesh_of(object.mesh)}}});
  }
  return scene;
}

void make_folder(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error)
    throw InputError(folder.string(), "", "cannot create this folder: " + error.message(), "choose a writable place");
}

void write_text(const std::filesystem::path& file, std::string_view text) {
  std::ofstream out(file, std::ios::binary);
  out.write(text.data(), static_cast<std::streamsize>(text.size()));
  out.close();
  if (!out)
    throw InputError(file.string(), "", "cannot write this file", "choose a writable folder with enough disk space");
}

Files write_robot(const std::filesystem::path& folder, const RobotDraft& robot) {
  const std::string mesh_folder = robot.name + "_meshes";
  make_folder(folder / mesh_folder);
  Files files{folder / (robot.name + ".urdf")};
  write_text(files.front(), urdf_of(robot, mesh_folder));
  if (!robot.touching.empty()) {
    files.push_back(folder / (robot.name + ".srdf"));
    write_text(files.back(), srdf_of(robot));
  }
  for (const LinkDraft& link : robot.links) {
    if (link.mesh.triangles.empty()) continue;
    files.push_back(folder / mesh_folder / (link.name + ".obj"));
    write_obj(files.back(), *mesh_of(link.mesh));
  }
  return files;
}

Files write_objects(const std::filesystem::path& folder, const std::vector<ObjectDraft>& objects) {
  return write_scene_json(folder / "scene.json", scene_of(objects));
}

Files write_cell(const std::filesystem::path& folder, const CellDraft& cell) {
  const KinematicTree tree = tree_of(cell.robot);
  Files files;
  Files robot_files = write_robot(folder, cell.robot), scene_files = write_objects(folder, cell.objects);
  const bool several = cell.robots.size() > 1;
  if (several) {
    files.push_back(folder / "problem.json");
    write_text(files.back(), problem_json(cell, !cell.robot.touching.empty()));
  }
  files.push_back(robot_files.front());
  files.push_back(scene_files.front());
  for (const Placement& robot : cell.robots) {
    files.push_back(folder / (several ? "path_" + robot.name + ".csv" : "path.csv"));
    write_path(files.back(), cell, tree, robot);
  }
  for (const WalkDraft& walk : cell.walks) {
    files.push_back(folder / walk.file);
    write_walk(files.back(), cell, tree, walk);
  }
  files.insert(files.end(), robot_files.begin() + 1, robot_files.end());
  files.insert(files.end(), scene_files.begin() + 1, scene_files.end());
  return files;
}

}  // namespace tocca::scenes
