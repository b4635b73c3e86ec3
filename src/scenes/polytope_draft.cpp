#include "scenes/polytope_draft.hpp"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "core/require_input.hpp"
#include "scenes/random.hpp"
#include "scenes/write.hpp"
#include "tocca/core/error.hpp"

namespace tocca::scenes {

namespace {

constexpr int shape_count = 32;  // distinct meshes; bodies share them

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
  for (Vector3& p : corners) p = body_radius * Vector3(p.x(), width * p.y(), height * p.z());
  return hull_of(corners);
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

void require_valid(const PolytopeWorld& world) {
  require_input(world.count >= 1 && world.count <= 100'000, "polytopes", "the number of bodies is out of range",
                "give 1 to 100000");
  require_input(world.faces >= 4 && world.faces % 2 == 0 && world.faces <= 2'000, "polytopes",
                "the number of faces is out of range", "give an even number from 4 to 2000");
  require_input(world.density_percent >= 1e-6 && world.density_percent <= 10, "polytopes",
                "the density is out of range", "give a percentage from 1e-6 to 10");
  require_input(world.speed_percent >= 0 && world.speed_percent <= 1'000, "polytopes", "the speed is out of range",
                "give a percentage of the radius from 0 to 1000");
  // Half a turn and more would look like a turn the other way.
  require_input(world.spin_degrees >= 0 && world.spin_degrees < 180, "polytopes", "the spin is out of range",
                "give degrees from 0 to less than 180");
}

}  // namespace

std::string PolytopeDraft::name(std::size_t body) { return fmt::format("body_{:05}", body); }

PolytopeDraft draw_polytopes(const PolytopeWorld& world) {
  require_valid(world);
  Random random(world.seed);
  PolytopeDraft draft;
  double mean_volume = 0;
  std::vector<double> volumes;
  for (int k = 0; k < shape_count; ++k) {
    const Solid shape = polytope(world.faces, random);
    volumes.push_back(volume(shape));
    mean_volume += volumes.back() / shape_count;
    draft.meshes.push_back(mesh_of(shape));
  }
  const double box_size = rounded(std::cbrt(world.count * mean_volume / (0.01 * world.density_percent)));
  // A few bodies in a small box would find no place apart: then the box is larger than the density asks for.
  draft.half_size = rounded(std::max(0.5 * box_size, body_radius * (1.0 + 1.2 * std::cbrt(world.count))));
  Scatter scatter(draft.half_size - body_radius, 2.002 * body_radius);
  draft.bodies.reserve(static_cast<std::size_t>(world.count));
  const double box_volume = 8.0 * draft.half_size * draft.half_size * draft.half_size;
  for (int k = 0; k < world.count; ++k) {
    draft.fill += volumes[static_cast<std::size_t>(k % shape_count)] / box_volume;
    const Vector3 at = scatter.next(random);
    const Eigen::Vector4d q = random.unit_quaternion();
    const Vector3 v = random.direction() * (0.01 * world.speed_percent * body_radius);
    const Vector3 w = random.direction() * (world.spin_degrees * radians_per_degree);
    draft.bodies.push_back({k % shape_count,
                            at,
                            {rounded(q[0]), rounded(q[1]), rounded(q[2]), rounded(q[3])},
                            each_rounded(v),
                            each_rounded(w)});
  }
  return draft;
}

}  // namespace tocca::scenes
