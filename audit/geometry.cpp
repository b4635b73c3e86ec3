#include "audit/geometry.hpp"

#include "audit/reader.hpp"

namespace tocca::audit {
namespace {

/// |n| from above.
double length_of(const Vector& n) { return norm(n).hi; }

double middle(const Interval& x) { return x.lo + 0.5 * (x.hi - x.lo); }

/// The corners of a primitive that has any, or the points that its ball or discs sit on.
std::vector<Point> corners(const Collider& collider) {
  const Point& s = collider.size;
  switch (collider.shape) {
    case Shape::sphere:
      return {{0.0, 0.0, 0.0}};
    case Shape::capsule:
    case Shape::cylinder:
      return {{0.0, 0.0, -0.5 * s[1]}, {0.0, 0.0, 0.5 * s[1]}};
    case Shape::cone:
      return {{0.0, 0.0, 0.5 * s[1]}, {0.0, 0.0, -0.5 * s[1]}};  // the tip, then the disc's centre
    case Shape::box: {
      std::vector<Point> result;
      for (unsigned i = 0; i < 8; ++i) {
        result.push_back(
            {i & 1 ? 0.5 * s[0] : -0.5 * s[0], i & 2 ? 0.5 * s[1] : -0.5 * s[1], i & 4 ? 0.5 * s[2] : -0.5 * s[2]});
      }
      return result;
    }
    case Shape::hull:
    case Shape::mesh:
      break;
  }
  return collider.vertices;
}

}  // namespace

std::size_t point_count(const Collider& collider) { return corners(collider).size(); }

Map enclose(const Placement& placement) {
  return {{enclose(placement.rotation[0]), enclose(placement.rotation[1]), enclose(placement.rotation[2])},
          enclose(placement.translation)};
}

double gain(const Placement& placement, const std::string& where) {
  const Map map = enclose(placement);
  Interval sum = 0.0;  // of the squares of R^T R - I, which bounds its norm
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      Interval entry = i == j ? -1.0 : 0.0;
      for (std::size_t k = 0; k < 3; ++k) entry = entry + map.rotation[k][i] * map.rotation[k][j];
      sum = sum + square(entry);
    }
  }
  const Interval off = root(sum);
  if (!(off.hi <= 1e-6)) throw Rejected(where + ": a placement is not a rotation");
  return root(Interval(1.0) + Interval(off.hi)).hi;
}

Geometry::Geometry(const Group& group, const std::string& name) : group_(group) {
  for (const Body& body : group.bodies) {
    for (const Collider& collider : body.colliders) add(body, collider);
  }
  measure();
  require_boxes(name);
}

void Geometry::add_points(const Collider& collider, const Map& map) {
  for (const Point& corner : corners(collider)) {
    const Vector place = mapped(map, enclose(corner));
    const Point stored{middle(place[0]), middle(place[1]), middle(place[2])};
    spread_ = greatest(spread_, norm(place - enclose(stored)).hi);
    points_.push_back(stored);
  }
}

void Geometry::add(const Body& body, const Collider& collider) {
  const auto first_point = static_cast<std::uint32_t>(points_.size());
  const Map map = enclose(body.placement) * enclose(collider.placement);
  const std::string where = "body " + body.name;
  const double stretch = up(gain(body.placement, where) * gain(collider.placement, where));
  add_points(collider, map);
  const auto count = static_cast<std::uint32_t>(points_.size()) - first_point;
  if (collider.shape == Shape::mesh) {
    for (const auto& triangle : collider.triangles) {
      items_.push_back({static_cast<std::uint32_t>(index_.size()), 3, 0, 0, 0.0});
      for (const std::uint32_t vertex : triangle) index_.push_back(first_point + vertex);
    }
    return;
  }
  Item item{static_cast<std::uint32_t>(index_.size()), count, static_cast<std::uint32_t>(discs_.size()), 0, 0.0};
  if (collider.shape == Shape::sphere || collider.shape == Shape::capsule) item.ball = up(collider.size[0] * stretch);
  if (collider.shape == Shape::cylinder || collider.shape == Shape::cone) {
    item.discs = collider.shape == Shape::cylinder ? 2 : 1;
    item.points = collider.shape == Shape::cylinder ? 0 : 1;
    const Interval radius = collider.size[0];
    const Vector u = turn(map, {radius, 0.0, 0.0}), v = turn(map, {0.0, radius, 0.0});
    for (std::uint32_t k = 2 - item.discs; k < 2; ++k) discs_.push_back({first_point + k, u, v});
  }
  for (std::uint32_t i = 0; i < item.points; ++i) index_.push_back(first_point + i);
  items_.push_back(item);
}

/// A ball around the middle of the box of all points.
void Geometry::measure() {
  Point low = points_.front(), high = low;
  for (const Point& p : points_) {
    for (std::size_t i = 0; i < 3; ++i) {
      low[i] = std::min(low[i], p[i]);
      high[i] = std::max(high[i], p[i]);
    }
  }
  for (std::size_t i = 0; i < 3; ++i) centre_[i] = low[i] + 0.5 * (high[i] - low[i]);
  double around = 0.0, grown = 0.0;
  for (const Point& p : points_) around = greatest(around, norm(enclose(p) - enclose(centre_)).hi);
  for (const Item& item : items_) grown = greatest(grown, item.ball);
  for (const Disc& disc : discs_) grown = greatest(grown, up(length_of(disc.u) + length_of(disc.v)));
  radius_ = up(up(around + grown) + spread_);
  farthest_ = up(radius_ + norm(enclose(centre_)).hi);
}

Vector Geometry::point(std::uint32_t number) const {
  const Interval off(-spread_, spread_);
  const Vector stored = enclose(points_[number]);
  return {stored[0] + off, stored[1] + off, stored[2] + off};
}

double Geometry::reach(const Item& item, const Vector& n, double length) const {
  double most = -std::numeric_limits<double>::infinity();
  for (std::uint32_t i = item.first; i < item.first + item.points; ++i) {
    most = greatest(most, dot(n, enclose(points_[index_[i]])).hi);
  }
  for (std::uint32_t k = item.disc; k < item.disc + item.discs; ++k) {
    const Disc& disc = discs_[k];
    const Interval across = root(square(dot(n, disc.u)) + square(dot(n, disc.v)));
    most = greatest(most, (dot(n, enclose(points_[disc.centre])) + across).hi);
  }
  return up(most + up(length * up(item.ball + spread_)));
}

/// n = sum of (n . axis) axis + rest: along the axes the box bounds p, along the rest its distance from the origin does. So nothing is
/// assumed about the axes; unless they are nearly orthonormal the rest is large and the leaf fails.
double Geometry::reach(std::uint32_t number, const Vector& n) const {
  const Range& range = group_.ranges[number];
  const double length = length_of(n);
  if (!range.boxed) {
    double most = -std::numeric_limits<double>::infinity();
    for (std::uint32_t i = range.begin; i < range.begin + range.count; ++i) {
      most = greatest(most, reach(items_[group_.order[i]], n, length));
    }
    return most;
  }
  Vector rest = n;
  Interval sum = 0.0;
  for (std::size_t i = 0; i < 3; ++i) {
    const Vector axis = enclose(range.axes[i]);
    const Interval along = dot(n, axis);
    rest = rest - along * axis;
    sum = sum + along * Interval(range.low[i], range.high[i]);
  }
  return up(sum.hi + up(length_of(rest) * farthest_));
}

/// In doubles: a product of three terms is off by at most 2^-51 |axis| |p|. Discs are left to reach().
void Geometry::require_boxes(const std::string& name) const {
  for (const Range& range : group_.ranges) {
    for (std::size_t i = 0; i < 3 && range.boxed; ++i) {
      const Vector axis = enclose(range.axes[i]), back{-axis[0], -axis[1], -axis[2]};
      const double x = axis[0].lo, y = axis[1].lo, z = axis[2].lo, length = length_of(axis);
      const double off = up(length * up(up(farthest_ * 0x1p-51) + spread_));
      for (std::uint32_t k = range.begin; k < range.begin + range.count; ++k) {
        const Item& item = items_[group_.order[k]];
        const double around = up(off + up(length * item.ball));
        bool within = item.discs == 0 ||
                      (reach(item, axis, length) <= range.high[i] && -reach(item, back, length) >= range.low[i]);
        for (std::uint32_t p = item.first; p < item.first + item.points && within; ++p) {
          const Point& at = points_[index_[p]];
          const double along = x * at[0] + y * at[1] + z * at[2];
          within = up(along + around) <= range.high[i] && down(along - around) >= range.low[i];
        }
        if (!within) {
          throw Rejected(name + ": the box of range " + std::to_string(&range - group_.ranges.data()) +
                         " does not contain item " + std::to_string(group_.order[k]));
        }
      }
    }
  }
}

}  // namespace tocca::audit
