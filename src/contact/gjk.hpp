#pragma once

#include <algorithm>

#include "contact/simplex.hpp"

namespace tocca {

/// What the iteration knows at its end, rounding not yet included: the nearest points found, and the greatest gap found
/// between the supports along any direction tried.
struct GjkResult {
  Vector3 a, b;    ///< points of the two sets
  double upper;    ///< |a - b|
  double gap;      ///< min n . a - max n . b over the sets, for unit n; may be negative
  Vector3 normal;  ///< n, not scaled to length 1
};

/// The length of a direction; 0 where it is so short that its square might lose bits, and a gap along it with them.
inline double length_of(const Vector3& n) {
  const double square = n.squaredNorm();
  return square > 0x1p-900 ? std::sqrt(square) : 0.0;
}

/// Distance of two convex sets (Gilbert, Johnson and Keerthi 1988). A and B have `Vector3 farthest(direction)`.
///
/// Ends when upper and gap agree to `tolerance`, when gap > enough, when upper <= near_enough, when the sets overlap to rounding, or
/// when a step brings v no nearer to the origin: rounding then hides what is left.
template <class A, class B>
GjkResult gjk(const A& a, const B& b, const Vector3& first_direction, double tolerance, double enough,
              double near_enough = 0.0) {
  constexpr int most_steps = 128;
  const double little = std::max(tolerance, near_enough);
  GjkResult result;
  const auto corner = [&](const Vector3& n) {
    Simplex::Corner c;
    c.a = a.farthest(-n);
    c.b = b.farthest(n);
    c.y = c.a - c.b;
    return c;
  };
  Simplex simplex;
  Simplex::Corner next = corner(first_direction);
  simplex.start(next);
  result.normal = first_direction;
  const double first_length = length_of(first_direction);
  result.gap = first_length > 0.0 ? first_direction.dot(next.y) / first_length : 0.0;
  bool plain = false;  // along v itself, after a step along simplex.normal() that led nowhere
  for (int step = 0; step < most_steps; ++step) {
    const double distance = std::sqrt(simplex.distance_sq());
    if (distance - result.gap <= tolerance || result.gap > enough || distance <= little) break;
    const Vector3 n = plain ? simplex.nearest() : simplex.normal();
    const double length = length_of(n);
    if (!(length > 0.0)) break;
    next = corner(n);
    const double gap = n.dot(next.y) / length;
    if (gap > result.gap) result.gap = gap, result.normal = n;
    if (distance - result.gap <= tolerance) break;
    if (simplex.has(next.y) || !simplex.add(next)) {
      if (plain) break;
      plain = true;
      continue;
    }
    plain = false;
    if (simplex.holds_origin()) break;
  }
  result.a = simplex.witness_a();
  result.b = simplex.witness_b();
  result.upper = (result.a - result.b).norm();
  return result;
}

}  // namespace tocca
