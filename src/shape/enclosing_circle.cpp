#include "shape/enclosing_circle.hpp"

namespace tocca {
namespace {

bool outside(const Circle& circle, const Vector2& p) {
  return (p - circle.center).norm() > circle.radius * (1.0 + 1e-12);
}

Circle across(const Vector2& p, const Vector2& q) { return {0.5 * (p + q), 0.5 * (q - p).norm()}; }

/// Through three points; across the farthest two where they are (nearly) on a line.
Circle through(const Vector2& p, const Vector2& q, const Vector2& r) {
  const Vector2 u = q - p, v = r - p;
  const double doubled_area = u.x() * v.y() - u.y() * v.x();
  const double u_sq = u.squaredNorm(), v_sq = v.squaredNorm();
  const Vector2 from_p = Vector2(v.y() * u_sq - u.y() * v_sq, u.x() * v_sq - v.x() * u_sq) / (2.0 * doubled_area);
  const Circle widest = std::max({across(p, q), across(q, r), across(r, p)},
                                 [](const Circle& a, const Circle& b) { return a.radius < b.radius; });
  const double radius = from_p.norm();
  return std::isfinite(radius) && radius < 1e3 * widest.radius ? Circle{p + from_p, radius} : widest;
}

}  // namespace

Circle smallest_circle(std::span<const Vector2> points) {
  // Incremental (Welzl): whenever a point lies outside, it is on the border of the smallest circle of those so far.
  Circle circle{points[0], 0.0};
  for (std::size_t i = 1; i < points.size(); ++i) {
    if (!outside(circle, points[i])) continue;
    circle = {points[i], 0.0};
    for (std::size_t j = 0; j < i; ++j) {
      if (!outside(circle, points[j])) continue;
      circle = across(points[i], points[j]);
      for (std::size_t k = 0; k < j; ++k) {
        if (outside(circle, points[k])) circle = through(points[i], points[j], points[k]);
      }
    }
  }
  return circle;
}

}  // namespace tocca
