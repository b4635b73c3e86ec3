#pragma once

#include <array>

#include "shape/bounding_volume.hpp"

namespace tocca {

/// Oriented box: {center + sum_i x_i axis_i : |x_i| <= half_i}, the axes being the columns of `axes`.
///
/// The axes are unit and orthogonal only to float precision; the set above is meant literally (a parallelepiped, skew
/// by some 1e-7), and fit() contains the points in exactly that set. Axes and half sizes are floats because a tree has
/// more nodes than triangles: 72 bytes instead of 120.
struct Obb {
  Vector3 center;
  Eigen::Matrix3f axes;
  Eigen::Vector3f half;

  static Obb fit(std::span<const Vector3> points);
  Obb dilated(double radius) const;
  /// Contains every point within `margin` of X p, for each p of this box. Nearly as tight: thin boxes gain some 1e-7 of
  /// their length where X turns (the axes are floats), nothing else.
  Obb carried(const Pose& X, double margin) const;
  bool contains(const Vector3& point) const;
  Interval extent(const Vector3& axis) const;
  Matrix3 frame() const { return axes.cast<double>(); }
  double volume() const { return 8.0 * half.cast<double>().prod(); }
  double surface() const;

  /// The eight corners, each coordinate within 2^-50 (|center| + sum of half sizes) of the true one. Bit k of the index
  /// is set where axis k counts positive.
  std::array<Vector3, 8> corners() const;
  /// The corner farthest along `direction`, to the same precision.
  Vector3 support(const Vector3& direction) const;
};

}  // namespace tocca
