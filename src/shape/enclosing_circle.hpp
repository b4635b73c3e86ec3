//
// A small circle around points of the plane. Nothing is proven here: the volume that uses it measures its radius anew.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>

namespace tocca {

using Vector2 = Eigen::Vector2d;

struct Circle {
  Vector2 center;
  double radius;
};

/// The smallest circle around a few points, to rounding.
Circle smallest_circle(std::span<const Vector2> points);

/// A circle around point(0) .. point(count - 1), mostly within 0.1 % of the smallest: the smallest one around a few of
/// them (a core set), to which the farthest point is added until that is inside, at most `rounds` times.
template <class PointAt>
Circle enclosing_circle(std::size_t count, const PointAt& point) {
  constexpr std::size_t rounds = 12;
  constexpr double slack = 1e-3;
  std::array<Vector2, rounds + 2> core;
  std::size_t size = 1;
  core[0] = point(0);
  Circle circle{core[0], 0.0};
  for (std::size_t round = 0;; ++round) {
    double farthest_sq = -1.0;
    Vector2 farthest = core[0];
    for (std::size_t i = 0; i < count; ++i) {
      const Vector2 p = point(i);
      const double dist_sq = (p - circle.center).squaredNorm();
      if (dist_sq > farthest_sq) farthest_sq = dist_sq, farthest = p;
    }
    const double reach = std::sqrt(farthest_sq);
    if (round == rounds || reach <= circle.radius * (1.0 + slack))
      return {circle.center, std::max(reach, circle.radius)};
    core[size++] = farthest;
    circle = smallest_circle({core.data(), size});
  }
}

}  // namespace tocca
