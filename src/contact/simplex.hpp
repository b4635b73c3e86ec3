#pragma once

#include <Eigen/Geometry>
#include <cmath>

#include "core/rounding.hpp"
#include "tocca/core/require.hpp"
#include "tocca/shape/pose.hpp"

namespace tocca {

/// The simplex of the iteration of Gilbert, Johnson and Keerthi (1988): up to four points y = a - b of the difference of
/// two convex sets, and the point of their hull that is nearest to the origin, v = sum weight_i y_i.
///
/// Nothing here needs to be exact: whatever v is, it is a point of the difference to rounding, hence an upper bound, and
/// the lower bound is measured elsewhere. But the better v, the tighter both. So the small systems are solved by
/// modified Gram-Schmidt on the edges and the point together, which is backward stable (Bjorck 1967): the weights found
/// are those of corners moved by a few ulps of their size, and |v| moves by no more, however thin the simplex is. Normal
/// equations would square the thinness.
class Simplex {
 public:
  struct Corner {
    Vector3 a, b, y;
  };

  void start(const Corner& corner) {
    corner_[0] = corner;
    now_ = {1, {0, 0, 0, 0}, {1.0, 0.0, 0.0, 0.0}, corner.y, corner.y.squaredNorm()};
  }

  const Vector3& nearest() const { return now_.v; }
  double distance_sq() const { return now_.vv; }
  bool holds_origin() const { return now_.count == 4; }
  bool has(const Vector3& y) const {
    for (int i = 0; i < now_.count; ++i) {
      if (y_of(now_, i) == y) return true;
    }
    return false;
  }

  /// Adds a corner and drops those that v does not need; keeps everything as it was and returns false if v would not
  /// come nearer to the origin. Requires at most three corners.
  bool add(const Corner& corner) {
    TOCCA_REQUIRE(now_.count <= 3, "a simplex has at most four corners");
    const int slot = free_slot();
    corner_[slot] = corner;
    Nearest next;
    switch (now_.count) {
      case 1:
        next = on_segment(now_.slot[0], slot);
        break;
      case 2:
        next = on_triangle(now_.slot[0], now_.slot[1], slot);
        break;
      default:
        next = on_tetrahedron(slot);
        break;
    }
    if (!(next.vv < now_.vv) && now_.count < 3) next = on_way_to(slot);
    if (!(next.vv < now_.vv)) return false;
    now_ = next;
    return true;
  }

  Vector3 witness_a() const {
    Vector3 sum = now_.weight[0] * corner_[now_.slot[0]].a;
    for (int i = 1; i < now_.count; ++i) sum += now_.weight[i] * corner_[now_.slot[i]].a;
    return sum;
  }
  Vector3 witness_b() const {
    Vector3 sum = now_.weight[0] * corner_[now_.slot[0]].b;
    for (int i = 1; i < now_.count; ++i) sum += now_.weight[i] * corner_[now_.slot[i]].b;
    return sum;
  }

  /// A direction (not unit) that points from the origin to the simplex and is normal to it: v, but computed from the edges
  /// where that is more accurate. v carries the rounding of its corners, so its direction is off by about u size / |v|;
  /// the cross product of two edges by u size / height, which does not grow when the sets come near each other.
  Vector3 normal() const {
    const Vector3& v = now_.v;
    if (now_.count == 2) {
      const Vector3 e = y_of(now_, 1) - y_of(now_, 0);
      return v - (v.dot(e) / e.squaredNorm()) * e;
    }
    if (now_.count == 3) {
      const Vector3 e = y_of(now_, 1) - y_of(now_, 0), f = y_of(now_, 2) - y_of(now_, 0);
      const Vector3 m = e.cross(f);
      const double ee = e.squaredNorm(), ff = f.squaredNorm(), mm = m.squaredNorm();
      // height >= |m| / |longest edge|; longest edge^2 <= 2 (ee + ff)
      if (mm > now_.vv * 2.0 * (ee + ff)) {
        // of a thin triangle, what rounding leaves along it would tilt it end to end
        const Vector3& along = ee > ff ? e : f;
        const Vector3 across = m - (m.dot(along) / std::max(ee, ff)) * along;
        return across.dot(y_of(now_, 2)) < 0.0 ? Vector3(-across) : across;
      }
    }
    return v;
  }

 private:
  /// The nearest point of a sub-simplex: corners with positive weights.
  struct Nearest {
    int count;
    int slot[4];
    double weight[4];
    Vector3 v;
    double vv;
  };

  const Vector3& y_of(const Nearest& nearest, int i) const { return corner_[nearest.slot[i]].y; }

  int free_slot() const {
    unsigned used = 0;
    for (int i = 0; i < now_.count; ++i) used |= 1u << now_.slot[i];
    int slot = 0;
    while (used & (1u << slot)) ++slot;
    return slot;
  }

  /// The nearest point on the way from v to a new corner: less than the whole simplex has, but where a thin one hides its
  /// own nearest point behind rounding, it still gets on.
  Nearest on_way_to(int newest) const {
    const Vector3& v = now_.v;
    const Vector3 e = corner_[newest].y - v;
    const double t = std::min(1.0, std::max(0.0, -v.dot(e) / e.squaredNorm()));
    Nearest next = now_;
    for (int i = 0; i < now_.count; ++i) next.weight[i] *= 1.0 - t;
    next.slot[next.count] = newest;
    next.weight[next.count++] = t;
    next.v = v + t * e;
    next.vv = next.v.squaredNorm();
    return next;
  }

  Nearest on_segment(int i, int j) const {
    const Vector3 &p = corner_[i].y, &q = corner_[j].y;
    const Vector3 e = q - p;
    const double along = -p.dot(e), ee = e.squaredNorm();
    if (!(along > 0.0)) return {1, {i, 0, 0, 0}, {1.0, 0.0, 0.0, 0.0}, p, p.squaredNorm()};
    if (along >= ee) return {1, {j, 0, 0, 0}, {1.0, 0.0, 0.0, 0.0}, q, q.squaredNorm()};
    const double t = along / ee;
    const Vector3 v = p + t * e;
    return {2, {i, j, 0, 0}, {1.0 - t, t, 0.0, 0.0}, v, v.squaredNorm()};
  }

  /// Of the triangle, or of those of its edges that meet in corner k: the newest corner is always needed, unless the
  /// iteration has come to its end.
  Nearest on_triangle(int i, int j, int k) const {
    const Vector3& p = corner_[k].y;
    const Vector3 e = corner_[i].y - p, f = corner_[j].y - p;
    // min |p + s e + t f|: the parts of f and p across e, then p across both
    const double ee = e.squaredNorm();
    const double shear = e.dot(f) / ee;
    const Vector3 f_across = f - shear * e;
    const double ff = f_across.squaredNorm();
    if (ff > 16.0 * unit_roundoff * unit_roundoff * f.squaredNorm()) {  // not if e is zero and shear NaN
      const double along = -p.dot(e) / ee;
      const Vector3 p_across = p + along * e;
      const double t = -p_across.dot(f_across) / ff;
      const double s = along - shear * t;
      const double r = 1.0 - s - t;
      if (s > 0.0 && t > 0.0 && r > 0.0) {
        const Vector3 v = p_across + t * f_across;
        return {3, {i, j, k, 0}, {s, t, r, 0.0}, v, v.squaredNorm()};
      }
    }
    const Nearest first = on_segment(i, k), second = on_segment(j, k);
    return first.vv <= second.vv ? first : second;
  }

  Nearest on_tetrahedron(int newest) const {
    const Vector3& p = corner_[newest].y;
    const Vector3 e[3] = {y_of(now_, 0) - p, y_of(now_, 1) - p, y_of(now_, 2) - p};
    const Vector3 m[3] = {e[1].cross(e[2]), e[2].cross(e[0]), e[0].cross(e[1])};
    const double volume = e[0].dot(m[0]);
    const int* s = now_.slot;
    Nearest best{4, {s[0], s[1], s[2], newest}, {}, Vector3::Zero(), std::numeric_limits<double>::infinity()};
    double share[4];
    bool outside = false;
    for (int i = 0; i < 3; ++i) {
      share[i] = -p.dot(m[i]);  // of corner i, times volume
      if (share[i] * volume > 0.0) continue;
      const Nearest face = on_triangle(s[(i + 1) % 3], s[(i + 2) % 3], newest);
      if (face.vv < best.vv) best = face;
      outside = true;
    }
    if (outside) return best;
    // The newest corner lies beyond the origin as seen from the others, so the fourth share has the volume's sign; where
    // rounding says otherwise, zero is its best value.
    share[3] = volume - share[0] - share[1] - share[2];
    if (share[3] * volume < 0.0) share[3] = 0.0;
    const double sum = share[0] + share[1] + share[2] + share[3];
    for (int i = 0; i < 4; ++i) {
      best.weight[i] = share[i] / sum;
      best.v += best.weight[i] * y_of(best, i);
    }
    best.vv = best.v.squaredNorm();
    return best;
  }

  Corner corner_[4];
  Nearest now_;
};

}  // namespace tocca
