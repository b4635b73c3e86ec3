// Layer: contact.  May include: motion, verdict and what they use.  Checked by tools/check_layers.py.
#pragma once

#include "simplex.hpp"

namespace tocca {

/// What the iteration knows at its end, rounding not yet counted: the nearest points found, and the greatest gap found
/// between the supports along any direction tried.
struct GjkResult {
  Vector3 a, b;    ///< points of the two sets
  double upper;    ///< |a - b|
  double gap;      ///< min n . a - max n . b over the sets, for unit n; may be negative
  Vector3 normal;  ///< n, not scaled to length 1
};

/// Distance of two convex sets (Gilbert, Johnson and Keerthi 1988). A and B have `Vector3 farthest(direction)`.
///
/// Ends when upper and gap agree to `tolerance`, when gap > enough, when the sets overlap to rounding, or when a step
/// brings v no nearer to the origin: rounding then hides what is left.
template <class A, class B>
GjkResult gjk(const A& a, const B& b, const Vector3& first_direction, double tolerance, double enough) {
  constexpr int most_steps = 128;
  GjkResult result;
  const auto corner = [&](const Vector3& n) {
    Simplex::Corner c;
    c.a = a.farthest(-n);
    c.b = b.farthest(n);
    c.y = c.a - c.b;
    return c;
  };
  const auto measure = [&](const Simplex::Corner& c, const Vector3& n, double length) {
    const double gap = n.dot(c.y) / length;
    if (gap > result.gap) result.gap = gap, result.normal = n;
  };
  Simplex simplex;
  {
    const double length = first_direction.norm();
    simplex.start(corner(first_direction));
    result.gap = -std::numeric_limits<double>::infinity();
    result.normal = first_direction;
    if (length > 0.0) measure(simplex.only(), first_direction, length);
  }
  double distance = simplex.nearest().norm();
  for (int step = 0; step < most_steps; ++step) {
    if (result.gap > enough || distance - result.gap <= tolerance || distance <= tolerance) break;
    const Vector3 n = simplex.normal();
    const double length = n.norm();
    if (!(length > 0.0)) break;
    const Simplex::Corner next = corner(n);
    measure(next, n, length);
    if (distance - result.gap <= tolerance || simplex.has(next.y)) break;
    Simplex tried = simplex;
    tried.add(next);
    const double nearer = tried.nearest().norm();
    if (!(nearer < distance)) break;
    simplex = tried;
    distance = nearer;
    if (simplex.holds_origin()) break;
  }
  result.a = simplex.witness_a();
  result.b = simplex.witness_b();
  result.upper = (result.a - result.b).norm();
  return result;
}

}  // namespace tocca
