#include "audit/geometry.hpp"

#include "audit/reader.hpp"

namespace tocca::audit {
namespace {

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
    const Place place = place_of(mapped(map, enclose(corner)));
    spread_ = greatest(spread_, place.off);
    points_.push_back(place.at);
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
    const Place u = place_of(turn(map, {radius, 0.0, 0.0})), v = place_of(turn(map, {0.0, radius, 0.0}));
    for (std::uint32_t k = 2 - item.discs; k < 2; ++k) discs_.push_back({first_point + k, u.at, v.at});
    item.ball = up(u.off + v.off);
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
  double around = 0.0, ball = 0.0, wide = 0.0;
  for (const Point& p : points_) around = greatest(around, norm(enclose(p) - enclose(centre_)).hi);
  for (const Item& item : items_) ball = greatest(ball, item.ball);
  for (const Disc& disc : discs_) wide = greatest(wide, up(length_of(disc.u) + length_of(disc.v)));
  radius_ = up(up(up(around + ball) + wide) + spread_);
  farthest_ = up(radius_ + norm(enclose(centre_)).hi);
  slack_ = up(spread_ + up(farthest_ * 0x1p-49)) + 0x1p-380;
}

Vector Geometry::point(std::uint32_t number) const {
  const Interval off(-spread_, spread_);
  const Vector stored = enclose(points_[number]);
  return {stored[0] + off, stored[1] + off, stored[2] + off};
}

/// Where n is not finite, neither is `length`, nor the result; so std::max may drop a NaN.
double Geometry::reach(const Item& item, const Point& n, double length) const {
  double most = -std::numeric_limits<double>::infinity();
  for (std::uint32_t i = item.first; i < item.first + item.points; ++i) {
    most = std::max(most, dot(n, points_[index_[i]]));
  }
  for (std::uint32_t k = item.disc; k < item.disc + item.discs; ++k) {
    const double along_u = dot(n, discs_[k].u), along_v = dot(n, discs_[k].v);
    most = std::max(most, dot(n, points_[discs_[k].centre]) + std::sqrt(along_u * along_u + along_v * along_v));
  }
  return most + grown(length * (item.ball + slack_));
}

/// n = sum of along axis + rest, whatever `along` is: along the axes the box bounds p, along the rest its distance from the origin does.
double Geometry::reach(std::uint32_t number, const Point& n, double length) const {
  const Range& range = group_.ranges[number];
  if (!range.boxed) {
    double most = -std::numeric_limits<double>::infinity();
    for (std::uint32_t i = range.begin; i < range.begin + range.count; ++i) {
      most = greatest(most, reach(items_[group_.order[i]], n, length));
    }
    return most;
  }
  double sum = 0.0;
  for (std::size_t i = 0; i < 3; ++i) {
    const ShortPoint& axis = range.axes[i];
    const double along = n[0] * axis[0] + n[1] * axis[1] + n[2] * axis[2];
    sum += along * (along > 0.0 ? range.high[i] : range.low[i]);
  }
  return sum + grown(length * box_slack_[number]);
}

/// Nothing is assumed about the axes of a box: unless they are nearly orthonormal the slack is infinite, and every leaf with it fails.
double Geometry::slack_of(const Range& range) const {
  double off = 0.0, extent = 0.0;
  for (std::size_t i = 0; i < 3; ++i) {
    extent += std::max(std::fabs(range.low[i]), std::fabs(range.high[i]));
    for (std::size_t j = 0; j < 3; ++j) {
      double entry = i == j ? -1.0 : 0.0;
      for (const ShortPoint& axis : range.axes) entry += static_cast<double>(axis[i]) * axis[j];
      off += entry * entry;
    }
  }
  const double defect = grown(std::sqrt(off)) + 0x1p-47;
  if (!(defect < 0.01)) return std::numeric_limits<double>::infinity();
  return grown(defect * farthest_ + 0x1p-49 * (farthest_ + extent)) + 0x1p-380;
}

void Geometry::require_boxes(const std::string& name) {
  for (const Range& range : group_.ranges) {
    box_slack_.push_back(range.boxed ? slack_of(range) : 0.0);
    for (std::size_t i = 0; i < 3 && range.boxed; ++i) {
      const Point axis{range.axes[i][0], range.axes[i][1], range.axes[i][2]}, back{-axis[0], -axis[1], -axis[2]};
      const double length = length_of(axis);
      for (std::uint32_t k = range.begin; k < range.begin + range.count; ++k) {
        const Item& item = items_[group_.order[k]];
        if (!(reach(item, axis, length) <= range.high[i] && -reach(item, back, length) >= range.low[i])) {
          throw Rejected(name + ": the box of range " + std::to_string(&range - group_.ranges.data()) +
                         " does not contain item " + std::to_string(group_.order[k]));
        }
      }
    }
  }
}

}  // namespace tocca::audit
