#pragma once

#include "shape/bounding_volume.hpp"

namespace tocca {

/// Axis-aligned box: {x : lower <= x <= upper, coordinate by coordinate}. fit() is exact, and the smallest.
struct Aabb {
  Vector3 lower, upper;

  static Aabb fit(std::span<const Vector3> points);
  Aabb dilated(double radius) const;
  bool contains(const Vector3& point) const;
  Interval extent(const Vector3& axis) const;
  Matrix3 frame() const { return Matrix3::Identity(); }
  double volume() const { return (upper - lower).prod(); }
  double surface() const;
};

}  // namespace tocca
