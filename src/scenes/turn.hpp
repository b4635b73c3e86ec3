#pragma once

#include <array>

#include "tocca/shape/pose.hpp"

namespace tocca::scenes {

inline constexpr double pi = 3.14159265358979323846;
inline constexpr double radians_per_degree = pi / 180.0;

/// The point at `turns` full turns on the unit circle: (cos, sin).
///
/// Guarantee   Sums and products only, so the same bits wherever doubles are IEEE: the platform's sin and cos may
///             differ in the last place, and the files would differ with them. Multiples of a quarter turn are exact.
///             Within 1e-15 of the true value for |turns| < 1000, which is all that a drawing needs.
Eigen::Vector2d on_circle(double turns);

using Quaternion = std::array<double, 4>;  ///< x, y, z, w
/// The turn b, then a. Sums in one order, the same bits everywhere.
Quaternion product(const Quaternion& a, const Quaternion& b);

// Rotations by degrees about the axes of a frame, right-handed.
Matrix3 about_x(double degrees);
Matrix3 about_y(double degrees);
Matrix3 about_z(double degrees);

}  // namespace tocca::scenes
