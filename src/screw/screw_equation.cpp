#include "screw/screw_equation.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "screw/screw_turn.hpp"

namespace tocca {
namespace {

/// A direction across a face, no longer than 1 + 6 u, and how far the face's points differ along it (rounded up).
struct FaceNormal {
  Vector3 n;
  double slant;
};

double largest_along(const Vector3& n, const Vector3& e, const Vector3& f) {
  // a product of three terms errs by 4 u |n| |e|, the difference e included
  const double size = e.lpNorm<1>() + f.lpNorm<1>();
  return std::max(std::fabs(n.dot(e)), std::fabs(n.dot(f))) + 8.0 * unit_roundoff * size;
}

/// Across the longest edge in any case: for needles, whose computed normal is mostly rounding, and triangles without
/// area.
FaceNormal normal_of_needle(const Vector3& e, const Vector3& f, Vector3 n) {
  const Vector3 g = f - e;
  const double ee = e.squaredNorm(), ff = f.squaredNorm(), gg = g.squaredNorm();
  const Vector3& longest = ee >= ff && ee >= gg ? e : (ff >= gg ? f : g);
  const double size_sq = std::max({ee, ff, gg});
  if (!(n.squaredNorm() > 0.5)) {
    int least = 0;
    longest.cwiseAbs().minCoeff(&least);
    n = Vector3::Unit(least);
  }
  for (int twice = 0; twice < 2 && size_sq > 0.0; ++twice) {
    n -= (n.dot(longest) / size_sq) * longest;
    n /= n.norm();
  }
  if (!(n.squaredNorm() < 2.0)) n = Vector3::UnitX();  // not a number: any direction will do
  return {n, largest_along(n, e, f)};
}

FaceNormal face_normal(const Vector3 (&face)[3]) {
  const Vector3 e = face[1] - face[0], f = face[2] - face[0];
  const Vector3 n = e.cross(f).normalized();
  const double slant = largest_along(n, e, f);
  // 2^-42 of the size: a good triangle has some 2^-50
  if (n.squaredNorm() > 0.5 && slant <= 0x1p-42 * (e.lpNorm<1>() + f.lpNorm<1>())) return {n, slant};
  return normal_of_needle(e, f, n);
}

/// n . (p(t) - corner) for a point p that the screw moves forwards (way = 1) or backwards (way = -1).
///
/// For every point q of the face |n . (q - corner)| <= slant, so that |f| - slant <= |n| |p - q|; |n| <= 1 + 6 u is
/// inside the constants of screw_rounding, as are the coefficients: each is a sum of two or three products, off by at
/// most 6 u of its size.
ScrewEquation point_face(const ScrewFrame& frame, const Vector3& p, const Vector3 (&face)[3], double way) {
  const FaceNormal face_b = face_normal(face);
  const Vector3& n = face_b.n;
  const Vector3 apart = p - face[0];
  const double x = frame.arm_m + p.x(), y = p.y();
  ScrewEquation f;
  f.angle = frame.angle_rad;
  f.c[0] = n.dot(apart);
  f.c[1] = way * n.z() * frame.translation_m;
  f.c[2] = way * (n.y() * x - n.x() * y);
  f.c[3] = -(n.x() * x + n.y() * y);
  f.error = rounded_up(face_b.slant + screw_rounding(f.angle, apart.lpNorm<1>() + std::fabs(frame.translation_m),
                                                     std::fabs(x) + std::fabs(y)),
                       4);
  return f;
}

}  // namespace

double ScrewEquation::value(double t) const {
  const ScrewTurn turn(angle, t);
  return c[0] + c[1] * t + (c[2] + c[4] * t) * turn.sine + (c[3] + c[5] * t) * turn.versine;
}

double ScrewEquation::slope(double t) const {
  const ScrewTurn turn(angle, t);
  return c[1] + c[4] * turn.sine + c[5] * turn.versine +
         angle * ((c[2] + c[4] * t) * (1.0 - turn.versine) + (c[3] + c[5] * t) * turn.sine);
}

ScrewEquation vertex_face_equation(const ScrewFrame& frame, const Vector3& vertex_a, const Vector3 (&face_b)[3]) {
  return point_face(frame, vertex_a, face_b, 1.0);
}

ScrewEquation face_vertex_equation(const ScrewFrame& frame, const Vector3 (&face_a)[3], const Vector3& vertex_b) {
  return point_face(frame, vertex_b, face_a, -1.0);
}

ScrewEquation edge_edge_equation(const ScrewFrame& frame, const Vector3& a0, const Vector3& a1, const Vector3& b0,
                                 const Vector3& b1) {
  // f = det(a(t) - b0, u(t), v) / (|u| |v|), u and v along the edges. With s = sin w, k = 1 - cos w, q the place of a0
  // as seen from the axis, J a quarter turn and h the horizontal part:
  //   a(t) = a0 + s J q - k q + t d z,  u(t) = u + s J u_h - k u_h,
  // the products s s and k k have the same coefficient, (q x u)_z v_z, and s s + k k = 2 k; those of s k cancel.
  // Multiplied out: each coefficient is a sum of products whose sizes add up to at most sqrt(2) |a0 - b0| + |x| + |y|
  // (or |d|), and errs by at most 15 u of it: differences 1 each, three products, three sums, the scale 7.
  ScrewEquation f;
  f.angle = frame.angle_rad;
  const Vector3 u = a1 - a0, v = b1 - b0, g = a0 - b0;
  const double uu = u.squaredNorm(), vv = v.squaredNorm();
  const double x = frame.arm_m + a0.x(), y = a0.y();
  f.error = screw_rounding(f.angle, g.lpNorm<1>() + std::fabs(frame.translation_m), std::fabs(x) + std::fabs(y));
  if (!(std::min(uu, vv) > 0x1p-480)) return f;  // too short to square in doubles: f = 0
  const double scale = 1.0 / std::sqrt(uu * vv);
  const Vector3 uv = u.cross(v);
  const double along = u.x() * v.x() + u.y() * v.y();
  f.c[0] = scale * g.dot(uv);
  f.c[1] = scale * uv.z() * frame.translation_m;
  f.c[2] = scale * (v.z() * (g.x() * u.x() + g.y() * u.y()) - g.z() * along + x * uv.y() - y * uv.x());
  f.c[3] = scale * (v.z() * (g.y() * u.x() - g.x() * u.y()) - g.z() * uv.z() + x * (u.y() * v.z() + u.z() * v.y()) -
                    y * (u.z() * v.x() + u.x() * v.z()));
  f.c[4] = -scale * along * frame.translation_m;
  f.c[5] = -f.c[1];
  return f;
}

}  // namespace tocca
