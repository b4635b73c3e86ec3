#include "io/scene_json.hpp"

#include <array>
#include <unordered_map>

#include "io/json.hpp"
#include "io/json_clouds.hpp"
#include "io/json_cursor.hpp"
#include "io/json_meshes.hpp"
#include "io/text.hpp"

namespace tocca {
namespace {

class SceneReader {
 public:
  SceneReader(const std::filesystem::path& file, Warnings& warnings) : file_(file), warnings_(warnings) {}

  Scene read() {
    const nlohmann::json document = load_json(file_);
    const JsonCursor root(document, file_);
    root.expect_object({"objects"});
    const JsonCursor objects = root.at("objects");
    Scene scene;
    scene.objects.reserve(objects.size());
    for (std::size_t k = 0; k < objects.size(); ++k) scene.objects.push_back(read_object(objects.item(k)));
    poses_.report(file_, warnings_);
    meshes_.tell(warnings_);
    clouds_.tell(warnings_);
    return scene;
  }

  SceneObject read(const nlohmann::json& object) {
    SceneObject result = read_object(JsonCursor(object, file_));
    poses_.report(file_, warnings_);
    meshes_.tell(warnings_);
    return result;
  }

 private:
  SceneObject read_object(const JsonCursor& object) {
    object.expect_object({"name", "geometry", "pose"});
    SceneObject result;
    const JsonCursor name = object.at("name");
    result.name = name.text();
    const auto [earlier, is_new] = places_.emplace(result.name, object.place());
    if (!is_new) {
      name.fail("the name " + in_quotes(result.name) + " is already used by " + earlier->second,
                "give every object its own name");
    }
    if (const auto pose = object.find("pose")) {
      pose->expect_object({"xyz", "rpy", "quat"});
      result.pose = poses_.read(*pose);
    }
    result.colliders.push_back({Pose{}, read_geometry(object.at("geometry"))});
    return result;
  }

  Geometry read_geometry(const JsonCursor& geometry) {
    geometry.expect_object({"box", "sphere", "cylinder", "capsule", "cone", "mesh", "scale", "points", "radius",
                            "boxes", "sizes", "size_of", "octomap", "unknown"});
    static constexpr std::array<std::string_view, 9> kinds = {"box",  "sphere", "cylinder", "capsule", "cone",
                                                              "mesh", "points", "boxes",    "octomap"};
    std::string_view kind;
    for (const std::string_view candidate : kinds) {
      if (!geometry.find(candidate)) continue;
      if (!kind.empty())
        geometry.fail("has both " + in_quotes(kind) + " and " + in_quotes(candidate), "keep one of them");
      kind = candidate;
    }
    if (kind.empty())
      geometry.fail("has no shape", "give one of box, sphere, cylinder, capsule, cone, mesh, points, octomap");
    if (kind != "mesh" && geometry.find("scale"))
      geometry.fail("'scale' is for meshes only", "scale the sizes of the shape instead");
    for (const auto& [key, of] : {std::pair("radius", "points"), std::pair("unknown", "octomap"),
                                  std::pair("sizes", "boxes"), std::pair("size_of", "boxes")}) {
      if (kind != of && geometry.find(key))
        geometry.fail(in_quotes(key) + " belongs to " + in_quotes(of), "leave it out");
    }
    if (kind == "points") return clouds_.read_points(geometry);
    if (kind == "boxes") return JsonClouds::read_boxes(geometry);
    if (kind == "octomap") return clouds_.read_octomap(geometry);
    const JsonCursor shape = geometry.at(kind);
    if (kind == "mesh") return meshes_.read(shape, geometry.find("scale"));
    if (kind == "sphere") return Sphere{shape.positive()};
    if (kind == "box") {
      shape.vector();
      return Box{{shape.item(0).positive(), shape.item(1).positive(), shape.item(2).positive()}};
    }
    shape.expect_object({"radius", "length"});
    const double radius = shape.at("radius").positive();
    if (kind == "capsule") return Capsule{radius, shape.at("length").not_negative()};
    const double length = shape.at("length").positive();
    if (kind == "cone") return Cone{radius, length};
    return Cylinder{radius, length};
  }

  const std::filesystem::path& file_;
  Warnings& warnings_;
  PoseReader poses_;
  std::unordered_map<std::string, std::string> places_;  // where each name was given
  JsonMeshes meshes_;
  JsonClouds clouds_;
};

}  // namespace

Scene load_scene_json(const std::filesystem::path& file, Warnings& warnings) {
  return SceneReader(file, warnings).read();
}

SceneObject read_scene_object(const nlohmann::json& object, const std::filesystem::path& file, Warnings& warnings) {
  return SceneReader(file, warnings).read(object);
}

}  // namespace tocca
