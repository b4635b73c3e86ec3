#include "tocca/model/scene.hpp"

#include <pybind11/stl.h>

#include <iomanip>
#include <map>
#include <sstream>

#include "arrays.hpp"
#include "errors.hpp"
#include "io/nearest_name.hpp"
#include "module.hpp"
#include "shapes.hpp"
#include "tocca/io/scene.hpp"
#include "working.hpp"

namespace tocca::python {
namespace {

constexpr const char* scene_doc =
    "Scene()\n\nWhat surrounds a robot: named objects that do not move. load_scene() reads one from a file.\n"
    "A Checker takes the scene as it is when the Checker is made; later changes do not reach it.\n\n"
    "A pose is xyz (3 numbers), xyz and a quaternion xyzw (7), or a 4 x 4 matrix.\n\n"
    ">>> scene = tocca.Scene()\n"
    ">>> scene.add_box('shelf', size=(1, 0.3, 2), xyz=(0.8, 0, 1))\n"
    ">>> scene.add_sphere('ball', 0.1, pose=(0, 0, 1))\n"
    ">>> scene\n<tocca.Scene: 2 objects>\n"
    ">>> scene.objects\n['shelf', 'ball']\n";

void add(Scene& scene, const std::string& name, const Shape& shape, const Pose& pose) {
  if (name.empty()) refuse("name", "is empty", "give the object a name");
  if (scene.find(name) >= 0)
    refuse("name", "there is already an object '" + printable(name) + "'", "give another name");
  scene.objects.push_back({name, pose, {{Pose{}, shape.geometry}}});
}

void remove(Scene& scene, const std::string& name) {
  const int found = scene.find(name);
  if (found < 0) {
    std::vector<std::string_view> known;
    for (const SceneObject& object : scene.objects) known.push_back(object.name);
    refuse("name", "there is no object '" + printable(name) + "'", did_you_mean(name, known));
  }
  scene.objects.erase(scene.objects.begin() + found);
}

std::vector<std::string> names(const Scene& scene) {
  std::vector<std::string> result;
  for (const SceneObject& object : scene.objects) result.push_back(object.name);
  return result;
}

Scene load(py::handle file, const std::map<std::string, double>& configuration) {
  const std::string name = file_name(file);
  SceneOptions options;
  options.said_by = "configuration";
  for (const auto& [joint, value] : configuration) {
    std::ostringstream text;
    text << (options.configuration.empty() ? "" : ",") << joint << '=' << std::setprecision(17) << value;
    options.configuration += text.str();
  }
  Warnings warnings;
  Scene scene;
  {
    const Released released;
    scene = load_scene(name, warnings, options);
  }
  warn(warnings);
  return scene;
}

}  // namespace

void add_scene(py::module_& module) {
  const auto keywords = [] { return py::kw_only(); };
  const py::arg_v xyz = py::arg("xyz") = py::none(), at = py::arg("pose") = py::none();
  py::class_<Scene>(module, "Scene", scene_doc)
      .def(py::init<>())
      .def(
          "add",
          [](Scene& scene, const std::string& name, const Shape& shape, const py::object& pose) {
            add(scene, name, shape, python::pose(pose, "pose"));
          },
          py::arg("name"), py::arg("shape"), at, "add(name, shape, pose=None)\n\nAdds an object of any shape.")
      .def(
          "add_box",
          [](Scene& scene, const std::string& name, const py::object& size, const py::object& x,
             const py::object& pose) { add(scene, name, checked_shape(Box{vector3(size, "size")}), placed(x, pose)); },
          py::arg("name"), py::arg("size"), keywords(), xyz, at,
          "add_box(name, size, *, xyz=None, pose=None)\n\n`size`: full size along x, y and z.")
      .def(
          "add_sphere",
          [](Scene& scene, const std::string& name, double radius, const py::object& x, const py::object& pose) {
            add(scene, name, checked_shape(Sphere{radius}), placed(x, pose));
          },
          py::arg("name"), py::arg("radius"), keywords(), xyz, at, "add_sphere(name, radius, *, xyz=None, pose=None)")
      .def(
          "add_cylinder",
          [](Scene& scene, const std::string& name, double radius, double length, const py::object& x,
             const py::object& pose) {
            add(scene, name, checked_shape(Cylinder{radius, length}), placed(x, pose));
          },
          py::arg("name"), py::arg("radius"), py::arg("length"), keywords(), xyz, at,
          "add_cylinder(name, radius, length, *, xyz=None, pose=None)\n\nAlong z.")
      .def(
          "add_capsule",
          [](Scene& scene, const std::string& name, double radius, double length, const py::object& x,
             const py::object& pose) {
            add(scene, name, checked_shape(Capsule{radius, length}), placed(x, pose));
          },
          py::arg("name"), py::arg("radius"), py::arg("length"), keywords(), xyz, at,
          "add_capsule(name, radius, length, *, xyz=None, pose=None)\n\nAlong z; the length is without the caps.")
      .def(
          "add_mesh",
          [](Scene& scene, const std::string& name, const py::object& vertices, const py::object& faces,
             const py::object& x, const py::object& pose) {
            auto mesh = std::make_shared<const TriangleMesh>(vectors(vertices, "vertices"), triangles(faces, "faces"));
            add(scene, name, Shape{std::move(mesh)}, placed(x, pose));
          },
          py::arg("name"), py::arg("vertices"), py::arg("faces"), keywords(), xyz, at,
          "add_mesh(name, vertices, faces, *, xyz=None, pose=None)\n\nTriangles, as in Mesh.")
      .def("remove", &remove, py::arg("name"), "remove(name)")
      .def_property_readonly("objects", &names, "Names, in the order in which they were added.")
      .def(
          "save", [](const Scene& scene, const py::object& file) { write_scene_json(file_name(file), scene); },
          py::arg("file"), "save(file)\n\nWrites JSON that load_scene() reads; meshes become OBJ files beside it.")
      .def("__len__", [](const Scene& scene) { return scene.objects.size(); })
      .def("__contains__", [](const Scene& scene, const std::string& name) { return scene.find(name) >= 0; })
      .def("__repr__", [](const Scene& scene) {
        return "<tocca.Scene: " + std::to_string(scene.objects.size()) +
               (scene.objects.size() == 1 ? " object>" : " objects>");
      });
  module.def("load_scene", &load, py::arg("file"), py::kw_only(),
             py::arg("configuration") = std::map<std::string, double>(),
             "load_scene(file, *, configuration={})\n\nReads a scene: JSON, a mesh file, a URDF or a MoveIt .scene.\n"
             "`configuration`: values of the joints of a URDF scene, {'drawer': 0.3}; the others are at zero.\n\n"
             ">>> tocca.load_scene('scene.json').objects\n['post', 'wall']\n");
}

}  // namespace tocca::python
