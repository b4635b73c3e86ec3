#include "tocca/shape/lss.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>
#include <vector>

#include "shape/bounding_volume.hpp"
#include "shape/enclosing_circle.hpp"
#include "shape/rounding.hpp"
#include "shape/tight_frame.hpp"
#include "tocca/core/require.hpp"

namespace tocca {

static_assert(BoundingVolume<Lss>);

namespace {

/// Never less than the distance of p from the segment. The segment's point q = a + s (b - a), for whatever s in [0, 1]
/// the rounded projection gave, is not farther than the nearest one. The computed p - q has in each coordinate an error
/// of at most w |p - a| (difference), 2 w |b - a| (difference, product) and w (|p - a| + |b - a|) (last difference): to
/// first order 3 w (|p - a| + |b - a|) in the maximum norm, hence below 8 w of it in length (sqrt 3 * 3 < 6).
double distance_above(const Vector3& p, const Vector3& a, const Vector3& b) {
  const Vector3 d = p - a, side = b - a;
  const double length_sq = side.squaredNorm();
  const double s = length_sq > 0.0 ? std::clamp(d.dot(side) / length_sq, 0.0, 1.0) : 0.0;
  const double error = 8.0 * unit_roundoff * (d.cwiseAbs().maxCoeff() + side.cwiseAbs().maxCoeff());
  return (norm_above(d - s * side) + error) * (1.0 + 4.0 * unit_roundoff);
}

struct FittedLine {
  Vector3 origin, axis;

  /// Two unit vectors that complete the axis to a frame.
  std::array<Vector3, 2> across() const {
    int smallest = 0;
    axis.cwiseAbs().minCoeff(&smallest);
    const Vector3 u = axis.cross(Vector3::Unit(smallest)).normalized();
    return {u, axis.cross(u)};
  }
};

/// The segment along the axis through the centre of the circle around the points' shadows; its ends are drawn in as far
/// as the caps still reach every point. The radius is measured from the stored ends: it holds whatever was rounded.
Lss along(std::span<const Vector3> points, const FittedLine& line) {
  const auto [u, v] = line.across();
  const auto shadow = [&, u = u, v = v](const Vector3& p) {
    return Vector2(u.dot(p - line.origin), v.dot(p - line.origin));
  };
  const Circle circle = enclosing_circle(points.size(), [&](std::size_t i) { return shadow(points[i]); });
  double first = std::numeric_limits<double>::infinity(), last = -first;
  for (const Vector3& p : points) {
    const double off_sq = (shadow(p) - circle.center).squaredNorm();
    const double cap = std::sqrt(std::max(0.0, circle.radius * circle.radius - off_sq));
    const double at = line.axis.dot(p - line.origin);
    first = std::min(first, at + cap);
    last = std::max(last, at - cap);
  }
  if (first > last) first = last = 0.5 * (first + last);  // caps that overlap: a ball is enough
  const Vector3 middle = line.origin + circle.center.x() * u + circle.center.y() * v;
  Lss lss{middle + first * line.axis, middle + last * line.axis, 0.0};
  for (const Vector3& p : points) lss.radius = std::max(lss.radius, distance_above(p, lss.a, lss.b));
  return lss;
}

/// A better axis: through the centres of the circles around the shadows of the two outer thirds.
std::optional<FittedLine> straightened(std::span<const Vector3> points, const FittedLine& line) {
  const auto [u, v] = line.across();
  double first = std::numeric_limits<double>::infinity(), last = -first;
  for (const Vector3& p : points) {
    const double at = line.axis.dot(p - line.origin);
    first = std::min(first, at);
    last = std::max(last, at);
  }
  const double third = (last - first) / 3.0;
  std::vector<Vector2> shadows;
  std::array<Vector3, 2> center;
  for (const bool upper : {false, true}) {
    shadows.clear();
    for (const Vector3& p : points) {
      const Vector3 d = p - line.origin;
      const double at = line.axis.dot(d);
      if (upper ? at >= last - third : at <= first + third) shadows.emplace_back(u.dot(d), v.dot(d));
    }
    const Circle circle = enclosing_circle(shadows.size(), [&](std::size_t i) { return shadows[i]; });
    center[upper] = circle.center.x() * u + circle.center.y() * v + (upper ? 2.0 * third : 0.0) * line.axis;
  }
  const double length = (center[1] - center[0]).norm();
  if (!(length > 0.0) || !std::isfinite(length)) return std::nullopt;
  return FittedLine{line.origin, (center[1] - center[0]) / length};
}

}  // namespace

Lss Lss::fit(std::span<const Vector3> points) {
  TOCCA_REQUIRE(!points.empty(), "a volume needs at least one point");
  const Matrix3 frame = tight_frame(points);
  Lss best{};
  std::optional<FittedLine> line;
  for (int i = 0; i < 3; ++i) {
    const FittedLine candidate{points.front(), frame.col(i)};
    const Lss lss = along(points, candidate);
    if (line && lss.surface() >= best.surface()) continue;
    best = lss;
    line = candidate;
  }
  for (int round = 0; round < 4; ++round) {
    line = straightened(points, *line);
    if (!line) break;
    const Lss lss = along(points, *line);
    if (!(lss.surface() < best.surface())) break;
    best = lss;
  }
  return best;
}

Lss Lss::dilated(double by) const {
  TOCCA_REQUIRE(by >= 0.0, "a volume cannot be dilated by less than 0");
  return {a, b, by == 0.0 ? radius : above(radius + by)};
}

bool Lss::contains(const Vector3& point) const { return distance_above(point, a, b) <= radius; }

Interval Lss::extent(const Vector3& axis) const {
  const double reach = norm_above(axis) * radius;
  const Interval at_a = projection(axis, a, reach), at_b = projection(axis, b, reach);
  return {std::min(at_a.lo, at_b.lo), std::max(at_a.hi, at_b.hi)};
}

Matrix3 Lss::frame() const {
  const Vector3 side = b - a;
  const double length = side.norm();
  if (!(length > 0.0)) return Matrix3::Identity();
  Matrix3 result;
  result.col(0) = side / length;
  const auto across = FittedLine{a, result.col(0)}.across();
  result.col(1) = across[0];
  result.col(2) = across[1];
  return result;
}

double Lss::volume() const { return std::numbers::pi * radius * radius * ((b - a).norm() + 4.0 / 3.0 * radius); }

double Lss::surface() const { return 2.0 * std::numbers::pi * radius * ((b - a).norm() + 2.0 * radius); }

}  // namespace tocca
