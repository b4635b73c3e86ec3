#include "contact/triangle_features.hpp"

#include <Eigen/Geometry>
#include <algorithm>

#include "core/vectors.hpp"

namespace tocca {
namespace {

double parameter(double along, double length_sq) { return along > 0.0 ? std::min(1.0, along / length_sq) : 0.0; }

class TriangleSearch {
 public:
  TriangleSearch(const LocalTriangle& a, const LocalTriangle& b, GjkResult& result) : a_(a), b_(b), result_(result) {}

  void points() {
    for (int i = 0; i < 3; ++i) {
      const Vector3 &p = a_[i], &q = b_[i];
      offer(p, nearest(p, b_));
      offer(nearest(q, a_), q);
      const Vector3 d = edge(a_, i);
      for (int j = 0; j < 3; ++j) {
        const Vector3 e = edge(b_, j);
        const auto [s, t] = nearest_on_segments(p, d, b_[j], e);
        offer(p + s * d, b_[j] + t * e);
      }
      if (const double s = piercing(p, d, b_); s >= 0.0) offer(p + s * d, nearest(p + s * d, b_));
      const Vector3 e = edge(b_, i);
      if (const double s = piercing(q, e, a_); s >= 0.0) offer(nearest(q + s * e, a_), q + s * e);
    }
  }

  void normals() {
    const Vector3 w = result_.a - result_.b;
    measure(w);
    measure(face_normal(a_));
    measure(face_normal(b_));
    for (int i = 0; i < 3; ++i) {
      const Vector3 d = edge(a_, i);
      measure(without(w, d));
      measure(without(w, edge(b_, i)));
      for (int j = 0; j < 3; ++j) {
        const Vector3 e = edge(b_, j);
        // a cross product of nearly parallel edges has rounding along them, which costs most: take it away
        measure(without(without(d.cross(e), d), e));
      }
    }
  }

 private:
  static Vector3 edge(const LocalTriangle& t, int i) { return t[(i + 1) % 3] - t[i]; }
  static Vector3 nearest(const Vector3& x, const LocalTriangle& t) { return nearest_on_triangle(x, t[0], t[1], t[2]); }

  /// The product of the two shorter edges has the least rounding, but that still points anywhere; of a needle, the part
  /// along it would tilt the plane end to end.
  static Vector3 face_normal(const LocalTriangle& t) {
    int longest = 0;
    for (int i = 1; i < 3; ++i) {
      if (edge(t, i).squaredNorm() > edge(t, longest).squaredNorm()) longest = i;
    }
    return without(edge(t, (longest + 1) % 3).cross(edge(t, (longest + 2) % 3)), edge(t, longest));
  }

  /// Where the segment p + s d passes the plane of the triangle; negative where it does not.
  static double piercing(const Vector3& p, const Vector3& d, const LocalTriangle& t) {
    const Vector3 n = face_normal(t);
    const double from = n.dot(p - t[0]), to = n.dot(p + d - t[0]);
    return from * to < 0.0 ? from / (from - to) : -1.0;
  }

  void offer(const Vector3& p, const Vector3& q) {
    const double distance = (p - q).norm();
    if (distance < result_.upper) result_.upper = distance, result_.a = p, result_.b = q;
  }

  void measure(const Vector3& n) {
    const double length = length_of(n);
    if (!(length > 0.0)) return;
    for (const Vector3& side : {n, Vector3(-n)}) {
      const double gap = side.dot(a_.farthest(-side) - b_.farthest(side)) / length;
      if (gap > result_.gap) result_.gap = gap, result_.normal = side;
    }
  }

  const LocalTriangle &a_, &b_;
  GjkResult& result_;
};

}  // namespace

SegmentParameters nearest_on_segments(const Vector3& p, const Vector3& d, const Vector3& q, const Vector3& e) {
  const Vector3 w = p - q;
  const double dd = d.squaredNorm(), ee = e.squaredNorm();
  const auto t_for = [&](double s) { return parameter((w + s * d).dot(e), ee); };
  const auto s_for = [&](double t) { return parameter((t * e - w).dot(d), dd); };
  if (!(dd > 0.0)) return {0.0, t_for(0.0)};
  if (!(ee > 0.0)) return {s_for(0.0), 0.0};
  // min |w + s d - t e| over all s, t: the parts of e and w across d (modified Gram-Schmidt, see Simplex)
  const double shear = e.dot(d) / dd, along = w.dot(d) / dd;
  const Vector3 e_across = e - shear * d, w_across = w - along * d;
  const double cc = e_across.squaredNorm();
  if (cc > 16.0 * unit_roundoff * unit_roundoff * ee) {
    const double t = w_across.dot(e_across) / cc, s = shear * t - along;
    if (t >= 0.0 && t <= 1.0 && s >= 0.0 && s <= 1.0) return {s, t};
  }
  // otherwise an end of one of them is nearest: the least of four
  SegmentParameters best{0.0, t_for(0.0)};
  double least = (w + best.s * d - best.t * e).squaredNorm();
  for (const SegmentParameters& tried : {SegmentParameters{1.0, t_for(1.0)}, {s_for(0.0), 0.0}, {s_for(1.0), 1.0}}) {
    const double distance_sq = (w + tried.s * d - tried.t * e).squaredNorm();
    if (distance_sq < least) least = distance_sq, best = tried;
  }
  return best;
}

Vector3 nearest_on_triangle(const Vector3& x, const Vector3& p, const Vector3& q, const Vector3& r) {
  Vector3 best = p;
  double least = (p - x).squaredNorm();
  const auto offer = [&](const Vector3& y) {
    const double distance_sq = (y - x).squaredNorm();
    if (distance_sq < least) least = distance_sq, best = y;
  };
  const Vector3 e = q - p, f = r - p, w = x - p;
  const double ee = e.squaredNorm(), shear = e.dot(f) / ee;
  const Vector3 f_across = f - shear * e;
  const double ff = f_across.squaredNorm();
  if (ff > 16.0 * unit_roundoff * unit_roundoff * f.squaredNorm()) {
    const double along = w.dot(e) / ee;
    const double t = (w - along * e).dot(f_across) / ff, s = along - shear * t;
    if (s >= 0.0 && t >= 0.0 && s + t <= 1.0) return p + s * e + t * f;
  }
  const auto on_edge = [&](const Vector3& from, const Vector3& along) {
    offer(from + parameter((x - from).dot(along), along.squaredNorm()) * along);
  };
  on_edge(p, e);
  on_edge(p, f);
  on_edge(q, r - q);
  return best;
}

void try_all_features(const LocalTriangle& a, const LocalTriangle& b, GjkResult& result) {
  TriangleSearch search(a, b, result);
  search.points();
  search.normals();
}

}  // namespace tocca
