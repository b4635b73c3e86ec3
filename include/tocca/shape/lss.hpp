#pragma once

#include <span>

#include "tocca/core/interval.hpp"
#include "tocca/core/vector.hpp"

namespace tocca {

/// Line-swept sphere: all points within `radius` of the segment from a to b. A point is {p, p, 0}, a ball {c, c, r}.
struct Lss {
  Vector3 a, b;
  double radius;

  static Lss fit(std::span<const Vector3> points);
  Lss dilated(double by) const;
  bool contains(const Vector3& point) const;
  Interval extent(const Vector3& axis) const;
  Matrix3 frame() const;
  double length() const { return (b - a).norm() + 2.0 * radius; }  ///< from end to end
  double volume() const;
  double surface() const;
};

}  // namespace tocca
