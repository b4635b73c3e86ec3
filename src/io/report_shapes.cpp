#include "io/report_shapes.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "io/packed_numbers.hpp"
#include "io/result_json.hpp"
#include "tocca/shape/cloud.hpp"
#include "tocca/shape/convex_hull.hpp"

namespace tocca {
namespace {

std::array<double, 4> quaternion_of(const Matrix3& r) {
  // The largest of the four squares is at least a quarter: no division by something small.
  const std::array<double, 4> squares{1 + r(0, 0) - r(1, 1) - r(2, 2), 1 - r(0, 0) + r(1, 1) - r(2, 2),
                                      1 - r(0, 0) - r(1, 1) + r(2, 2), 1 + r(0, 0) + r(1, 1) + r(2, 2)};
  const auto largest = std::max_element(squares.begin(), squares.end()) - squares.begin();
  const double s = 0.5 / std::sqrt(squares[static_cast<std::size_t>(largest)]);
  const double x = r(2, 1) - r(1, 2), y = r(0, 2) - r(2, 0), z = r(1, 0) - r(0, 1);
  const double xy = r(0, 1) + r(1, 0), xz = r(0, 2) + r(2, 0), yz = r(1, 2) + r(2, 1);
  const double own = 0.5 * std::sqrt(squares[static_cast<std::size_t>(largest)]);
  switch (largest) {
    case 0:
      return {own, s * xy, s * xz, s * x};
    case 1:
      return {s * xy, own, s * yz, s * y};
    case 2:
      return {s * xz, s * yz, own, s * z};
    default:
      return {s * x, s * y, s * z, own};
  }
}

/// Writes the one geometry that a shape has.
class GeometryWriter {
 public:
  GeometryWriter(std::string& text, ReportMeshes& meshes, ReportMeshes::Precision precision)
      : text_(text), meshes_(meshes), precision_(precision) {}

  void operator()(const Sphere& sphere) { numbers("sphere", std::array{sphere.radius}); }
  void operator()(const Capsule& capsule) { numbers("capsule", std::array{capsule.radius, capsule.length}); }
  void operator()(const Box& box) { numbers("box", box.size); }
  void operator()(const Cylinder& cylinder) { numbers("cylinder", std::array{cylinder.radius, cylinder.length}); }
  void operator()(const Cone& cone) { numbers("cone", std::array{cone.radius, cone.length}); }
  void operator()(const std::shared_ptr<const ConvexHull>& hull) { write_mesh(*hull); }
  void operator()(const MeshPointer& pointer) { write_mesh(*pointer); }
  /// The page draws each of them: there may be hundred thousands, so that they are packed.
  void operator()(const CloudPointer& cloud) {
    std::vector<float> packed;
    push_points(cloud->centres(), packed);
    text_ += "\"points\":";
    append_packed(text_, std::span<const float>(packed));
    if (cloud->is_points()) {
      text_ += ",\"radius\":";
      append_json_number(text_, cloud->radius());
      return;
    }
    packed.clear();
    for (const std::uint8_t size : cloud->size_of()) push_points({cloud->sizes()[size]}, packed);
    text_ += ",\"sizes\":";
    append_packed(text_, std::span<const float>(packed));
  }

 private:
  template <class Mesh>
  void write_mesh(const Mesh& mesh) {
    const std::size_t number = meshes_.number(&mesh, mesh.vertices(), mesh.triangles(), precision_);
    text_.append("\"mesh\":").append(std::to_string(number));
  }
  template <class Values>
  void numbers(const char* name, const Values& values) {
    text_.append("\"").append(name).append("\":");
    append_numbers(text_, values);
  }

  std::string& text_;
  ReportMeshes& meshes_;
  ReportMeshes::Precision precision_;
};

}  // namespace

std::array<double, 7> pose_numbers(const Pose& pose, const Vector3& origin) {
  const auto [x, y, z, w] = quaternion_of(pose.rotation);
  const Vector3 place = pose.translation - origin;
  return {place[0], place[1], place[2], x, y, z, w};
}

void push_points(const std::vector<Vector3>& points, std::vector<float>& numbers) {
  for (const Vector3& p : points) {
    for (int i = 0; i < 3; ++i) numbers.push_back(static_cast<float>(p[i]));
  }
}

void append_shape(std::string& text, const Collider& shape, const Vector3& origin, ReportMeshes& meshes,
                  ReportMeshes::Precision precision) {
  text += "{\"pose\":";
  append_numbers(text, pose_numbers(shape.placement, origin));
  text += ',';
  std::visit(GeometryWriter(text, meshes, precision), shape.geometry);
  text += '}';
}

}  // namespace tocca
