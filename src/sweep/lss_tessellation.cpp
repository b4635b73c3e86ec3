#include "sweep/lss_tessellation.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/rounding.hpp"
#include "tocca/core/require.hpp"

namespace tocca {
namespace {

/// Triangles thinner than this, relative to their longest side, have no offset faces: all of their points are so near
/// to a side that the pipes hold them.
constexpr double thinnest = 1e-6;
constexpr int fewest_sides = 8, most_sides = 64;

/// The least multiple of four with radius (2 pi / sides)^2 / 8 <= tolerance: Filip's bound for a circle, whose second
/// derivative is its radius.
int sides_for(double radius_m, double tolerance_m) {
  const double wanted = std::numbers::pi * std::sqrt(radius_m / (2.0 * tolerance_m));
  if (!(wanted < most_sides)) return most_sides;
  return std::max(4 * static_cast<int>(std::ceil(wanted / 4.0)), fewest_sides);
}

/// The points of a unit circle with `sides` corners, and of a quarter of it.
class CircleDirections {
 public:
  explicit CircleDirections(int sides) : sides_(sides) {
    for (int i = 0; i < sides; ++i)
      circle_.push_back({std::cos(2.0 * std::numbers::pi * i / sides), std::sin(2.0 * std::numbers::pi * i / sides)});
  }
  int sides() const { return sides_; }
  const Eigen::Vector2d& at(int i) const { return circle_[static_cast<std::size_t>(i % sides_)]; }
  /// A polygon around a circle, a polyhedron around a ball: how much farther away their corners are. A face between two
  /// meridians (2 pi / sides apart) and two parallels (as much apart) is at least cos(pi / sides)^2 times as far from
  /// the centre as its corners. A millionth of a millionth pays for rounding.
  double around_circle() const { return (1.0 + 1e-12) / std::cos(std::numbers::pi / sides_); }
  double around_ball() const { return around_circle() * around_circle(); }

 private:
  int sides_;
  std::vector<Eigen::Vector2d> circle_;
};

class MeshBuilder {
 public:
  MeshBuilder(double radius_m, const CircleDirections& directions, SweptMesh& mesh)
      : radius_m_(radius_m), directions_(directions), mesh_(mesh) {}

  void ball(const Vector3& centre) {
    const int sides = directions_.sides(), rings = sides / 2;
    const double size = radius_m_ * directions_.around_ball();
    const Index first = corner(centre - size * Vector3::UnitZ());
    for (int ring = 1; ring < rings; ++ring) {
      const Eigen::Vector2d& height = directions_.at(ring);  // cosine, sine of the angle from the lower pole
      for (int i = 0; i < sides; ++i) {
        const Eigen::Vector2d& c = directions_.at(i);
        corner(centre + size * Vector3(height.y() * c.x(), height.y() * c.y(), -height.x()));
      }
    }
    const Index top = corner(centre + size * Vector3::UnitZ());
    const auto at = [&](int ring, int i) { return first + 1 + static_cast<Index>((ring - 1) * sides + i % sides); };
    for (int i = 0; i < sides; ++i) {
      face(first, at(1, i + 1), at(1, i));
      for (int ring = 1; ring + 1 < rings; ++ring)
        quad(at(ring, i), at(ring, i + 1), at(ring + 1, i + 1), at(ring + 1, i));
      face(at(rings - 1, i), at(rings - 1, i + 1), top);
    }
  }

  /// A prism around the cylinder about the segment from p to q.
  void pipe(const Vector3& p, const Vector3& q) {
    const Vector3 axis = q - p;
    const double length = axis.norm();
    if (!(length > 0.0)) return;
    Eigen::Index least = 0;
    axis.cwiseAbs().minCoeff(&least);
    const Vector3 x = axis.cross(Vector3::Unit(least)).normalized(), y = axis.cross(x) / length;
    const int sides = directions_.sides();
    const double size = radius_m_ * directions_.around_circle();
    const auto first = static_cast<Index>(mesh_.vertices.size());
    for (int i = 0; i < sides; ++i) {
      const Vector3 away = size * (directions_.at(i).x() * x + directions_.at(i).y() * y);
      corner(p + away);
      corner(q + away);
    }
    const auto at = [&](int i, int end) { return first + static_cast<Index>(2 * (i % sides) + end); };
    for (int i = 0; i < sides; ++i) quad(at(i, 0), at(i + 1, 0), at(i + 1, 1), at(i, 1));
    for (int i = 1; i + 1 < sides; ++i) {
      face(at(0, 0), at(i + 1, 0), at(i, 0));
      face(at(0, 1), at(i, 1), at(i + 1, 1));
    }
  }

  /// Both offset faces of a triangle of the ruled surface.
  void slab(const Vector3& p, const Vector3& q, const Vector3& r) {
    const Vector3 normal = (q - p).cross(r - p);
    const double longest = std::max({(q - p).norm(), (r - p).norm(), (r - q).norm()}), area = normal.norm();
    if (!(area > thinnest * longest * longest)) return;
    const Vector3 away = (radius_m_ / area) * normal;
    const Index upper = corner(p + away);
    corner(q + away);
    corner(r + away);
    face(upper, upper + 1, upper + 2);
    const Index lower = corner(p - away);
    corner(q - away);
    corner(r - away);
    face(lower, lower + 2, lower + 1);
  }

 private:
  Index corner(const Vector3& p) {
    mesh_.vertices.push_back(p);
    return static_cast<Index>(mesh_.vertices.size() - 1);
  }
  void face(Index a, Index b, Index c) { mesh_.triangles.push_back({a, b, c}); }
  void quad(Index a, Index b, Index c, Index d) {
    face(a, b, c);
    face(a, c, d);
  }

  double radius_m_;
  const CircleDirections& directions_;
  SweptMesh& mesh_;
};

/// The corner between strips j - 1 and j of a ruling.
Vector3 on_ruling(std::span<const Vector3> ends, int j, int strips) {
  if (j == 0) return ends[0];
  return ends[0] + (static_cast<double>(j) / strips) * (ends[1] - ends[0]);
}

/// What the pieces are thicker by: triangles without faces, the rounding of normals (by `thinnest` at most 1e-9 of a
/// radian) and of points.
double thickening(const LssSweep& sweep, double radius_m) {
  double size = 0.0, longest = 0.0;
  const auto ends = sweep.ends(0, sweep.windows());
  for (std::size_t i = 0; i < ends.size(); ++i) {
    size = std::max(size, ends[i].norm());
    longest = std::max(longest, (ends[i] - ends[i ^ 1]).norm() / sweep.strips());
    if (i >= 2)
      longest = std::max(longest, (ends[i] - ends[i - 2]).norm() + (ends[i] - ends[i ^ 1]).norm() / sweep.strips());
  }
  return 2.0 * thinnest * longest + 1e-8 * radius_m + 64.0 * unit_roundoff * (size + radius_m);
}

void append_window(const LssSweep& sweep, int k, int strips, MeshBuilder& builder) {
  const auto ends = sweep.ends(k, k + 1);
  for (int j = 0; j <= strips; ++j) {
    const Vector3 from = on_ruling(ends.first(2), j, strips), to = on_ruling(ends.last(2), j, strips);
    builder.pipe(from, to);
    builder.ball(to);
    if (j == strips) break;
    const Vector3 next_from = on_ruling(ends.first(2), j + 1, strips), next_to = on_ruling(ends.last(2), j + 1, strips);
    builder.pipe(from, next_to);
    builder.pipe(to, next_to);
    builder.slab(from, to, next_to);
    builder.slab(from, next_to, next_from);
  }
}

}  // namespace

double append_tessellation(const LssSweep& sweep, double dilation_m, double tolerance_m, SweptMesh& mesh) {
  TOCCA_REQUIRE(sweep.error_m() < std::numeric_limits<double>::infinity(),
                "only a sweep of finite error has a surface");
  TOCCA_REQUIRE(dilation_m >= 0.0, "a sweep cannot be dilated by less than 0");
  TOCCA_REQUIRE(tolerance_m > 0.0, "the tolerance of a surface must be positive");
  const double thickness = sweep.radius_m(0, sweep.windows()) + dilation_m + sweep.twist_m() / sweep.strips();
  const double radius = rounded_up(thickness + thickening(sweep, thickness), 8.0);
  const CircleDirections directions(sides_for(radius, tolerance_m));
  MeshBuilder builder(radius, directions, mesh);
  const auto start = sweep.ends(0, 0);
  // A ball sweeps a pipe: no strip at all.
  const int strips = sweep.volume().a == sweep.volume().b ? 0 : sweep.strips();
  for (int j = 0; j <= strips; ++j) builder.ball(on_ruling(start, j, strips));
  for (int j = 0; j < strips; ++j) builder.pipe(on_ruling(start, j, strips), on_ruling(start, j + 1, strips));
  for (int k = 0; k < sweep.windows(); ++k) append_window(sweep, k, strips, builder);
  return rounded_up(radius * directions.around_ball(), 4.0);
}

}  // namespace tocca
