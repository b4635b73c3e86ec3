#include "scenes/solids.hpp"

#include <Eigen/Geometry>
#include <cmath>

namespace tocca::scenes {

namespace {

/// The triangles between two rings of `sides` points that start at vertex `lower` and `upper`.
void join_rings(Solid& solid, Index lower, Index upper, Index sides) {
  for (Index i = 0; i < sides; ++i) {
    const Index next = (i + 1) % sides;
    solid.triangles.push_back({lower + i, lower + next, upper + next});
    solid.triangles.push_back({lower + i, upper + next, upper + i});
  }
}

/// Closes the ring at `start`: towards a tip or by a fan from its first point. `facing_back` for the first ring.
void close_end(Solid& solid, Index start, Index sides, const std::optional<Vector3>& tip, bool facing_back) {
  auto emit = [&](Index a, Index b, Index c) {
    if (facing_back) std::swap(b, c);
    solid.triangles.push_back({a, b, c});
  };
  if (tip) {
    const auto apex = static_cast<Index>(solid.vertices.size());
    solid.vertices.push_back(*tip);
    for (Index i = 0; i < sides; ++i) emit(apex, start + i, start + (i + 1) % sides);
  } else {
    for (Index i = 1; i + 1 < sides; ++i) emit(start, start + i, start + i + 1);
  }
}

Vector3 unit(const Vector3& v) { return v / std::sqrt(v.x() * v.x() + v.y() * v.y() + v.z() * v.z()); }

/// A direction at right angles to `axis`: from the coordinate axis that is least along it.
Vector3 any_normal(const Vector3& axis) {
  const Vector3 size = axis.cwiseAbs();
  const Vector3 seed = size.x() <= size.y() && size.x() <= size.z() ? Vector3::UnitX()
                       : size.y() <= size.z()                       ? Vector3::UnitY()
                                                                    : Vector3::UnitZ();
  return unit(axis.cross(seed));
}

}  // namespace

Solid& Solid::add(const Solid& other) {
  const auto offset = static_cast<Index>(vertices.size());
  vertices.insert(vertices.end(), other.vertices.begin(), other.vertices.end());
  for (const Triangle& t : other.triangles) triangles.push_back({t[0] + offset, t[1] + offset, t[2] + offset});
  return *this;
}

Solid Solid::warped(const std::function<Vector3(const Vector3&)>& place) const {
  Solid result = *this;
  for (Vector3& vertex : result.vertices) vertex = place(vertex);
  return result;
}

Solid Solid::moved(const Vector3& by) const {
  return warped([&](const Vector3& p) -> Vector3 { return p + by; });
}
Solid Solid::turned(const Matrix3& rotation) const {
  return warped([&](const Vector3& p) -> Vector3 { return rotation * p; });
}
Solid Solid::scaled(const Vector3& factors) const {
  return warped([&](const Vector3& p) -> Vector3 { return p.cwiseProduct(factors); });
}

Solid loft(const std::vector<Ring>& rings, const std::optional<Vector3>& first_tip,
           const std::optional<Vector3>& last_tip) {
  Solid solid;
  const auto sides = static_cast<Index>(rings.front().size());
  for (const Ring& ring : rings) solid.vertices.insert(solid.vertices.end(), ring.begin(), ring.end());
  const auto ring_count = static_cast<Index>(rings.size());
  for (Index k = 0; k + 1 < ring_count; ++k) join_rings(solid, k * sides, (k + 1) * sides, sides);
  close_end(solid, 0, sides, first_tip, true);
  close_end(solid, (ring_count - 1) * sides, sides, last_tip, false);
  return solid;
}

Solid loft_loop(const std::vector<Ring>& rings) {
  Solid solid;
  const auto sides = static_cast<Index>(rings.front().size());
  for (const Ring& ring : rings) solid.vertices.insert(solid.vertices.end(), ring.begin(), ring.end());
  const auto ring_count = static_cast<Index>(rings.size());
  for (Index k = 0; k < ring_count; ++k) join_rings(solid, k * sides, ((k + 1) % ring_count) * sides, sides);
  return solid;
}

Ring circle(double radius, int sides, double height, double phase_turns) {
  Ring ring;
  for (int i = 0; i < sides; ++i) {
    const Eigen::Vector2d p = radius * on_circle(phase_turns + static_cast<double>(i) / sides);
    ring.emplace_back(p.x(), p.y(), height);
  }
  return ring;
}

Ring ellipse(const Vector3& centre, double rx, double ry, int sides) {
  Ring ring = circle(1.0, sides);
  for (Vector3& p : ring) p = centre + Vector3(rx * p.x(), ry * p.y(), 0.0);
  return ring;
}

Ring stadium(double first_radius, double last_radius, double length, int points_per_end, double height) {
  Ring ring;
  for (int end = 0; end < 2; ++end) {
    for (int i = 0; i < points_per_end; ++i) {
      const double turns = (end == 0 ? -0.25 : 0.25) + 0.5 * i / (points_per_end - 1);
      const Eigen::Vector2d p = (end == 0 ? last_radius : first_radius) * on_circle(turns);
      ring.emplace_back(p.x() + (end == 0 ? length : 0.0), p.y(), height);
    }
  }
  return ring;
}

Ring rounded_rectangle(double width, double depth, double corner, int corner_points, double height) {
  Ring ring;
  for (int quadrant = 0; quadrant < 4; ++quadrant) {
    const double x = (quadrant == 0 || quadrant == 3 ? 0.5 : -0.5), y = (quadrant < 2 ? 0.5 : -0.5);
    const Vector3 centre(x * (width - 2 * corner), y * (depth - 2 * corner), height);
    for (int i = 0; i < corner_points; ++i) {
      const double along = corner_points == 1 ? 0.125 : 0.25 * i / (corner_points - 1);
      const Eigen::Vector2d p = corner * on_circle(0.25 * quadrant + along);
      ring.push_back(centre + Vector3(p.x(), p.y(), 0.0));
    }
  }
  return ring;
}

Solid lathe(const std::vector<ProfilePoint>& profile, int sides) {
  std::vector<Ring> rings;
  for (const ProfilePoint& p : profile) {
    if (p.radius > 0.0) rings.push_back(circle(p.radius, sides, p.height));
  }
  std::optional<Vector3> first_tip, last_tip;
  if (profile.front().radius == 0.0) first_tip = Vector3(0, 0, profile.front().height);
  if (profile.back().radius == 0.0) last_tip = Vector3(0, 0, profile.back().height);
  return loft(rings, first_tip, last_tip);
}

Solid ring(const std::vector<ProfilePoint>& loop, int sides) {
  std::vector<Ring> rings;
  rings.reserve(loop.size());
  for (const ProfilePoint& p : loop) rings.push_back(circle(p.radius, sides, p.height));
  return loft_loop(rings);
}

Solid box(const Vector3& size) {
  const Vector3 h = 0.5 * size;
  return cells({-h.x(), h.x()}, {-h.y(), h.y()}, {-h.z(), h.z()}, [](int, int, int) { return true; });
}

Solid rounded_box(const Vector3& size, double bevel) {
  const double top = 0.5 * size.z();
  return loft({rounded_rectangle(size.x() - 2 * bevel, size.y() - 2 * bevel, 0.5 * bevel, 2, -top),
               rounded_rectangle(size.x(), size.y(), bevel, 2, -top + bevel),
               rounded_rectangle(size.x(), size.y(), bevel, 2, top - bevel),
               rounded_rectangle(size.x() - 2 * bevel, size.y() - 2 * bevel, 0.5 * bevel, 2, top)});
}

Solid cylinder(double radius, double length, int sides) {
  return lathe({{radius, -0.5 * length}, {radius, 0.5 * length}}, sides);
}

Solid bar(const Vector3& from, const Vector3& to, double radius, int sides) {
  return pipe({from, to}, radius, sides, 0.0, 0);
}

Solid ellipsoid(const Vector3& half_axes, int sides, int rings) {
  std::vector<ProfilePoint> profile{{0.0, -1.0}};
  for (int k = 1; k <= rings; ++k) {
    const Eigen::Vector2d p = on_circle(-0.25 + 0.5 * k / (rings + 1));
    profile.push_back({p.x(), p.y()});
  }
  profile.push_back({0.0, 1.0});
  return lathe(profile, sides).scaled(half_axes);
}

Solid torus(double radius, double wire_radius, int around, int section) {
  std::vector<ProfilePoint> loop;
  for (int i = 0; i < section; ++i) {
    const Eigen::Vector2d p = wire_radius * on_circle(static_cast<double>(i) / section);
    loop.push_back({radius + p.x(), p.y()});
  }
  return ring(loop, around);
}

Solid prism(const Ring& bottom, double height) {
  Ring top = bottom;
  for (Vector3& p : top) p.z() += height;
  return loft({bottom, top});
}

Solid star_prism(const Ring& bottom, double height) {
  Ring top = bottom;
  Vector3 centre = Vector3::Zero();
  for (Vector3& p : top) {
    centre += p / static_cast<double>(bottom.size());
    p.z() += height;
  }
  return loft({bottom, top}, centre, centre + Vector3(0, 0, height));
}

Solid pipe(const std::vector<Vector3>& corners, double radius, int sides, double bend_radius, int bend_pieces) {
  std::vector<Vector3> points{corners.front()}, tangents{unit(corners[1] - corners[0])};
  for (std::size_t k = 1; k + 1 < corners.size(); ++k) {
    const Vector3 in = unit(corners[k] - corners[k - 1]), out = unit(corners[k + 1] - corners[k]);
    if (in.dot(out) > 1.0 - 1e-9) {  // straight on: one ring will do
      points.push_back(corners[k]);
      tangents.push_back(in);
      continue;
    }
    // A circular arc as a rational Bezier curve: no angle is needed. Its middle weight is cos of half the turn.
    const double weight = std::sqrt(0.5 * (1.0 + in.dot(out)));
    const double reach = bend_radius * std::sqrt((1.0 - in.dot(out)) / (1.0 + in.dot(out)));  // R tan(half the turn)
    const Vector3 &b = corners[k], a = b - reach * in, c = b + reach * out;
    for (int i = 0; i <= bend_pieces; ++i) {
      const double t = static_cast<double>(i) / bend_pieces, s = 1.0 - t;
      const Vector3 left = (s * a + t * weight * b) / (s + t * weight);
      const Vector3 right = (s * weight * b + t * c) / (s * weight + t);
      const double left_weight = s * (s + t * weight), right_weight = t * (s * weight + t);
      points.push_back((left_weight * left + right_weight * right) / (left_weight + right_weight));
      tangents.push_back(unit(right - left));
    }
  }
  points.push_back(corners.back());
  tangents.push_back(unit(corners.back() - corners[corners.size() - 2]));

  std::vector<Ring> rings;
  Vector3 normal = any_normal(tangents.front());
  for (std::size_t k = 0; k < points.size(); ++k) {
    normal = unit(normal - normal.dot(tangents[k]) * tangents[k]);  // carried along without twist
    const Vector3 binormal = tangents[k].cross(normal);
    Ring ring = circle(radius, sides);
    for (Vector3& p : ring) p = points[k] + p.x() * normal + p.y() * binormal;
    rings.push_back(std::move(ring));
  }
  return loft(rings);
}

std::vector<double> steps(double from, double to, int count) {
  std::vector<double> values;
  for (int k = 0; k <= count; ++k) values.push_back(from + (to - from) * k / count);
  return values;
}

Solid limb(const std::vector<Station>& stations, int sides, int rings) {
  // Catmull-Rom through the stations, evenly in station number; ends are rounded by shrinking towards the poles.
  const auto last = static_cast<int>(stations.size()) - 1;
  auto station = [&](int k) -> Eigen::Matrix<double, 5, 1> {
    const Station& s = stations[static_cast<std::size_t>(std::min(std::max(k, 0), last))];
    return (Eigen::Matrix<double, 5, 1>() << s.height, s.rx, s.ry, s.x, s.y).finished();
  };
  std::vector<Ring> loops;
  for (int k = 0; k < rings; ++k) {
    const double along = last * static_cast<double>(k) / (rings - 1);
    const int i = std::min(static_cast<int>(along), last - 1);
    const double t = along - i;
    const Eigen::Matrix<double, 5, 1> p0 = station(i - 1), p1 = station(i), p2 = station(i + 1), p3 = station(i + 2);
    const Eigen::Matrix<double, 5, 1> s =
        p1 + 0.5 * t * ((p2 - p0) + t * ((2 * p0 - 5 * p1 + 4 * p2 - p3) + t * (3 * (p1 - p2) + p3 - p0)));
    loops.push_back(ellipse(Vector3(s(3), s(4), s(0)), s(1), s(2), sides));
  }
  const Station &bottom = stations.front(), &top = stations.back();
  return loft(loops, Vector3(bottom.x, bottom.y, bottom.height - 0.25 * std::min(bottom.rx, bottom.ry)),
              Vector3(top.x, top.y, top.height + 0.25 * std::min(top.rx, top.ry)));
}

}  // namespace tocca::scenes
