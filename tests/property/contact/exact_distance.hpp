// Exact squared distances of triangles in rationals, by trying every pair of features: slow, simple, and no code of ours.
#pragma once

#include "property/shape/exact.hpp"

namespace tocca::exact {

using Points = std::array<Vector, 3>;

inline Points from(const Vector3 (&p)[3]) { return {from(p[0]), from(p[1]), from(p[2])}; }

/// Squared distance of segments p + s d and q + t e, s and t from 0 to 1: of an end and the other segment, or, where they
/// are not parallel, of the feet of the common perpendicular if both lie within.
inline mpq_class segments_distance_sq(const Vector& p, const Vector& p1, const Vector& q, const Vector& q1) {
  mpq_class least = std::min({segment_distance_sq(p, q, q1), segment_distance_sq(p1, q, q1),
                              segment_distance_sq(q, p, p1), segment_distance_sq(q1, p, p1)});
  const Vector d = p1 - p, e = q1 - q, w = p - q;
  const mpq_class dd = dot(d, d), ee = dot(e, e), de = dot(d, e), gram = dd * ee - de * de;
  if (gram == 0) return least;
  const mpq_class dw = dot(d, w), ew = dot(e, w);
  const mpq_class s = (de * ew - ee * dw) / gram, t = (dd * ew - de * dw) / gram;
  if (s >= 0 && s <= 1 && t >= 0 && t <= 1) {
    const Vector off = w + s * d - t * e;
    least = std::min(least, mpq_class(dot(off, off)));
  }
  return least;
}

/// Coordinates s, t of the foot of x in the plane of the triangle, t0 + s (t1 - t0) + t (t2 - t0). Requires positive area.
inline std::array<mpq_class, 2> foot(const Vector& x, const Points& t) {
  const Vector e = t[1] - t[0], f = t[2] - t[0], w = x - t[0];
  const mpq_class ee = dot(e, e), ff = dot(f, f), ef = dot(e, f), we = dot(w, e), wf = dot(w, f);
  const mpq_class gram = ee * ff - ef * ef;
  return {mpq_class((we * ff - wf * ef) / gram), mpq_class((wf * ee - we * ef) / gram)};
}

inline bool has_area(const Points& t) {
  const Vector normal = cross(t[1] - t[0], t[2] - t[0]);
  return dot(normal, normal) != 0;
}

inline bool within(const std::array<mpq_class, 2>& st) { return st[0] >= 0 && st[1] >= 0 && st[0] + st[1] <= 1; }

inline mpq_class point_triangle_distance_sq(const Vector& x, const Points& t) {
  mpq_class least = std::min(
      {segment_distance_sq(x, t[0], t[1]), segment_distance_sq(x, t[1], t[2]), segment_distance_sq(x, t[2], t[0])});
  if (!has_area(t)) return least;
  const auto st = foot(x, t);
  if (within(st)) {
    const Vector off = x - t[0] - st[0] * (t[1] - t[0]) - st[1] * (t[2] - t[0]);
    least = std::min(least, mpq_class(dot(off, off)));
  }
  return least;
}

/// Does the segment meet the triangle's plane in one point, and that within the triangle?
inline bool pierces(const Vector& p, const Vector& q, const Points& t) {
  if (!has_area(t)) return false;
  const Vector normal = cross(t[1] - t[0], t[2] - t[0]);
  const mpq_class at_p = dot(normal, p - t[0]), at_q = dot(normal, q - t[0]);
  if (at_p == at_q || at_p * at_q > 0) return false;
  const mpq_class s = at_p / (at_p - at_q);
  return within(foot(p + s * (q - p), t));
}

inline mpq_class distance_sq(const Points& a, const Points& b) {
  mpq_class least = point_triangle_distance_sq(a[0], b);
  for (std::size_t i = 0; i < 3; ++i) {
    const Vector &p = a[i], &q = a[(i + 1) % 3];
    if (pierces(p, q, b) || pierces(b[i], b[(i + 1) % 3], a)) return 0;
    least = std::min({least, point_triangle_distance_sq(p, b), point_triangle_distance_sq(b[i], a)});
    for (std::size_t j = 0; j < 3; ++j) least = std::min(least, segments_distance_sq(p, q, b[j], b[(j + 1) % 3]));
  }
  return least;
}

}  // namespace tocca::exact
