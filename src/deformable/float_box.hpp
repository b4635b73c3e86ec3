#pragma once

#include <array>

#include "shape/aabb.hpp"

namespace tocca {

/// A box in floats, rounded outward, as eight numbers: lower x, y, z, 0, and the same of -upper. The union of two boxes is then the
/// smaller of each pair of numbers: one or two vector instructions. Requires coordinates of at most largest_coordinate.
struct alignas(32) FloatBox {
  std::array<float, 8> ends;

  /// Contains both points.
  static FloatBox around(const Vector3& p, const Vector3& q);
  static FloatBox around(const Aabb& box) { return around(box.lower, box.upper); }
  FloatBox joined(const FloatBox& other) const {
    FloatBox both;
    Half(both.ends.data()) = low().min(other.low());
    Half(both.ends.data() + 4) = high().min(other.high());
    return both;
  }
  /// Do the two share a point? Exact: a sum of two floats has the sign of the true sum (where subnormals are flushed it may be 0, which
  /// is taken as touching).
  bool overlaps(const FloatBox& other) const {
    return !((low() + other.high()).max(other.low() + high()).maxCoeff() > 0.0f);
  }
  float lower(int axis) const { return ends[static_cast<std::size_t>(axis)]; }
  float upper(int axis) const { return -ends[static_cast<std::size_t>(axis) + 4]; }
  /// Lower and -upper ends, four numbers each.
  using Half = Eigen::Map<Eigen::Array4f, Eigen::Aligned16>;
  using ConstHalf = Eigen::Map<const Eigen::Array4f, Eigen::Aligned16>;
  ConstHalf low() const { return ConstHalf(ends.data()); }
  ConstHalf high() const { return ConstHalf(ends.data() + 4); }
  /// Sum of its three sides.
  float size() const { return -(ends[0] + ends[4]) - (ends[1] + ends[5]) - (ends[2] + ends[6]); }
};

}  // namespace tocca
