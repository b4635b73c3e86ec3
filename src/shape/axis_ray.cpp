#include "shape/axis_ray.hpp"

#include <array>
#include <cmath>

#include "core/exact_sign.hpp"
#include "core/rounding.hpp"

namespace tocca {
namespace {

/// A coordinate too small for exact signs counts as 0, in every triangle that has it, so that a closed surface stays
/// closed.
double in_range(double x) { return std::fabs(x) < 0x1p-306 ? 0.0 : x; }

using Seen = AxisRay::Seen;

/// Sign of det(q - p, r - p) in the plane across the ray, exactly.
///
/// Differences, products and the last difference err by ((1 + w)^4 - 1) < 5 w of left + right in absolute values (each
/// factor (1 + d), |d| <= w = unit_roundoff); nothing underflows in range.
int turn(const Seen& p, const Seen& q, const Seen& r) {
  const double left = (q.across - p.across) * (r.up - p.up), right = (q.up - p.up) * (r.across - p.across);
  const double det = left - right;
  if (std::fabs(det) > 6.0 * unit_roundoff * (std::fabs(left) + std::fabs(right))) return det > 0.0 ? 1 : -1;
  // lifted: det((0, q - p), (0, r - p), (1, 0, 0)) is the same number
  const std::array<double, 3> a{0.0, p.across, p.up}, b{0.0, q.across, q.up}, c{0.0, r.across, r.up},
      d{1.0, p.across, p.up};
  return orient3d(a.data(), b.data(), c.data(), d.data());
}

/// Side of x from the line p q, x moved by an infinitely small step across and a still smaller one up (simulation of
/// simplicity): never 0 unless p and q are the same for the ray. All triangles see the same moved x, so that exactly
/// one of two triangles at an edge, or an odd number of a fan about a vertex, is hit.
int side(const Seen& p, const Seen& q, const Seen& x) {
  const int sign = turn(p, q, x);
  if (sign != 0) return sign;
  if (q.up != p.up) return q.up < p.up ? 1 : -1;  // d det / d x.across = -(q.up - p.up)
  return q.across == p.across ? 0 : (q.across > p.across ? 1 : -1);
}

std::array<double, 3> coordinates(const Seen& x) { return {x.ahead, x.across, x.up}; }

}  // namespace

AxisRay::AxisRay(const Vector3& from, int axis, double sense)
    : axis_(axis), across_((axis + 1) % 3), up_((axis + 2) % 3), sense_(sense), from_(see(from)) {}

Seen AxisRay::see(const Vector3& x) const {
  return {sense_ * in_range(x[axis_]), in_range(x[across_]), in_range(x[up_])};
}

/// The box reaches sum_i |axes_ki| half_i from its centre along coordinate k: products of two floats are exact in
/// doubles, the two sums make 2 w. The difference from the centre is off by w of itself. 8 w covers both, and 2^-300 what
/// in_range moves.
double AxisRay::reach(const Obb& box, int k) {
  constexpr double slack = 1.0 + 8.0 * unit_roundoff;
  double sum = 0.0;
  for (int i = 0; i < 3; ++i) {
    sum += std::fabs(static_cast<double>(box.axes(k, i))) * static_cast<double>(box.half[i]);
  }
  return sum * slack + 0x1p-300;
}

bool AxisRay::may_meet(const Obb& box) const {
  return std::fabs(from_.across - box.center[across_]) <= reach(box, across_) &&
         std::fabs(from_.up - box.center[up_]) <= reach(box, up_) &&
         from_.ahead - sense_ * box.center[axis_] <= reach(box, axis_);
}

bool AxisRay::starts_before(const Obb& box) const {
  return sense_ * box.center[axis_] - from_.ahead > reach(box, axis_);
}

int AxisRay::crossing(const Vector3& p, const Vector3& q, const Vector3& r) const {
  const Seen a = see(p), b = see(q), c = see(r);
  if (a.ahead < from_.ahead && b.ahead < from_.ahead && c.ahead < from_.ahead) return 0;
  const int first = side(a, b, from_);
  if (first == 0 || side(b, c, from_) != first || side(c, a, from_) != first) return 0;
  // `across` and `up` turn about the axis, whichever way the ray goes along it.
  const int out = sense_ > 0.0 ? first : -first;
  if (a.ahead > from_.ahead && b.ahead > from_.ahead && c.ahead > from_.ahead) return out;
  // The three see the ray pass on their left (first > 0): then it meets their plane ahead of its start if the start is
  // on the side away from (b - a) x (c - a), whose part along the ray is positive.
  const std::array<double, 3> at[4] = {coordinates(a), coordinates(b), coordinates(c), coordinates(from_)};
  return orient3d(at[0].data(), at[1].data(), at[2].data(), at[3].data()) * first < 0 ? out : 0;
}

}  // namespace tocca
