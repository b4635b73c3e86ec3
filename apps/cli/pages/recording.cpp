#include "pages/recording.hpp"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <cmath>
#include <filesystem>

#include "output.hpp"
#include "result_places.hpp"
#include "tocca/io/mesh.hpp"
#include "tocca/shape/cloud.hpp"
#include "tocca/shape/convex_hull.hpp"

namespace tocca::cli {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse_folder(const fs::path& place, std::string_view problem, std::string_view remedy) {
  throw InputError(place.string(), "--record", problem, remedy);
}

/// An earlier recording's bodies would look like this one's.
void clear_bodies(const fs::path& folder) {
  std::error_code error;
  const bool recording = fs::exists(folder / "poses.csv", error);
  std::vector<fs::path> old;
  for (fs::directory_iterator file(folder / "bodies", error), end; !error && file != end; file.increment(error)) {
    old.push_back(file->path());
  }
  if (!recording && !old.empty())
    refuse_folder(folder / "bodies", "contains files that no recording wrote", "choose another folder");
  for (const fs::path& file : old) {
    if (file.extension() == ".obj") require_no_input(file.string(), "--record");
  }
  for (const fs::path& file : old) {
    if (file.extension() == ".obj") fs::remove(file, error);
  }
  fs::remove(folder / "summary.json", error);  // until this one is complete there is none
}

std::vector<Vector3> circle(double radius, double height) {
  constexpr int sides = 32;
  std::vector<Vector3> points;
  for (int k = 0; k < sides; ++k) {
    const double angle = 2.0 * M_PI * k / sides;
    points.emplace_back(radius * std::cos(angle), radius * std::sin(angle), height);
  }
  return points;
}

void append(std::vector<Vector3>& points, const std::vector<Vector3>& more) {
  points.insert(points.end(), more.begin(), more.end());
}

/// Corners of a polytope inside a round primitive; a sphere is a capsule of no length.
struct CornersOf {
  std::vector<Vector3> operator()(const Capsule& capsule) const {
    std::vector<Vector3> points;
    constexpr int rings = 8;  // in a quarter turn
    for (int k = 0; k < rings; ++k) {
      const double angle = 0.5 * M_PI * k / rings;
      const double radius = capsule.radius * std::cos(angle);
      const double height = 0.5 * capsule.length + capsule.radius * std::sin(angle);
      append(points, circle(radius, height));
      append(points, circle(radius, -height));
    }
    points.emplace_back(0, 0, 0.5 * capsule.length + capsule.radius);
    points.emplace_back(0, 0, -(0.5 * capsule.length + capsule.radius));
    return points;
  }
  std::vector<Vector3> operator()(const Sphere& sphere) const { return (*this)(Capsule{sphere.radius, 0.0}); }
  std::vector<Vector3> operator()(const Cylinder& cylinder) const {
    std::vector<Vector3> points = circle(cylinder.radius, -0.5 * cylinder.length);
    append(points, circle(cylinder.radius, 0.5 * cylinder.length));
    return points;
  }
  std::vector<Vector3> operator()(const Cone& cone) const {
    std::vector<Vector3> points = circle(cone.radius, -0.5 * cone.length);
    points.emplace_back(0, 0, 0.5 * cone.length);
    return points;
  }
  std::vector<Vector3> operator()(const CloudPointer&) const { return {}; }  // drawn grain by grain
  std::vector<Vector3> operator()(const Box& box) const {
    std::vector<Vector3> points;
    for (int corner = 0; corner < 8; ++corner) {
      points.emplace_back((corner & 1 ? 0.5 : -0.5) * box.size.x(), (corner & 2 ? 0.5 : -0.5) * box.size.y(),
                          (corner & 4 ? 0.5 : -0.5) * box.size.z());
    }
    return points;
  }
  std::vector<Vector3> operator()(const std::shared_ptr<const ConvexHull>& hull) const { return hull->vertices(); }
  std::vector<Vector3> operator()(const MeshPointer&) const { return {}; }
};

}  // namespace

std::string body_file(std::string_view name) {
  std::string file;
  for (const char c : name) {
    const bool plain = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_' ||
                       c == '-' || (c == '.' && !file.empty());
    file += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return file + ".obj";
}

std::string csv_field(std::string_view field) {
  if (field.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(field);
  std::string quoted = "\"";
  for (const char c : field) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + '"';
}

RecordedPose RecordedPose::of(const Pose& X) {
  const Eigen::Quaterniond q(X.rotation);
  return {X.translation, {q.x(), q.y(), q.z(), q.w()}};
}

Recording::Recording(std::string folder) : folder_(std::move(folder)) {
  const fs::path path = folder_;
  std::error_code error;
  clear_bodies(path);
  fs::create_directories(path / "bodies", error);
  if (error) refuse_folder(path, "cannot create this folder: " + error.message(), "choose a writable place");
  poses_ = open("poses.csv", "step,body,x,y,z,qx,qy,qz,qw");
  contacts_ = open("contacts.csv", "step,a,b");
}

void Recording::add_body(std::string_view name, const TriangleMesh& mesh) {
  write_obj(fs::path(folder_) / "bodies" / body_file(name), mesh);
}

/// Of a ball, those of the octahedron inside it: there may be hundred thousands.
static std::vector<Vector3> corners_of_grain(const Cloud& cloud, std::size_t grain) {
  std::vector<Vector3> corners;
  const Geometry shape = cloud.shape_of(grain);
  if (const auto* box = std::get_if<Box>(&shape)) {
    corners = CornersOf()(*box);
  } else {
    for (int k = 0; k < 6; ++k) corners.emplace_back((k & 1 ? 1.0 : -1.0) * cloud.radius() * Vector3::Unit(k / 2));
  }
  for (Vector3& corner : corners) corner += cloud.centres()[grain];
  return corners;
}

TriangleMesh drawn_mesh(std::span<const Collider> bodies) {
  std::vector<Vector3> vertices;
  std::vector<Triangle> triangles;
  for (const Collider& body : bodies) {
    const auto first = static_cast<Index>(vertices.size());
    const auto take = [&](const auto& surface) {
      for (const Vector3& p : surface.vertices()) vertices.push_back(body.placement * p);
      for (const Triangle& t : surface.triangles()) triangles.push_back({t[0] + first, t[1] + first, t[2] + first});
    };
    if (const auto* mesh = std::get_if<MeshPointer>(&body.geometry)) {
      take(**mesh);
    } else if (const auto* cloud = std::get_if<CloudPointer>(&body.geometry)) {
      for (std::size_t k = 0; k < (*cloud)->size(); ++k) {
        const auto here = static_cast<Index>(vertices.size());
        const ConvexHull grain(corners_of_grain(**cloud, k));
        for (const Vector3& p : grain.vertices()) vertices.push_back(body.placement * p);
        for (const Triangle& t : grain.triangles()) triangles.push_back({t[0] + here, t[1] + here, t[2] + here});
      }
    } else {
      take(ConvexHull(std::visit(CornersOf(), body.geometry)));
    }
  }
  return TriangleMesh(std::move(vertices), std::move(triangles));
}

void Recording::add_body(std::string_view name, std::span<const Collider> bodies) {
  add_body(name, drawn_mesh(bodies));
}

void Recording::add_pose(int step, std::string_view name, const RecordedPose& pose) {
  const auto& [at, q] = pose;
  poses_->out() << fmt::format("{},{},{},{},{},{},{},{},{}\n", step, csv_field(name), at.x(), at.y(), at.z(), q[0],
                               q[1], q[2], q[3]);
}

void Recording::add_contact(int step, std::string_view a, std::string_view b) {
  contacts_->out() << fmt::format("{},{},{}\n", step, csv_field(a), csv_field(b));
}

std::unique_ptr<ResultStream> Recording::open(std::string_view file, std::string_view header) const {
  const std::string target = (fs::path(folder_) / file).string();
  require_no_input(target, "--record");
  auto stream = std::make_unique<ResultStream>(target, "--record");
  stream->out() << header << '\n';
  return stream;
}

void Recording::finish(const std::string& summary_json) {
  poses_->close();
  contacts_->close();
  write_result((fs::path(folder_) / "summary.json").string(), "--record", summary_json);
}

}  // namespace tocca::cli
