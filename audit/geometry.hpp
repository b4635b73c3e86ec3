// The items of a group in the group's frame, enclosed, and how far a range of them reaches along a direction.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "audit/pose.hpp"
#include "audit/statement.hpp"

namespace tocca::audit {

/// The greatest stretch of a placement's matrix, at least 1. Throws Rejected if it is farther than 1e-6 from a rotation.
double gain(const Placement& placement, const std::string& where);
Map enclose(const Placement& placement);

/// How many points a collider adds to its group: its vertices, or those that its ball or discs sit on.
std::size_t point_count(const Collider& collider);

/// A disc: centre + cos u + sin v, the two half axes as the placement leaves them.
struct Disc {
  std::uint32_t centre;
  Point u, v;
};

/// The convex hull of points and discs, grown by a ball.
struct Item {
  std::uint32_t first = 0, points = 0;  ///< in Geometry::index
  std::uint32_t disc = 0, discs = 0;    ///< in Geometry::discs
  double ball = 0.0;                    ///< what discs' half axes may be off counts, too
};

class Geometry {
 public:
  /// Throws Rejected where a placement is no rotation or a box does not contain its items.
  explicit Geometry(const Group& group, const std::string& name);

  /// At least the greatest n . p of the points p of all items in a range; length >= |n|.
  double reach(std::uint32_t range, const Point& n, double length) const;
  /// The same for one item.
  double reach(const Item& item, const Point& n, double length) const;

  const std::vector<Item>& items() const { return items_; }
  Vector point(std::uint32_t number) const;
  std::uint32_t point_count() const { return static_cast<std::uint32_t>(points_.size()); }
  const Point& centre() const { return centre_; }  ///< of a ball that contains everything
  double radius() const { return radius_; }
  double farthest() const { return farthest_; }  ///< >= |p| for every point p
  const Group& group() const { return group_; }

 private:
  void add(const Body& body, const Collider& collider);
  void add_points(const Collider& collider, const Map& map);
  void measure();
  double slack_of(const Range& range) const;
  void require_boxes(const std::string& name);

  const Group& group_;
  std::vector<Point> points_;
  double spread_ = 0.0;  ///< the true point is no farther from the stored one
  std::vector<std::uint32_t> index_;
  std::vector<Disc> discs_;
  std::vector<Item> items_;
  Point centre_{};
  double radius_ = 0.0, farthest_ = 0.0;
  double slack_ = 0.0;  ///< what rounding takes from the reach of an item, per unit of the direction's length
  std::vector<double> box_slack_{};  ///< of each range with a box: rounding, and axes that are not quite orthonormal
};

}  // namespace tocca::audit
