// What sensors saw: scans and OctoMaps as shapes.
#include "arrays.hpp"
#include "errors.hpp"
#include "module.hpp"
#include "shapes.hpp"
#include "tocca/io/cloud.hpp"
#include "tocca/shape/cloud.hpp"
#include "working.hpp"

namespace tocca::python {
namespace {

struct PointsShape : Shape {};
struct OctomapShape : Shape {};

const Cloud& cloud_of(const Shape& shape) { return *std::get<CloudPointer>(shape.geometry); }

template <class Class>
Class cloud_shape(CloudPointer cloud) {
  Class shape;
  shape.geometry = std::move(cloud);
  return shape;
}

py::array_t<double> load_array(py::handle file) {
  const std::string name = file_name(file);
  Warnings warnings;
  std::vector<Vector3> points;
  {
    const Released released;
    points = load_points(name, warnings);
  }
  warn(warnings);
  return array_of(std::span<const Vector3>(points));
}

OctomapShape load_map(py::handle file, const std::string& unknown) {
  const std::string name = file_name(file);
  const UnknownSpace space = unknown_space(unknown);
  const Released released;
  return cloud_shape<OctomapShape>(load_octomap(name, space));
}

py::array_t<double> sizes_of(const Shape& shape) {
  const Cloud& cloud = cloud_of(shape);
  std::vector<Vector3> sizes;
  for (const std::uint8_t size : cloud.size_of()) sizes.push_back(cloud.sizes()[size]);
  return array_of(std::span<const Vector3>(sizes));
}

std::string counted(std::size_t count, const char* thing) {
  return std::to_string(count) + " " + thing + (count == 1 ? "" : "s");
}

constexpr const char* points_doc = R"(Points(xyz, radius)
--

A cloud of points, `xyz` (N, 3) in metres, each a ball of the same radius: exactly as N spheres would be, and fast for hundred
thousands. Points have no size of their own, so `radius` must be positive; about half the distance of neighbours closes a surface.

>>> scan = tocca.Points([[0.5, 0, 0.3], [0.5, 0.01, 0.3]], radius=0.01)
>>> scan, len(scan), scan.radius
(<tocca.Points: 2 points of radius 0.01>, 2, 0.01)
)";

constexpr const char* octomap_doc = R"(Octomap(file, unknown='free')
--

The occupied cells of an OctoMap (.bt, .ot) as boxes. What the map does not know is 'free', or 'occupied' within the bounds of what it
knows.

>>> head = '# Octomap OcTree binary file\nid OcTree\nsize 2\nres 0.1\ndata\n'
>>> _ = open('map.bt', 'wb').write(head.encode() + bytes([2, 0]))
>>> cells = tocca.Octomap('map.bt')
>>> cells, cells.sizes[0, 0]
(<tocca.Octomap: 1 box>, 3276.8)
)";

constexpr const char* load_points_doc = R"(load_points(file)
--

The points of a scan, (N, 3): PCD (text, binary or compressed), PLY or XYZ. Points that are not finite are left out, with a warning.

>>> _ = open('scan.xyz', 'w').write('0.5 0 0.3\n0.5 0.01 0.3\n')
>>> tocca.load_points('scan.xyz').shape
(2, 3)
)";

}  // namespace

UnknownSpace unknown_space(const std::string& word) {
  if (word == "free") return UnknownSpace::free;
  if (word == "occupied") return UnknownSpace::occupied;
  refuse("unknown", "'" + printable(word) + "' says nothing about unknown space", "give 'free' or 'occupied'");
}

Shape points_shape(py::handle xyz, double radius) {
  return {std::make_shared<const Cloud>(vectors(xyz, "xyz"), radius)};
}

void add_clouds(py::module_& module) {
  py::class_<PointsShape, Shape>(module, "Points", points_doc)
      .def(py::init([](const py::object& xyz, double radius) {
             return cloud_shape<PointsShape>(std::get<CloudPointer>(points_shape(xyz, radius).geometry));
           }),
           py::arg("xyz"), py::arg("radius"), init_doc(points_doc).c_str())
      .def_property_readonly(
          "xyz", [](const PointsShape& shape) { return array_of(std::span<const Vector3>(cloud_of(shape).centres())); },
          "(N, 3), a copy: the points, in metres.")
      .def_property_readonly(
          "radius", [](const PointsShape& shape) { return cloud_of(shape).radius(); }, "Of each point, in metres.")
      .def("__len__", [](const PointsShape& shape) { return cloud_of(shape).size(); })
      .def("__repr__", [](const PointsShape& shape) {
        return "<tocca.Points: " + counted(cloud_of(shape).size(), "point") + " of radius " +
               std::string(py::repr(py::float_(cloud_of(shape).radius()))) + ">";
      });
  py::class_<OctomapShape, Shape>(module, "Octomap", octomap_doc)
      .def(py::init(&load_map), py::arg("file"), py::arg("unknown") = "free", init_doc(octomap_doc).c_str())
      .def_property_readonly(
          "xyz",
          [](const OctomapShape& shape) { return array_of(std::span<const Vector3>(cloud_of(shape).centres())); },
          "(N, 3), a copy: the centres of the boxes, in metres.")
      .def_property_readonly("sizes", &sizes_of, "(N, 3), a copy: the full sizes of the boxes, in metres.")
      .def("__len__", [](const OctomapShape& shape) { return cloud_of(shape).size(); })
      .def("__repr__", [](const OctomapShape& shape) {
        const std::size_t count = cloud_of(shape).size();
        return "<tocca.Octomap: " + std::to_string(count) + (count == 1 ? " box>" : " boxes>");
      });
  module.def("load_points", &load_array, py::arg("file"), load_points_doc);
}

}  // namespace tocca::python
