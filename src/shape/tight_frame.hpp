#pragma once

#include <span>

#include "tocca/shape/pose.hpp"

namespace tocca {

/// Up to this many points are all looked at, not sampled.
inline constexpr std::size_t few_points = 26;

/// Orthonormal columns (to rounding, right-handed) in which the box around the points has a small surface.
///
/// Candidates come from a few extremal points: the axes of the world, the principal axes, and the plane of a large
/// triangle with its edges (after DiTO, Larsson and Kallberg 2011). About each candidate axis the best rotation is
/// found by rotating calipers on the projected hull; the winner's own axes get another round. The least surface wins:
/// it still tells good from bad where the volume is zero.
///
/// Not claimed The optimum. Nothing is proven here: a volume proves its containment for whatever frame it gets.
/// Cost        O(n) with n at most about 1000 (more points are strided), plus a few microseconds.
Matrix3 tight_frame(std::span<const Vector3> points);

}  // namespace tocca
