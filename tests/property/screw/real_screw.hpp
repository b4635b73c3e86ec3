// Two features under a screw in 240-bit numbers, by the formula of screw_frame.hpp and the definition of distance. No code of ours.
#pragma once

#include <algorithm>
#include <initializer_list>

#include "property/motion/oracle.hpp"
#include "screw/screw_touch.hpp"

namespace tocca::real_screw {

using oracle::Real;
using Point = oracle::Vec<Real>;

inline Real dot(const Point& a, const Point& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
inline Point minus(const Point& a, const Point& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
inline Real length(const Point& a) { return sqrt(dot(a, a)); }
inline bool is_zero(const Real& x) { return x <= Real(0.0) && Real(0.0) <= x; }

inline Point moved(const ScrewFrame& frame, const Vector3& p, double t) {
  const Real w = Real(frame.angle_rad) * Real(t), half = sin(w / Real(2.0));
  const Real s = sin(w), v = Real(2.0) * half * half;
  const Real x = Real(frame.arm_m) + Real(p.x()), y(p.y());
  return {Real(p.x()) - x * v - y * s, y + x * s - y * v, Real(p.z()) + Real(t) * Real(frame.translation_m)};
}

inline Real clamped(const Real& x) { return x < Real(0.0) ? Real(0.0) : (Real(1.0) < x ? Real(1.0) : x); }

inline Real point_segment(const Point& x, const Point& p, const Point& q) {
  const Point e = minus(q, p), w = minus(x, p);
  const Real ee = dot(e, e);
  if (is_zero(ee)) return length(w);
  return length(minus(w, oracle::times(clamped(dot(w, e) / ee), e)));
}

inline Real point_triangle(const Point& x, const Point& p, const Point& q, const Point& r) {
  const Real least = std::min({point_segment(x, p, q), point_segment(x, q, r), point_segment(x, r, p)});
  const Point e = minus(q, p), f = minus(r, p), w = minus(x, p);
  const Real ee = dot(e, e), ff = dot(f, f), ef = dot(e, f), we = dot(w, e), wf = dot(w, f), gram = ee * ff - ef * ef;
  if (gram <= Real(0.0)) return least;
  const Real s = (we * ff - wf * ef) / gram, t = (wf * ee - we * ef) / gram;
  if (s < Real(0.0) || t < Real(0.0) || Real(1.0) < s + t) return least;
  return std::min(least, length(minus(w, oracle::plus(oracle::times(s, e), oracle::times(t, f)))));
}

inline Real segments(const Point& p, const Point& p1, const Point& q, const Point& q1) {
  const Real least =
      std::min({point_segment(p, q, q1), point_segment(p1, q, q1), point_segment(q, p, p1), point_segment(q1, p, p1)});
  const Point d = minus(p1, p), e = minus(q1, q), w = minus(p, q);
  const Real dd = dot(d, d), ee = dot(e, e), de = dot(d, e), gram = dd * ee - de * de, dw = dot(d, w), ew = dot(e, w);
  if (gram <= Real(0.0)) return least;
  const Real s = (de * ew - ee * dw) / gram, t = (dd * ew - de * dw) / gram;
  if (s < Real(0.0) || t < Real(0.0) || Real(1.0) < s || Real(1.0) < t) return least;
  return std::min(least, length(minus(oracle::plus(w, oracle::times(s, d)), oracle::times(t, e))));
}

/// The distance of both features at t.
inline Real distance(const ScrewFrame& frame, const ScrewFeatures& features, double t) {
  Point a[3], b[3];
  for (int i = 0; i < 3; ++i) a[i] = moved(frame, features.a[i], t), b[i] = oracle::vec<Real>(features.b[i]);
  switch (features.kind) {
    case ContactKind::vertex_face:
      return point_triangle(a[0], b[0], b[1], b[2]);
    case ContactKind::face_vertex:
      return point_triangle(b[0], a[0], a[1], a[2]);
    default:
      return segments(a[0], a[1], b[0], b[1]);
  }
}

/// The contact equation by its definition: a point's height over the other's plane, or the volume of both edges and what is between
/// them by their lengths. Zero where that is not defined.
inline Real equation(const ScrewFrame& frame, const ScrewFeatures& features, double t) {
  Point a[3], b[3];
  for (int i = 0; i < 3; ++i) a[i] = moved(frame, features.a[i], t), b[i] = oracle::vec<Real>(features.b[i]);
  const bool edges = features.kind == ContactKind::edge_edge, face_on_a = features.kind == ContactKind::face_vertex;
  const Point(&face)[3] = face_on_a ? a : b;
  const Point u = edges ? minus(a[1], a[0]) : minus(face[1], face[0]);
  const Point v = edges ? minus(b[1], b[0]) : minus(face[2], face[0]);
  const Point n = oracle::crossed(u, v);
  const Real by = edges ? length(u) * length(v) : length(n);
  if (is_zero(by)) return Real(0.0);
  return dot(n, face_on_a ? minus(b[0], a[0]) : minus(a[0], b[0])) / by;
}

}  // namespace tocca::real_screw
