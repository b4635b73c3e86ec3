#include "scene.hpp"

#include <pybind11/stl.h>

#include <iomanip>
#include <sstream>

#include "arrays.hpp"
#include "errors.hpp"
#include "io/nearest_name.hpp"
#include "module.hpp"
#include "scene_docs.hpp"
#include "shapes.hpp"
#include "tocca/io/scene.hpp"
#include "working.hpp"

namespace tocca::python {
namespace {

void add(OwnScene& scene, const std::string& name, const Shape& shape, const Pose& pose) {
  if (name.empty()) refuse("name", "is empty", "give the object a name");
  if (scene.find(name) >= 0)
    refuse("name", "there is already an object '" + printable(name) + "'", "give another name");
  scene.objects.push_back({name, pose, {{Pose{}, shape.geometry}}});
  scene.changed = true;
}

void remove(OwnScene& scene, const std::string& name) {
  const int found = scene.find(name);
  if (found < 0) {
    std::vector<std::string_view> known;
    for (const SceneObject& object : scene.objects) known.push_back(object.name);
    refuse("name", "there is no object '" + printable(name) + "'", did_you_mean(name, known));
  }
  scene.objects.erase(scene.objects.begin() + found);
  scene.changed = true;
}

std::vector<std::string> names(const OwnScene& scene) {
  std::vector<std::string> result;
  for (const SceneObject& object : scene.objects) result.push_back(object.name);
  return result;
}

OwnScene load(py::handle file, py::handle configuration, std::optional<double> point_radius,
              const std::optional<std::string>& unknown) {
  OwnScene scene;
  scene.file = file_name(file);
  for (const auto& [joint, value] : named_numbers(configuration, "configuration")) {
    std::ostringstream text;
    text << (scene.configuration.empty() ? "" : ",") << joint << '=' << std::setprecision(17) << value;
    scene.configuration += text.str();
  }
  SceneOptions options;
  options.said_by = "configuration";
  options.configuration = scene.configuration;
  options.point_radius = point_radius;
  if (unknown) options.unknown = unknown_space(*unknown);
  Warnings warnings;
  {
    const Released released;
    static_cast<Scene&>(scene) = load_scene(scene.file, warnings, options);
  }
  warn(warnings);
  return scene;
}

using S = OwnScene;

void add_ways_to_add(py::class_<S>& type) {
  const auto keywords = [] { return py::kw_only(); };
  const py::arg_v xyz = py::arg("xyz") = py::none(), at = py::arg("pose") = py::none();
  type.def(
          "add",
          [](S& scene, const std::string& name, const Shape& shape, const py::object& pose) {
            add(scene, name, shape, python::pose(pose, "pose"));
          },
          py::arg("name"), py::arg("shape"), at, docs::scene_add)
      .def(
          "add_box",
          [](S& scene, const std::string& name, const py::object& size, const py::object& x, const py::object& pose) {
            add(scene, name, checked_shape(Box{vector3(size, "size")}), placed(x, pose));
          },
          py::arg("name"), py::arg("size"), keywords(), xyz, at, docs::scene_add_box)
      .def(
          "add_sphere",
          [](S& scene, const std::string& name, double radius, const py::object& x, const py::object& pose) {
            add(scene, name, checked_shape(Sphere{radius}), placed(x, pose));
          },
          py::arg("name"), py::arg("radius"), keywords(), xyz, at, docs::scene_add_sphere)
      .def(
          "add_cylinder",
          [](S& scene, const std::string& name, double radius, double length, const py::object& x,
             const py::object& pose) {
            add(scene, name, checked_shape(Cylinder{radius, length}), placed(x, pose));
          },
          py::arg("name"), py::arg("radius"), py::arg("length"), keywords(), xyz, at, docs::scene_add_cylinder)
      .def(
          "add_capsule",
          [](S& scene, const std::string& name, double radius, double length, const py::object& x,
             const py::object& pose) {
            add(scene, name, checked_shape(Capsule{radius, length}), placed(x, pose));
          },
          py::arg("name"), py::arg("radius"), py::arg("length"), keywords(), xyz, at, docs::scene_add_capsule)
      .def(
          "add_mesh",
          [](S& scene, const std::string& name, const py::object& vertices, const py::object& faces,
             const py::object& x, const py::object& pose) {
            auto mesh = std::make_shared<const TriangleMesh>(vectors(vertices, "vertices"), triangles(faces, "faces"));
            add(scene, name, Shape{std::move(mesh)}, placed(x, pose));
          },
          py::arg("name"), py::arg("vertices"), py::arg("faces"), keywords(), xyz, at, docs::scene_add_mesh)
      .def(
          "add_points",
          [](S& scene, const std::string& name, const py::object& points, double radius, const py::object& pose) {
            add(scene, name, points_shape(points, radius), python::pose(pose, "pose"));
          },
          py::arg("name"), py::arg("xyz"), py::arg("radius"), keywords(), at, docs::scene_add_points);
}

}  // namespace

std::string OwnScene::source() const {
  if (file.empty()) return "made in Python";
  return changed ? file + ", changed in Python" : file;
}

void add_scene(py::module_& module) {
  py::class_<S> type(module, "Scene", docs::scene);
  type.def(py::init<>(), init_doc(docs::scene).c_str());
  add_ways_to_add(type);
  type.def("remove", &remove, py::arg("name"), docs::scene_remove)
      .def_property_readonly("objects", &names, "Names, in the order in which they were added.")
      .def(
          "save", [](const S& scene, const py::object& file) { write_scene_json(file_name(file), scene); },
          py::arg("file"), docs::scene_save)
      .def("__copy__", [](const S& scene) { return scene; })
      .def(
          "__deepcopy__", [](const S& scene, const py::object&) { return scene; }, py::arg("memo"))
      .def("__len__", [](const S& scene) { return scene.objects.size(); })
      .def("__contains__", [](const S& scene, const std::string& name) { return scene.find(name) >= 0; })
      .def("__repr__", [](const S& scene) {
        return "<tocca.Scene: " + std::to_string(scene.objects.size()) +
               (scene.objects.size() == 1 ? " object>" : " objects>");
      });
  module.def("load_scene", &load, py::arg("file"), py::kw_only(), py::arg("configuration") = py::dict(),
             py::arg("point_radius") = py::none(), py::arg("unknown") = py::none(), docs::load_scene);
}

}  // namespace tocca::python
