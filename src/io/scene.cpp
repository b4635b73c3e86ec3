#include "tocca/io/scene.hpp"

#include "io/moveit_scene.hpp"
#include "io/scene_json.hpp"
#include "io/text.hpp"
#include "io/urdf.hpp"
#include "tocca/io/mesh.hpp"

namespace tocca {
namespace {

/// What a joint adds to its origin where every coordinate is zero: nothing, save for the offset of a mimic joint.
Pose motion_at_zero(const Joint& joint) {
  const double value = joint.mimic ? joint.mimic->offset : 0.0;
  if (value == 0.0) return {};
  if (slides(joint.type)) return {Matrix3::Identity(), value * joint.axis};
  return {rotation_about(joint.axis, value), Vector3::Zero()};
}

Scene scene_of_robot(const KinematicTree& tree) {
  std::vector<Pose> X_WL(tree.links().size());
  for (std::size_t k = 0; k < tree.joints().size(); ++k) {  // parents first: KinematicTree's guarantee
    const Joint& joint = tree.joints()[k];
    X_WL[k + 1] = X_WL[static_cast<std::size_t>(joint.parent_link)] * joint.origin * motion_at_zero(joint);
  }
  Scene scene;
  for (std::size_t k = 0; k < tree.links().size(); ++k) {
    const Link& link = tree.links()[k];
    if (!link.colliders.empty()) scene.objects.push_back({link.name, X_WL[k], link.colliders});
  }
  return scene;
}

}  // namespace

Scene load_scene(const std::filesystem::path& file, Warnings& warnings) {
  const std::string extension = lower_case(file.extension().string());
  if (extension == ".json") return load_scene_json(file, warnings);
  if (extension == ".scene") return load_moveit_scene(file, warnings);
  if (extension == ".urdf") {
    return scene_of_robot(read_urdf(file, false, "add collision geometry to the scene", warnings).tree);
  }
  if (is_mesh_file(file)) {
    Scene scene;
    scene.objects.push_back({file.stem().string(), Pose{}, {{Pose{}, load_mesh(file, Vector3::Ones(), warnings)}}});
    return scene;
  }
  throw InputError(file.string(), "", "its extension is not that of a scene",
                   "give a .json, .scene or .urdf file, or a mesh (" + mesh_extensions() + ")");
}

}  // namespace tocca
