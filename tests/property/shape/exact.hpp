// Exact rationals: the truth about points, planes and bounding volumes, by the volumes' definitions and nothing else.
#pragma once

#include <gmpxx.h>

#include <algorithm>
#include <array>

#include "shape/aabb.hpp"
#include "shape/obb.hpp"
#include "shape/rss.hpp"
#include "tocca/shape/lss.hpp"

namespace tocca::exact {

struct Vector : std::array<mpq_class, 3> {};

inline Vector from(const Vector3& v) { return {mpq_class(v.x()), mpq_class(v.y()), mpq_class(v.z())}; }
inline Vector operator+(const Vector& a, const Vector& b) { return {a[0] + b[0], a[1] + b[1], a[2] + b[2]}; }
inline Vector operator-(const Vector& a, const Vector& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
inline Vector operator*(const mpq_class& s, const Vector& a) { return {s * a[0], s * a[1], s * a[2]}; }
inline mpq_class dot(const Vector& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
inline Vector cross(const Vector& a, const Vector& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
inline mpq_class determinant(const Vector& a, const Vector& b, const Vector& c) { return dot(a, cross(b, c)); }

inline mpq_class segment_distance_sq(const Vector& p, const Vector& a, const Vector& b) {
  const Vector side = b - a, d = p - a;
  const mpq_class length_sq = dot(side, side);
  mpq_class s = length_sq == 0 ? mpq_class(0) : mpq_class(dot(d, side) / length_sq);
  s = std::clamp(s, mpq_class(0), mpq_class(1));
  const Vector off = d - s * side;
  return dot(off, off);
}

inline bool contains(const Aabb& box, const Vector& p) {
  for (std::size_t i = 0; i < 3; ++i) {
    const auto axis = static_cast<int>(i);
    if (p[i] < mpq_class(box.lower[axis]) || p[i] > mpq_class(box.upper[axis])) return false;
  }
  return true;
}

inline bool contains(const Obb& box, const Vector& p) {  // Cramer's rule
  const Vector d = p - from(box.center);
  std::array<Vector, 3> e;
  for (int i = 0; i < 3; ++i) e[static_cast<std::size_t>(i)] = from(box.axes.col(i).cast<double>());
  const mpq_class whole = determinant(e[0], e[1], e[2]);
  const std::array<mpq_class, 3> x{determinant(d, e[1], e[2]) / whole, determinant(e[0], d, e[2]) / whole,
                                   determinant(e[0], e[1], d) / whole};
  for (std::size_t i = 0; i < 3; ++i) {
    if (abs(x[i]) > mpq_class(box.half[static_cast<int>(i)])) return false;
  }
  return true;
}

inline bool contains(const Lss& lss, const Vector& p) {
  const mpq_class radius(lss.radius);
  return segment_distance_sq(p, from(lss.a), from(lss.b)) <= radius * radius;
}

inline bool contains(const Rss& rss, const Vector& p) {
  const Vector c = from(rss.center);
  const Vector u = from(rss.sides.col(0).cast<double>()), v = from(rss.sides.col(1).cast<double>());
  const mpq_class a(rss.half[0]), b(rss.half[1]), radius(rss.radius), limit = radius * radius;
  // The nearest point lies within the rectangle or on one of its four sides.
  const Vector d = p - c;
  const mpq_class uu = dot(u, u), vv = dot(v, v), uv = dot(u, v), du = dot(d, u), dv = dot(d, v);
  const mpq_class gram = uu * vv - uv * uv, s = (du * vv - dv * uv) / gram, t = (dv * uu - du * uv) / gram;
  if (abs(s) <= a && abs(t) <= b) {
    const Vector off = d - s * u - t * v;
    return dot(off, off) <= limit;
  }
  const std::array<Vector, 4> corner{c + a * u + b * v, c - a * u + b * v, c - a * u - b * v, c + a * u - b * v};
  for (std::size_t k = 0; k < 4; ++k) {
    if (segment_distance_sq(p, corner[k], corner[(k + 1) % 4]) <= limit) return true;
  }
  return false;
}

template <class V>
bool contains(const V& volume, const Vector3& p) {
  return contains(volume, from(p));
}

}  // namespace tocca::exact
