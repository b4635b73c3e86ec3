// What a piece is, by its definition in convex_piece.hpp, in 256-bit numbers: how far it reaches along a direction, and a
// point of it near a given one. With both, a claimed distance is checked by its own certificate: no gap along a
// direction is wider than the distance, no two points of the pieces are nearer.
#pragma once

#include <gmpxx.h>

#include <algorithm>
#include <array>
#include <vector>

#include "contact/convex_piece.hpp"
#include "tocca/shape/convex_hull.hpp"

namespace tocca::real {

using Real = mpf_class;
struct Vector : std::array<Real, 3> {};

inline Real number(double x) { return Real(x, 256); }
inline Vector from(const Vector3& v) { return {number(v.x()), number(v.y()), number(v.z())}; }
inline Vector operator+(const Vector& a, const Vector& b) { return {a[0] + b[0], a[1] + b[1], a[2] + b[2]}; }
inline Vector operator-(const Vector& a, const Vector& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
inline Vector operator*(const Real& s, const Vector& a) { return {s * a[0], s * a[1], s * a[2]}; }
inline Real dot(const Vector& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
inline Vector cross(const Vector& a, const Vector& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
inline Real norm(const Vector& a) { return sqrt(dot(a, a)); }
inline Real clamp(const Real& x, double lo, double hi) { return x < lo ? number(lo) : (x > hi ? number(hi) : x); }

/// The greatest n . x over the piece.
inline Real support(const ConvexPiece& piece, const Vector& n) {
  using Kind = ConvexPiece::Kind;
  const Vector axis = piece.kind == Kind::core ? Vector{} : from(piece.axis[2]);
  switch (piece.kind) {
    case Kind::core: {
      Real most = dot(n, from(piece.point[0]));
      for (int i = 1; i < piece.count; ++i) most = std::max(most, Real(dot(n, from(piece.point[i]))));
      return most + piece.radius * norm(n);
    }
    case Kind::box: {
      Real sum = dot(n, from(piece.centre));
      for (const Vector3& side : piece.axis) sum += abs(dot(n, from(side)));
      return sum;
    }
    case Kind::cylinder:
    case Kind::cone: {
      const Real rim = piece.radius * norm(cross(n, axis)) / norm(axis), along = dot(n, axis);
      const Real most = piece.kind == Kind::cylinder ? Real(abs(along) + rim) : std::max(along, Real(rim - along));
      return dot(n, from(piece.centre)) + most;
    }
    case Kind::hull:
      break;
  }
  bool first = true;
  Real most;
  for (const Vector3& v : piece.hull->vertices()) {
    Vector x = from(piece.centre);
    for (int i = 0; i < 3; ++i) x = x + number(v[i]) * from(piece.axis[i]);
    const Real along = dot(n, x);
    if (first || along > most) most = along;
    first = false;
  }
  return most;
}

inline Vector near_point_of_segment(const Vector& x, const Vector& p, const Vector& q) {
  const Vector e = q - p;
  const Real ee = dot(e, e);
  return ee == 0 ? p : p + clamp(dot(x - p, e) / ee, 0.0, 1.0) * e;
}

inline Vector near_point_of_triangle(const Vector& x, const Vector& p, const Vector& q, const Vector& r) {
  std::vector<Vector> tried{near_point_of_segment(x, p, q), near_point_of_segment(x, q, r),
                            near_point_of_segment(x, r, p)};
  const Vector e = q - p, f = r - p, w = x - p;
  const Real ee = dot(e, e), ff = dot(f, f), ef = dot(e, f), gram = ee * ff - ef * ef;
  if (gram > 0) {
    const Real s = (dot(w, e) * ff - dot(w, f) * ef) / gram, t = (dot(w, f) * ee - dot(w, e) * ef) / gram;
    if (s >= 0 && t >= 0 && s + t <= 1) tried.push_back(p + s * e + t * f);
  }
  return *std::min_element(tried.begin(), tried.end(),
                           [&](const Vector& a, const Vector& b) { return dot(a - x, a - x) < dot(b - x, b - x); });
}

/// A point of the piece that is near x if x is near the piece. Not for hulls.
inline Vector near_point(const ConvexPiece& piece, const Vector& x) {
  using Kind = ConvexPiece::Kind;
  if (piece.kind == Kind::core) {
    const Vector p = from(piece.point[0]);
    const Vector q = piece.count > 1 ? from(piece.point[1]) : p, r = piece.count > 2 ? from(piece.point[2]) : q;
    const Vector core = near_point_of_triangle(x, p, q, r);
    const Real away = norm(x - core);
    return away <= piece.radius ? x : core + Real(piece.radius / away) * (x - core);
  }
  const Vector w = x - from(piece.centre);
  if (piece.kind == Kind::box) {
    const Vector e = from(piece.axis[0]), f = from(piece.axis[1]), g = from(piece.axis[2]);
    const Real volume = dot(e, cross(f, g));
    return from(piece.centre) + clamp(dot(w, cross(f, g)) / volume, -1, 1) * e +
           clamp(dot(w, cross(g, e)) / volume, -1, 1) * f + clamp(dot(w, cross(e, f)) / volume, -1, 1) * g;
  }
  const Vector axis = from(piece.axis[2]);
  const Real along = dot(w, axis) / dot(axis, axis), kept = clamp(along, -1, 1);
  const Vector out = w - along * axis;
  const Real away = norm(out);
  if (piece.kind == Kind::cylinder) {
    return from(piece.centre) + kept * axis + (away > piece.radius ? Real(piece.radius / away) : number(1.0)) * out;
  }
  // the cone's half section, as a triangle in (out, along) coordinates
  const Real half = norm(axis), zero = number(0.0);
  const Vector point = near_point_of_triangle({away, along * half, zero}, {zero, half, zero},
                                              {number(piece.radius), -half, zero}, {zero, -half, zero});
  return from(piece.centre) + Real(point[1] / half) * axis + (away > 0 ? Real(point[0] / away) : number(1.0)) * out;
}

}  // namespace tocca::real
