#include "shapes.hpp"

#include "arrays.hpp"
#include "errors.hpp"
#include "module.hpp"
#include "tocca/io/mesh.hpp"
#include "working.hpp"

namespace tocca::python {
namespace {

// Python's classes, one a shape; all are Shapes.
struct BoxShape : Shape {};
struct SphereShape : Shape {};
struct CylinderShape : Shape {};
struct CapsuleShape : Shape {};
struct MeshShape : Shape {};

template <class Class, class Primitive>
Class made(const Primitive& primitive) {
  Class shape;
  shape.geometry = checked_shape(primitive).geometry;
  return shape;
}

template <class Primitive>
const Primitive& as(const Shape& shape) {
  return std::get<Primitive>(shape.geometry);
}

std::string text(double number) { return py::repr(py::float_(number)); }

const TriangleMesh& triangle_mesh(const Shape& shape) { return *as<MeshPointer>(shape); }

MeshShape mesh_shape(MeshPointer mesh) {
  MeshShape shape;
  shape.geometry = std::move(mesh);
  return shape;
}

MeshShape load(py::handle file, py::handle scale) {
  Warnings warnings;
  const bool uniform = py::isinstance<py::float_>(scale) || py::isinstance<py::int_>(scale);
  const Vector3 factors = uniform ? Vector3::Constant(scale.cast<double>()) : vector3(scale, "scale");
  for (const double factor : factors) {
    if (factor == 0.0) refuse("scale", "must not be 0", "give a factor for each axis, or one for all");
  }
  const std::string name = file_name(file);
  MeshPointer mesh;
  {
    const Released released;
    mesh = load_mesh(name, factors, warnings);
  }
  warn(warnings);
  return mesh_shape(std::move(mesh));
}

py::array_t<std::uint32_t> faces(const TriangleMesh& mesh) {
  py::array_t<std::uint32_t> array({static_cast<py::ssize_t>(mesh.triangles().size()), py::ssize_t{3}});
  std::copy_n(mesh.triangles().data()->data(), 3 * mesh.triangles().size(), array.mutable_data());
  return array;
}

constexpr const char* box_doc = R"(Box(size)
--

A box, centred; `size` is its full size along x, y and z, in metres.

>>> tocca.Box((1, 0.3, 2))
tocca.Box((1.0, 0.3, 2.0))
)";

constexpr const char* sphere_doc = R"(Sphere(radius)
--

A ball around its origin.

>>> tocca.Sphere(0.1).radius
0.1
)";

constexpr const char* cylinder_doc = R"(Cylinder(radius, length)
--

A cylinder along z, centred.

>>> tocca.Cylinder(0.1, 2)
tocca.Cylinder(0.1, 2.0)
)";

constexpr const char* capsule_doc = R"(Capsule(radius, length)
--

A cylinder along z with a half ball at either end; `length` is without them.

>>> tocca.Capsule(0.1, 2)
tocca.Capsule(0.1, 2.0)
)";

constexpr const char* shape_doc =
    R"(Any of Box, Sphere, Cylinder, Capsule, Mesh, Points and Octomap: lengths in metres, about its own origin.

>>> isinstance(tocca.Sphere(0.1), tocca.Shape)
True
)";

constexpr const char* mesh_doc = R"(Mesh(vertices, faces)
--

Triangles: `vertices` (N, 3) in metres, `faces` (M, 3) integers, counter-clockwise seen from outside. A closed mesh is a
solid, an open one a surface.

>>> corners = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]
>>> tocca.Mesh(corners, [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]])
<tocca.Mesh: 4 triangles, closed>
)";

constexpr const char* load_doc = R"(load_mesh(file, scale=1.0)
--

Reads a mesh file (STL, OBJ, PLY, DAE, glTF, OFF); `scale` is one factor or one for each axis.

>>> _ = open('part.obj', 'w').write('v 0 0 0\nv 900 0 0\nv 0 500 0\nf 1 2 3\n')
>>> mesh = tocca.load_mesh('part.obj', scale=0.001)
>>> mesh, mesh.vertices.max()
(<tocca.Mesh: 1 triangle, open>, 0.9)
)";

/// Radius and length.
template <class Class, class Primitive>
void add_round(py::module_& module, const char* name, const char* doc) {
  py::class_<Class, Shape>(module, name, doc)
      .def(py::init([](double radius, double length) {
             return made<Class>(Primitive{radius, length});
           }),
           py::arg("radius"), py::arg("length"), init_doc(doc).c_str())
      .def_property_readonly(
          "radius", [](const Class& shape) { return as<Primitive>(shape).radius; }, "In metres.")
      .def_property_readonly(
          "length", [](const Class& shape) { return as<Primitive>(shape).length; }, "Along z, in metres.")
      .def("__repr__", [name](const Class& shape) {
        return "tocca." + std::string(name) + "(" + text(as<Primitive>(shape).radius) + ", " +
               text(as<Primitive>(shape).length) + ")";
      });
}

void add_primitives(py::module_& module) {
  py::class_<BoxShape, Shape>(module, "Box", box_doc)
      .def(py::init([](const py::object& size) { return made<BoxShape>(Box{vector3(size, "size")}); }), py::arg("size"),
           init_doc(box_doc).c_str())
      .def_property_readonly(
          "size", [](const BoxShape& shape) { return array_of(as<Box>(shape).size); },
          "(3,): its full size along x, y and z, in metres; a copy.")
      .def("__repr__", [](const BoxShape& shape) {
        const Vector3& s = as<Box>(shape).size;
        return "tocca.Box((" + text(s[0]) + ", " + text(s[1]) + ", " + text(s[2]) + "))";
      });
  py::class_<SphereShape, Shape>(module, "Sphere", sphere_doc)
      .def(py::init([](double radius) { return made<SphereShape>(Sphere{radius}); }), py::arg("radius"),
           init_doc(sphere_doc).c_str())
      .def_property_readonly(
          "radius", [](const SphereShape& shape) { return as<Sphere>(shape).radius; }, "In metres.")
      .def("__repr__", [](const SphereShape& shape) { return "tocca.Sphere(" + text(as<Sphere>(shape).radius) + ")"; });
  add_round<CylinderShape, Cylinder>(module, "Cylinder", cylinder_doc);
  add_round<CapsuleShape, Capsule>(module, "Capsule", capsule_doc);
}

}  // namespace

Shape checked_shape(Geometry geometry) {
  require_valid(geometry);
  return {std::move(geometry)};
}

const MeshPointer& mesh_of(const Shape& shape, const char* name) {
  if (const auto* mesh = std::get_if<MeshPointer>(&shape.geometry)) return *mesh;
  refuse(name, std::string("is a ") + kind_name(shape.geometry), "give a tocca.Mesh");
}

void add_shapes(py::module_& module) {
  py::class_<Shape>(module, "Shape", shape_doc);
  add_primitives(module);
  py::class_<MeshShape, Shape>(module, "Mesh", mesh_doc)
      .def(py::init([](const py::object& vertices, const py::object& triangle_rows) {
             return mesh_shape(std::make_shared<const TriangleMesh>(vectors(vertices, "vertices"),
                                                                    triangles(triangle_rows, "faces")));
           }),
           py::arg("vertices"), py::arg("faces"), init_doc(mesh_doc).c_str())
      .def_property_readonly(
          "vertices", [](const MeshShape& shape) { return array_of(triangle_mesh(shape).vertices()); },
          "(N, 3), a copy: vertices at one place are one vertex, and those that no triangle uses are gone.")
      .def_property_readonly(
          "faces", [](const MeshShape& shape) { return faces(triangle_mesh(shape)); },
          "(M, 3), a copy: the vertices of each triangle.")
      .def_property_readonly(
          "closed", [](const MeshShape& shape) { return triangle_mesh(shape).closed(); }, "Whether it bounds a solid.")
      .def("__len__", [](const MeshShape& shape) { return triangle_mesh(shape).triangles().size(); })
      .def("__repr__", [](const MeshShape& shape) {
        const TriangleMesh& mesh = triangle_mesh(shape);
        return "<tocca.Mesh: " + std::to_string(mesh.triangles().size()) +
               (mesh.triangles().size() == 1 ? " triangle, " : " triangles, ") + (mesh.closed() ? "closed>" : "open>");
      });
  module.def("load_mesh", &load, py::arg("file"), py::arg("scale") = 1.0, load_doc);
}

}  // namespace tocca::python
