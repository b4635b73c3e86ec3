#include "tocca/scenes/polytopes.hpp"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "random.hpp"
#include "tocca/core/error.hpp"
#include "tocca/io/scene.hpp"
#include "tocca/shape/convex_hull.hpp"
#include "write.hpp"

namespace tocca {

namespace {

using scenes::Random;
using scenes::rounded;
using scenes::Solid;

constexpr int shape_count = 32;      // distinct meshes; bodies share them
constexpr double body_radius = 0.1;  // metres, the longest half axis

/// The hull of the corners as they will be stored. The order in which the hull is found depends on how heights round,
/// so its triangles are put in an order that depends on their corners alone.
Solid convex_hull(const std::vector<Vector3>& corners) {
  const ConvexHull hull(corners);
  Solid solid{hull.vertices(), hull.triangles()};
  for (Triangle& t : solid.triangles) std::rotate(t.begin(), std::min_element(t.begin(), t.end()), t.end());
  std::sort(solid.triangles.begin(), solid.triangles.end());
  return solid;
}

/// `faces` triangles: a triangulated sphere of v corners has 2 v - 4.
Solid polytope(int faces, Random& random) {
  const int corner_count = faces / 2 + 2;
  std::vector<Vector3> corners{random.direction()};
  while (static_cast<int>(corners.size()) < corner_count) {
    // Of ten candidates the one farthest from all others: even, yet no two shapes alike.
    Vector3 best;
    double best_gap = -1;
    for (int k = 0; k < 10; ++k) {
      const Vector3 candidate = random.direction();
      double gap = 4;
      for (const Vector3& other : corners) gap = std::min(gap, (candidate - other).squaredNorm());
      if (gap > best_gap) {
        best = candidate;
        best_gap = gap;
      }
    }
    corners.push_back(best);
  }
  const double width = random.between(0.55, 1.0), height = random.between(0.55, 1.0);
  for (Vector3& p : corners) {
    p = body_radius * Vector3(p.x(), width * p.y(), height * p.z());
    for (double& x : p) x = rounded(x);
  }
  return convex_hull(corners);
}

double volume(const Solid& solid) {
  double six_volumes = 0;
  for (const Triangle& t : solid.triangles) {
    six_volumes += solid.vertices[t[0]].dot(solid.vertices[t[1]].cross(solid.vertices[t[2]]));
  }
  return six_volumes / 6;
}

/// Random places in a cube, no two nearer than `apart`; cells of that size make the search quick.
class Scatter {
 public:
  Scatter(double half_size, double apart) : half_size_(half_size), apart_(apart) {}

  Vector3 next(Random& random) {
    for (;;) {
      Vector3 p;
      for (int axis = 0; axis < 3; ++axis) p[axis] = rounded(random.between(-half_size_, half_size_));
      if (!is_crowded(p)) {
        cells_[cell_of(p)].push_back(p);
        return p;
      }
    }
  }

 private:
  using Cell = std::array<int, 3>;
  Cell cell_of(const Vector3& p) const {
    auto along = [&](double x) { return static_cast<int>(std::floor((x + half_size_) / apart_)); };
    return {along(p.x()), along(p.y()), along(p.z())};
  }
  bool is_crowded(const Vector3& p) const {
    const Cell middle = cell_of(p);
    for (int n = 0; n < 27; ++n) {
      const auto found = cells_.find({middle[0] + n % 3 - 1, middle[1] + n / 3 % 3 - 1, middle[2] + n / 9 - 1});
      if (found == cells_.end()) continue;
      for (const Vector3& other : found->second) {
        if ((p - other).squaredNorm() < apart_ * apart_) return true;
      }
    }
    return false;
  }

  double half_size_, apart_;
  std::map<Cell, std::vector<Vector3>> cells_;
};

void require(bool holds, const char* place, const char* problem, const char* remedy) {
  if (!holds) throw InputError("", place, problem, remedy);
}

}  // namespace

std::vector<std::filesystem::path> write_polytopes(const PolytopeWorld& world, const std::filesystem::path& folder) {
  require(world.count >= 1 && world.count <= 100'000, "polytopes", "the number of bodies is out of range",
          "give 1 to 100000");
  require(world.faces >= 4 && world.faces % 2 == 0 && world.faces <= 2'000, "polytopes",
          "the number of faces is out of range", "give an even number from 4 to 2000");
  require(world.density_percent > 0 && world.density_percent <= 10, "polytopes", "the density is out of range",
          "give a percentage above 0, at most 10");
  scenes::make_folder(folder);

  Random random(world.seed);
  std::vector<MeshPointer> meshes;
  double mean_volume = 0;
  for (int k = 0; k < shape_count; ++k) {
    const Solid shape = polytope(world.faces, random);
    mean_volume += volume(shape) / shape_count;
    meshes.push_back(scenes::mesh_of(shape));
  }
  const double box_size = rounded(std::cbrt(world.count * mean_volume / (0.01 * world.density_percent)));
  // A few bodies in a small box would find no place apart: then the box is larger than the density asks for.
  const double half = rounded(std::max(0.5 * box_size, body_radius * (1.0 + 1.2 * std::cbrt(world.count))));
  Scatter scatter(half - body_radius, 2.002 * body_radius);

  Scene scene;
  std::string rows = "body,x,y,z,qx,qy,qz,qw,vx,vy,vz,wx,wy,wz\n";
  for (int k = 0; k < world.count; ++k) {
    const std::string name = fmt::format("body_{:05}", k);
    const Vector3 at = scatter.next(random);
    Eigen::Vector4d q = random.unit_quaternion();
    for (int i = 0; i < 4; ++i) q[i] = rounded(q[i]);
    const Vector3 v = random.direction() * (0.01 * world.speed_percent * body_radius);
    const Vector3 w = random.direction() * (world.spin_degrees * scenes::radians_per_degree);
    rows +=
        fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", name, at.x(), at.y(), at.z(), q[0], q[1], q[2], q[3],
                    rounded(v.x()), rounded(v.y()), rounded(v.z()), rounded(w.x()), rounded(w.y()), rounded(w.z()));
    scene.objects.push_back({name,
                             Pose::from_quaternion(at, q[0], q[1], q[2], q[3]),
                             {{Pose(), meshes[static_cast<std::size_t>(k % shape_count)]}}});
  }
  std::vector<std::filesystem::path> files = write_scene_json(folder / "scene.json", scene);
  scenes::write_text(folder / "bodies.csv", rows);
  scenes::write_text(
      folder / "world.json",
      fmt::format("{{\"count\":{},\"faces\":{},\"speed_percent\":{},\"spin_degrees\":{},"
                  "\"density_percent\":{},\"seed\":{},\"box\":{{\"min\":[{},{},{}],\"max\":[{},{},{}]}}}}\n",
                  world.count, world.faces, world.speed_percent, world.spin_degrees, world.density_percent, world.seed,
                  -half, -half, -half, half, half, half));
  files.insert(files.begin() + 1, {folder / "bodies.csv", folder / "world.json"});
  return files;
}

}  // namespace tocca
