#include <Eigen/Geometry>
#include <map>
#include <set>
#include <string>
#include <system_error>
#include <type_traits>

#include "io/output.hpp"
#include "tocca/io/mesh.hpp"
#include "tocca/io/scene.hpp"
#include "tocca/shape/cloud.hpp"
#include "tocca/shape/convex_hull.hpp"

namespace tocca {
namespace {

/// Letters, digits, '-', '_' and '.' of `name`: fit for a file name on every system. Never empty, never hidden.
std::string file_stem(std::string_view name) {
  std::string stem;
  for (const char c : name.substr(0, 100)) {
    const bool plain =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '.';
    stem += plain ? c : '_';
  }
  return stem.empty() || stem.front() == '.' ? "mesh" + stem : stem;
}

/// `wanted`, or the first of wanted_2, wanted_3, ... that is not in `taken`; takes it.
std::string take_free_name(std::set<std::string>& taken, const std::string& wanted) {
  std::string name = wanted;
  for (int k = 2; !taken.insert(name).second; ++k) name = wanted + "_" + std::to_string(k);
  return name;
}

class SceneWriter {
 public:
  explicit SceneWriter(const std::filesystem::path& file) : written_{file}, out_(file) {}

  std::vector<std::filesystem::path> write(const Scene& scene) {
    for (const SceneObject& object : scene.objects) {
      if (object.colliders.size() == 1) names_.insert(object.name);
    }
    out_.text() += "{\"objects\":[";
    for (const SceneObject& object : scene.objects) write_object(object);
    out_.text() += "\n]}\n";
    out_.close();
    return std::move(written_);
  }

 private:
  void write_object(const SceneObject& object) {
    int number = 0;
    for (const Collider& body : object.colliders) {
      const bool alone = object.colliders.size() == 1;
      const std::string name =
          alone ? object.name : take_free_name(names_, object.name + "#" + std::to_string(++number));
      std::string& text = out_.text();
      text += first_object_ ? "\n{\"name\":" : ",\n{\"name\":";
      first_object_ = false;
      append_json_string(text, name);
      text += ",\"geometry\":{";
      append_geometry(name, body.geometry);
      text += "}";
      append_pose(object.pose * body.placement);
      text += "}";
      out_.flush_if_large();
    }
  }

  void append_geometry(const std::string& name, const Geometry& geometry) {
    std::string& text = out_.text();
    if (const auto* box = std::get_if<Box>(&geometry)) {
      text += "\"box\":";
      append_numbers({box->size.x(), box->size.y(), box->size.z()});
    } else if (const auto* sphere = std::get_if<Sphere>(&geometry)) {
      text += "\"sphere\":";
      append_json_number(text, sphere->radius);
    } else if (const auto* cylinder = std::get_if<Cylinder>(&geometry)) {
      append_round("cylinder", cylinder->radius, cylinder->length);
    } else if (const auto* capsule = std::get_if<Capsule>(&geometry)) {
      append_round("capsule", capsule->radius, capsule->length);
    } else if (const auto* cone = std::get_if<Cone>(&geometry)) {
      append_round("cone", cone->radius, cone->length);
    } else if (const auto* mesh = std::get_if<MeshPointer>(&geometry)) {
      text += "\"mesh\":";
      append_json_string(text, mesh_file(name, **mesh));
    } else if (const auto* cloud = std::get_if<CloudPointer>(&geometry)) {
      append_cloud(**cloud);
    } else {
      const ConvexHull& hull = *std::get<std::shared_ptr<const ConvexHull>>(geometry);
      text += "\"mesh\":";
      append_json_string(text, mesh_file(name, hull));
    }
  }

  void append_cloud(const Cloud& cloud) {
    std::string& text = out_.text();
    append_points(cloud.is_points() ? "\"points\":" : "\"boxes\":", cloud.centres());
    if (cloud.is_points()) {
      text += ",\"radius\":";
      append_json_number(text, cloud.radius());
      return;
    }
    append_points(",\"sizes\":", cloud.sizes());
    text += ",\"size_of\":";
    char separator = '[';
    for (const std::uint8_t size : cloud.size_of()) {
      text += separator;
      text += std::to_string(size);
      separator = ',';
    }
    text += ']';
  }

  void append_points(const char* key, const std::vector<Vector3>& points) {
    std::string& text = out_.text();
    text += key;
    char separator = '[';
    for (const Vector3& p : points) {
      text += separator;
      append_numbers({p.x(), p.y(), p.z()});
      separator = ',';
      out_.flush_if_large();
    }
    text += ']';
  }

  void append_round(const char* kind, double radius, double length) {
    std::string& text = out_.text();
    text.append("\"").append(kind).append("\":{\"radius\":");
    append_json_number(text, radius);
    text += ",\"length\":";
    append_json_number(text, length);
    text += "}";
  }

  void append_numbers(std::initializer_list<double> numbers) {
    char separator = '[';
    for (const double number : numbers) {
      out_.text() += separator;
      append_json_number(out_.text(), number);
      separator = ',';
    }
    out_.text() += ']';
  }

  void append_pose(const Pose& X_WB) {
    const Vector3& xyz = X_WB.translation;
    const bool turned = X_WB.rotation != Matrix3::Identity();
    if (!turned && xyz.isZero(0.0)) return;
    out_.text() += ",\"pose\":{\"xyz\":";
    append_numbers({xyz.x(), xyz.y(), xyz.z()});
    if (turned) {
      const Eigen::Quaterniond q(X_WB.rotation);
      out_.text() += ",\"quat\":";
      append_numbers({q.x(), q.y(), q.z(), q.w()});
    }
    out_.text() += "}";
  }

  /// Writes the mesh or hull unless an earlier object shares it; its path, relative to the scene.
  template <class Solid>
  const std::string& mesh_file(const std::string& object, const Solid& solid) {
    std::string& relative = meshes_[&solid];
    if (!relative.empty()) return relative;
    const std::filesystem::path& scene = written_.front();
    const std::string folder = scene.stem().string() + "_meshes";
    std::error_code error;
    std::filesystem::create_directories(scene.parent_path() / folder, error);  // write_obj reports what goes wrong
    relative = folder + "/" + take_free_name(file_names_, file_stem(object)) + ".obj";
    const std::filesystem::path path = scene.parent_path() / relative;
    if constexpr (std::is_same_v<Solid, TriangleMesh>) {
      write_obj(path, solid);
    } else {
      write_obj(path, TriangleMesh(solid.vertices(), solid.triangles()));
    }
    written_.push_back(path);
    return relative;
  }

  std::vector<std::filesystem::path> written_;
  OutputFile out_;
  bool first_object_ = true;
  std::set<std::string> names_, file_names_;
  std::map<const void*, std::string> meshes_;  // the file of each mesh and hull written
};

}  // namespace

std::vector<std::filesystem::path> write_scene_json(const std::filesystem::path& file, const Scene& scene) {
  return SceneWriter(file).write(scene);
}

}  // namespace tocca
