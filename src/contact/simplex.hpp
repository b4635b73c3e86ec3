// Layer: contact.  May include: motion, verdict and what they use.  Checked by tools/check_layers.py.
#pragma once

#include <Eigen/Geometry>
#include <cmath>

#include "tocca/core/rounding.hpp"
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
    size_ = 1;
    corner_[0] = corner;
    weight_[0] = 1.0;
    v_ = corner.y;
  }

  int size() const { return size_; }
  const Vector3& nearest() const { return v_; }
  const Corner& only() const { return corner_[0]; }  ///< right after start()
  bool holds_origin() const { return size_ == 4; }
  bool has(const Vector3& y) const {
    for (int i = 0; i < size_; ++i) {
      if (corner_[i].y == y) return true;
    }
    return false;
  }

  /// Adds a corner and drops those that v does not need. Requires at most three corners.
  void add(const Corner& corner) {
    corner_[size_] = corner;
    ++size_;
    switch (size_) {
      case 2:
        take(on_segment(0, 1));
        break;
      case 3:
        take(on_triangle(0, 1, 2));
        break;
      default:
        take_tetrahedron();
        break;
    }
  }

  Vector3 witness_a() const {
    Vector3 sum = weight_[0] * corner_[0].a;
    for (int i = 1; i < size_; ++i) sum += weight_[i] * corner_[i].a;
    return sum;
  }
  Vector3 witness_b() const {
    Vector3 sum = weight_[0] * corner_[0].b;
    for (int i = 1; i < size_; ++i) sum += weight_[i] * corner_[i].b;
    return sum;
  }

  /// A direction (not unit) that points from the origin to the simplex and is normal to it: v, but computed from the edges
  /// where that is more accurate. v carries the rounding of its corners, so its direction is off by about u size / |v|;
  /// the cross product of two edges by u size / height, which does not grow when the sets come near each other.
  Vector3 normal() const {
    if (size_ == 2) {
      const Vector3 e = corner_[1].y - corner_[0].y;
      const double ee = e.squaredNorm();
      return ee > 0.0 ? Vector3(v_ - (v_.dot(e) / ee) * e) : v_;
    }
    if (size_ == 3) {
      const Vector3 e = corner_[1].y - corner_[0].y, f = corner_[2].y - corner_[0].y;
      const Vector3 m = e.cross(f);
      const double mm = m.squaredNorm();
      // height >= |m| / |longest edge|; longest edge^2 <= 2 (ee + ff)
      if (mm > v_.squaredNorm() * 2.0 * (e.squaredNorm() + f.squaredNorm())) {
        return m.dot(corner_[2].y) < 0.0 ? Vector3(-m) : m;
      }
    }
    return v_;
  }

 private:
  /// The nearest point of a sub-simplex: corners with positive weights.
  struct Nearest {
    int count, corner[3];
    double weight[3];
    Vector3 v;
  };

  Nearest on_segment(int i, int j) const {
    const Vector3 &p = corner_[i].y, &q = corner_[j].y;
    const Vector3 e = q - p;
    const double along = -p.dot(e), ee = e.squaredNorm();
    if (!(along > 0.0)) return {1, {i, 0, 0}, {1.0, 0.0, 0.0}, p};
    if (along >= ee) return {1, {j, 0, 0}, {1.0, 0.0, 0.0}, q};
    const double t = along / ee;
    return {2, {i, j, 0}, {1.0 - t, t, 0.0}, p + t * e};
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
    if (ee > 0.0 && ff > 16.0 * unit_roundoff * unit_roundoff * f.squaredNorm()) {
      const double along = -p.dot(e) / ee;
      const Vector3 p_across = p + along * e;
      const double t = -p_across.dot(f_across) / ff;
      const double s = along - shear * t;
      const double r = 1.0 - s - t;
      if (s > 0.0 && t > 0.0 && r > 0.0) return {3, {i, j, k}, {s, t, r}, p_across + t * f_across};
    }
    const Nearest first = on_segment(i, k), second = on_segment(j, k);
    return first.v.squaredNorm() <= second.v.squaredNorm() ? first : second;
  }

  void take(const Nearest& nearest) {
    Corner kept[3];
    for (int i = 0; i < nearest.count; ++i) kept[i] = corner_[nearest.corner[i]];
    size_ = nearest.count;
    for (int i = 0; i < size_; ++i) corner_[i] = kept[i], weight_[i] = nearest.weight[i];
    v_ = nearest.v;
  }

  void take_tetrahedron() {
    const Vector3& p = corner_[3].y;
    const Vector3 e[3] = {corner_[0].y - p, corner_[1].y - p, corner_[2].y - p};
    const double volume = e[0].dot(e[1].cross(e[2]));
    bool outside = false;
    Nearest best{};
    double least = 0.0;
    double share[4];
    for (int i = 0; i < 3; ++i) {
      const int j = (i + 1) % 3, k = (i + 2) % 3;
      share[i] = -p.dot(e[j].cross(e[k]));  // of corner i, times volume
      if ((share[i] > 0.0) == (volume > 0.0) && share[i] != 0.0) continue;
      const Nearest face = on_triangle(j, k, 3);
      const double distance_sq = face.v.squaredNorm();
      if (!outside || distance_sq < least) best = face, least = distance_sq;
      outside = true;
    }
    if (outside) return take(best);
    // The newest corner lies beyond the origin as seen from the others, so the fourth share has the volume's sign; where
    // rounding says otherwise, zero is its best value.
    share[3] = volume - share[0] - share[1] - share[2];
    if ((share[3] > 0.0) != (volume > 0.0)) share[3] = 0.0;
    const double sum = share[0] + share[1] + share[2] + share[3];
    v_.setZero();
    for (int i = 0; i < 4; ++i) {
      weight_[i] = share[i] / sum;
      v_ += weight_[i] * corner_[i].y;
    }
  }

  int size_ = 0;
  Corner corner_[4];
  double weight_[4];
  Vector3 v_;
};

}  // namespace tocca
