#include "shape/rss.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "shape/rounding.hpp"
#include "shape/tight_frame.hpp"
#include "tocca/core/require.hpp"

namespace tocca {

static_assert(BoundingVolume<Rss>);

namespace {

/// Never less than the distance of p from the rectangle. Its point q = c + s side_0 + t side_1, for whatever s, t
/// within the half sizes the rounded projection gave, is not farther than the nearest one. The computed p - q has in
/// each coordinate an error of at most w |p - c| (difference) + w (|s| + |t|) (products; sides are at most 1 + 1e-7
/// long) + 2 w (|p - c| + |s| + |t|) (two differences): below 4 w of the sum in the maximum norm, 8 w of it in length.
double distance_above(const Vector3& p, const Rss& rss) {
  const Vector3 d = p - rss.center;
  const Vector3 side_0 = rss.sides.col(0).cast<double>(), side_1 = rss.sides.col(1).cast<double>();
  const double a = rss.half[0], b = rss.half[1];
  const double s = std::clamp(side_0.dot(d), -a, a), t = std::clamp(side_1.dot(d), -b, b);
  const double error = 8.0 * unit_roundoff * (d.cwiseAbs().maxCoeff() + a + b);
  return (norm_above(d - s * side_0 - t * side_1) + error) * (1.0 + 4.0 * unit_roundoff);
}

/// The rectangle's interval along one side, grown in as far as the rounded border still reaches every point.
struct Side {
  double first = std::numeric_limits<double>::infinity(), last = -first;

  void reach(double at, double cap) {
    first = std::min(first, at + cap);
    last = std::max(last, at - cap);
  }
  void settle() {
    if (first > last) first = last = 0.5 * (first + last);
  }
  /// How far `at` lies beyond an end: negative before the first, positive after the last.
  double beyond(double at) const { return at < first ? at - first : at > last ? at - last : 0.0; }
  void grow(double beyond, double by) {
    if (beyond < 0.0) first -= by;
    if (beyond > 0.0) last += by;
  }
};

/// Rectangle normal to the frame's third axis, radius half the thickness along it (after Larsen, Gottschalk, Lin and
/// Manocha 1999): sides drawn in by the rounded border, then pushed out diagonally where a corner leaves a point bare.
Rss normal_to(std::span<const Vector3> points, const Vector3& u, const Vector3& v, const Vector3& normal) {
  const Vector3& origin = points.front();
  double bottom = 0.0, top = 0.0;
  for (const Vector3& p : points) {
    bottom = std::min(bottom, normal.dot(p - origin));
    top = std::max(top, normal.dot(p - origin));
  }
  const double middle = 0.5 * (bottom + top), thickness = 0.5 * (top - bottom);
  const auto cap_sq = [&](const Vector3& d) {
    const double off = normal.dot(d) - middle;
    return std::max(0.0, thickness * thickness - off * off);
  };
  Side x, y;
  for (const Vector3& p : points) {
    const Vector3 d = p - origin;
    const double cap = std::sqrt(cap_sq(d));
    x.reach(u.dot(d), cap);
    y.reach(v.dot(d), cap);
  }
  x.settle(), y.settle();
  for (const Vector3& p : points) {
    const Vector3 d = p - origin;
    const double over_x = x.beyond(u.dot(d)), over_y = y.beyond(v.dot(d));
    const double dx = std::abs(over_x), dy = std::abs(over_y), allowed = cap_sq(d);
    if (dx == 0.0 || dy == 0.0 || dx * dx + dy * dy <= allowed) continue;
    // (dx - t)^2 + (dy - t)^2 = allowed: both sides move out by the smaller root t.
    const double by = 0.5 * (dx + dy - std::sqrt(std::max(0.0, 2.0 * allowed - (dx - dy) * (dx - dy))));
    x.grow(over_x, by);
    y.grow(over_y, by);
  }
  Rss rss;
  rss.center = origin + 0.5 * (x.first + x.last) * u + 0.5 * (y.first + y.last) * v + middle * normal;
  rss.sides << u.cast<float>(), v.cast<float>();
  rss.half = {float_above(0.5 * (x.last - x.first)), float_above(0.5 * (y.last - y.first))};
  double radius = 0.0;
  for (const Vector3& p : points) radius = std::max(radius, distance_above(p, rss));
  rss.radius = float_above(radius);
  return rss;
}

}  // namespace

Rss Rss::fit(std::span<const Vector3> points) {
  TOCCA_REQUIRE(!points.empty(), "a volume needs at least one point");
  return fit(points, tight_frame(points));
}

Rss Rss::fit(std::span<const Vector3> points, const Matrix3& frame) {
  TOCCA_REQUIRE(!points.empty(), "a volume needs at least one point");
  Rss best{};
  for (int i = 0; i < 3; ++i) {
    const Rss rss = normal_to(points, frame.col((i + 1) % 3), frame.col((i + 2) % 3), frame.col(i));
    if (i == 0 || rss.surface() < best.surface()) best = rss;
  }
  return best;
}

Rss Rss::dilated(double by) const {
  TOCCA_REQUIRE(by >= 0.0, "a volume cannot be dilated by less than 0");
  Rss rss = *this;
  if (by != 0.0) rss.radius = float_above(above(static_cast<double>(radius) + by));
  return rss;
}

bool Rss::contains(const Vector3& point) const { return distance_above(point, *this) <= static_cast<double>(radius); }

Interval Rss::extent(const Vector3& axis) const {
  double reach = norm_above(axis) * static_cast<double>(radius);
  for (int i = 0; i < 2; ++i) {  // as for Obb::extent: the error of a dot product is added
    const Vector3 side = sides.col(i).cast<double>();
    const double dot_error = 4.0 * unit_roundoff * axis.cwiseAbs().dot(side.cwiseAbs()) + underflow_slack;
    reach += static_cast<double>(half[i]) * (std::abs(axis.dot(side)) + dot_error);
  }
  return projection(axis, center, reach);
}

Matrix3 Rss::frame() const {
  Matrix3 result;
  result.col(0) = sides.col(0).cast<double>();
  result.col(1) = sides.col(1).cast<double>();
  result.col(2) = result.col(0).cross(result.col(1));
  return result;
}

// The rectangle's area and perimeter; its border is swept into half cylinders and quarter balls.
double Rss::volume() const {
  const double a = half[0], b = half[1], r = radius, area = 4.0 * a * b, perimeter = 4.0 * (a + b);
  return 2.0 * r * area + 0.5 * std::numbers::pi * r * r * perimeter + 4.0 / 3.0 * std::numbers::pi * r * r * r;
}

double Rss::surface() const {
  const double a = half[0], b = half[1], r = radius, area = 4.0 * a * b, perimeter = 4.0 * (a + b);
  return 2.0 * area + std::numbers::pi * r * perimeter + 4.0 * std::numbers::pi * r * r;
}

}  // namespace tocca
