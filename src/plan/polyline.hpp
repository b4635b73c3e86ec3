#pragma once

#include <vector>

#include "plan/plan_space.hpp"

namespace tocca {

/// Configurations in a row and the arc length at each of them. Changing it allocates nothing as long as there is room.
class Polyline {
 public:
  /// Keeps a reference to the space. `room`: how many waypoints it will have at most; it grows if there are more.
  Polyline(const PlanSpace& space, const WaypointMatrix& path, std::size_t room);

  int size() const { return static_cast<int>(size_); }
  double length() const { return arc_.back(); }
  const Configuration& operator[](int k) const { return points_[static_cast<std::size_t>(k)]; }
  double arc(int k) const { return arc_[static_cast<std::size_t>(k)]; }
  WaypointMatrix rows() const;

  /// The segment that has the point at arc length s: it begins at this waypoint.
  int segment(double s) const;
  /// The point at arc length s of a segment; rounded, so it need not lie on it.
  void point(int segment, double s, Configuration& result) const;

  /// Takes waypoints first .. last away, both included; none if last < first. Neither end is one of them.
  void remove(int first, int last);
  /// Puts a waypoint before waypoint k, or in its place. Both ends stay.
  void insert(int k, const Configuration& point);
  void replace(int k, const Configuration& point);

 private:
  /// The length from waypoint k to the next one.
  void measure(int k);
  /// Arc lengths from waypoint k on.
  void add_up(int k);

  const PlanSpace& space_;
  std::vector<Configuration> points_;  ///< behind the first size_: storage for more
  std::size_t size_;
  std::vector<double> lengths_, arc_;  ///< from each waypoint to the next; from the first to each
};

}  // namespace tocca
