#pragma once

#include "shape/bounding_volume.hpp"

namespace tocca {

/// Rectangle-swept sphere: all points within `radius` of the rectangle
/// {center + s side_0 + t side_1 : |s| <= half_0, |t| <= half_1}, the sides being the columns of `sides`.
///
/// The sides are unit and orthogonal only to float precision; the set is meant literally. 60 bytes.
struct Rss {
  Vector3 center;
  Eigen::Matrix<float, 3, 2> sides;
  Eigen::Vector2f half;
  float radius;

  static Rss fit(std::span<const Vector3> points);
  /// The same along directions that are known already, orthonormal to float precision: cheaper, a little less tight.
  static Rss fit(std::span<const Vector3> points, const Matrix3& frame);
  Rss dilated(double by) const;
  bool contains(const Vector3& point) const;
  Interval extent(const Vector3& axis) const;
  Matrix3 frame() const;
  double volume() const;
  double surface() const;
};

}  // namespace tocca
