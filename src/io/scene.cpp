#include "tocca/io/scene.hpp"

#include "io/limit_watch.hpp"
#include "io/moveit_scene.hpp"
#include "io/scene_json.hpp"
#include "io/text.hpp"
#include "io/urdf.hpp"
#include "tocca/io/mesh.hpp"
#include "tocca/io/path.hpp"
#include "tocca/motion/tree_motion.hpp"

namespace tocca {
namespace {

/// Furniture is never checked against itself: its links become objects, where the configuration puts them.
Scene scene_of_robot(const KinematicTree& tree, const Configuration& q) {
  TreeMotion motion(tree);
  motion.rest(q);
  std::vector<Pose> X_WL(tree.links().size());
  motion.poses(0.0, X_WL);
  Scene scene;
  for (std::size_t k = 0; k < tree.links().size(); ++k) {
    const Link& link = tree.links()[k];
    if (!link.colliders.empty()) scene.objects.push_back({link.name, X_WL[k], link.colliders});
  }
  return scene;
}

Scene load_urdf_scene(const std::filesystem::path& file, const SceneOptions& options, Warnings& warnings) {
  const KinematicTree tree = read_urdf(file, false, "add collision geometry to the scene", warnings).tree;
  const Configuration q = parse_configuration(options.configuration, tree, options.said_by, tree.zero_configuration(),
                                              {.degrees = options.degrees});
  if (!options.degrees) warn_of_degrees(tree, q, options.said_by, warnings);
  if (!options.configuration.empty()) LimitWatch(tree).warn(q, options.said_by, warnings);
  return scene_of_robot(tree, q);
}

/// Of a file that is a scan or a map, or a PLY file for whose points a radius is given; null for all others.
CloudPointer load_cloud(const std::filesystem::path& file, const SceneOptions& options, Warnings& warnings) {
  if (options.unknown && !is_octomap_file(file)) {
    throw InputError(file.string(), "unknown space", "only an OctoMap has any",
                     "leave it out, or give a .bt or .ot file");
  }
  if (options.point_radius && !is_points_file(file)) {
    throw InputError(file.string(), "point radius", "only a file of points needs one",
                     "leave it out; in a scene file, give each cloud its own \"radius\"");
  }
  if (is_octomap_file(file)) return load_octomap(file, options.unknown.value_or(UnknownSpace::free));
  if (!is_points_file(file) || (is_mesh_file(file) && !options.point_radius)) return nullptr;
  if (!options.point_radius) {
    throw InputError(file.string(), "", "its points have no size, and a robot would pass between them",
                     "give their radius in metres (--point-radius), about half the distance of neighbours");
  }
  const std::vector<Vector3> points = load_points(file, warnings);
  try {
    return std::make_shared<const Cloud>(points, *options.point_radius);
  } catch (const InputError& error) {
    throw error.in_file(file.string());
  }
}

}  // namespace

Scene load_scene(const std::filesystem::path& file, Warnings& warnings, const SceneOptions& options) {
  const std::string extension = lower_case(file.extension().string());
  if (extension == ".urdf") return load_urdf_scene(file, options, warnings);
  if (!options.configuration.empty()) {
    throw InputError(file.string(), options.said_by, "only a URDF scene has joints",
                     "leave it out, or give the scene as a URDF");
  }
  if (const auto cloud = load_cloud(file, options, warnings)) {
    Scene scene;
    scene.objects.push_back({file.stem().string(), Pose{}, {{Pose{}, cloud}}});
    return scene;
  }
  if (extension == ".json") return load_scene_json(file, warnings);
  if (extension == ".scene") return load_moveit_scene(file, warnings);
  if (is_mesh_file(file)) {
    Scene scene;
    scene.objects.push_back({file.stem().string(), Pose{}, {{Pose{}, load_mesh(file, Vector3::Ones(), warnings)}}});
    return scene;
  }
  throw InputError(file.string(), "", "its extension is not that of a scene",
                   "give a .json, .scene or .urdf file, a mesh (" + mesh_extensions() +
                       "), a scan (.pcd, .ply or .xyz) or an OctoMap (.bt or .ot)");
}

}  // namespace tocca
