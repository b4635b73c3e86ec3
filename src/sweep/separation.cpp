#include "sweep/separation.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "core/rounding.hpp"

namespace tocca::separation {
namespace {

/// More than the sum of a thousand products' underflows (2^-1075 each).
constexpr double underflow_slack = 0x1p-1060;
constexpr int most_separating_steps = 24;

/// Up to four points of the difference a - b; nearest() leaves those whose hull holds the point nearest to the origin.
class Simplex {
 public:
  void add(const Vector3& p) { point_[count_++] = p; }
  bool full() const { return count_ == 4; }

  Vector3 nearest() {
    switch (count_) {
      case 1:
        return point_[0];
      case 2:
        return on_segment(point_[0], point_[1]);
      case 3:
        return on_triangle(point_[0], point_[1], point_[2]);
      default:
        return on_tetrahedron();
    }
  }

 private:
  Vector3 keep(const Vector3& p) {
    point_[0] = p;
    count_ = 1;
    return p;
  }

  Vector3 keep(const Vector3& p, const Vector3& q, double share) {
    const Vector3 nearest = p + share * (q - p);
    point_[0] = p;
    point_[1] = q;
    count_ = 2;
    return nearest;
  }

  // Copies: they are points of this simplex, which keep() overwrites.
  // NOLINTNEXTLINE(performance-unnecessary-value-param)
  Vector3 on_segment(const Vector3 p, const Vector3 q) {
    const Vector3 edge = q - p;
    const double along = -p.dot(edge), length = edge.squaredNorm();
    if (!(along > 0.0)) return keep(p);
    return along < length ? keep(p, q, along / length) : keep(q);
  }

  /// By the regions of its corners and edges (the plane's region last).
  // NOLINTNEXTLINE(performance-unnecessary-value-param): copies, as above
  Vector3 on_triangle(const Vector3 p, const Vector3 q, const Vector3 r) {
    const Vector3 pq = q - p, pr = r - p;
    const double p1 = -pq.dot(p), p2 = -pr.dot(p), q1 = -pq.dot(q), q2 = -pr.dot(q), r1 = -pq.dot(r), r2 = -pr.dot(r);
    if (p1 <= 0.0 && p2 <= 0.0) return keep(p);
    if (q1 >= 0.0 && q2 <= q1) return keep(q);
    if (r2 >= 0.0 && r1 <= r2) return keep(r);
    const double at_r = p1 * q2 - q1 * p2, at_q = r1 * p2 - p1 * r2, at_p = q1 * r2 - r1 * q2;
    if (at_r <= 0.0 && p1 >= 0.0 && q1 <= 0.0) return keep(p, q, p1 / (p1 - q1));
    if (at_q <= 0.0 && p2 >= 0.0 && r2 <= 0.0) return keep(p, r, p2 / (p2 - r2));
    if (at_p <= 0.0 && q2 - q1 >= 0.0 && r1 - r2 >= 0.0) return keep(q, r, (q2 - q1) / ((q2 - q1) + (r1 - r2)));
    const double all = at_p + at_q + at_r;
    point_[0] = p;
    point_[1] = q;
    point_[2] = r;
    count_ = 3;
    return p + (at_q / all) * pq + (at_r / all) * pr;
  }

  /// The nearest of the faces that the origin is beyond; the origin itself where it is beyond none.
  Vector3 on_tetrahedron() {
    static constexpr int face[4][4] = {{0, 1, 2, 3}, {0, 1, 3, 2}, {0, 2, 3, 1}, {1, 2, 3, 0}};
    const Simplex whole = *this;
    Simplex best = *this;
    Vector3 nearest = Vector3::Zero();
    bool found = false;
    for (const auto& f : face) {
      const Vector3 &p = whole.point_[f[0]], &q = whole.point_[f[1]], &r = whole.point_[f[2]], &s = whole.point_[f[3]];
      const Vector3 normal = (q - p).cross(r - p);
      if (-p.dot(normal) * (s - p).dot(normal) > 0.0) continue;  // the origin is on the inner side
      Simplex triangle = whole;                                  // all of it, since all of it is copied below
      const Vector3 candidate = triangle.on_triangle(p, q, r);
      if (found && candidate.squaredNorm() >= nearest.squaredNorm()) continue;
      nearest = candidate;
      best = triangle;
      found = true;
    }
    *this = best;
    return nearest;
  }

  Vector3 point_[4];
  int count_ = 0;
};

/// The promise itself: v . x <= a.most(v) for all of a and -v . y <= b.most(-v) for all of b, so
///   |y - x| |v| >= (y - x) . v >= -(a.most(v) + b.most(-v)).
/// The sum and the product are each rounded once.
template <class Shape>
bool proven_apart(const Points& a, const Shape& b, double distance, const Vector3& v) {
  const double length = v.norm() * (1.0 + 8.0 * unit_roundoff) + 0x1p-536;
  return below(-(a.most(v) + b.most(-v))) > above(distance * length);
}

}  // namespace

Vector3 Points::farthest(const Vector3& direction) const {
  const Vector3* best = &points.front();
  double most = best->dot(direction);
  for (const Vector3& p : points.subspan(1)) {
    const double along = p.dot(direction);
    if (along > most) {
      most = along;
      best = &p;
    }
  }
  return *best;
}

/// A dot product of three terms is within 3.01 u sum_i |d_i p_i| of the true one: 4 u pays for this bound's rounding.
double Points::most(const Vector3& direction) const {
  double most = -std::numeric_limits<double>::infinity();
  for (const Vector3& p : points) {
    const double error = 4.0 * unit_roundoff * direction.cwiseAbs().dot(p.cwiseAbs()) + underflow_slack;
    const double along = above(p.dot(direction) + error);
    if (!(along <= most)) most = along;  // NaN stays, and proves nothing
  }
  return most;
}

template <class Shape>
bool apart(const Points& a, const Shape& b, double distance, Vector3& direction) {
  // v runs from a to b: the shortest vector of b - a found so far.
  Vector3 v = direction.squaredNorm() > 0.0 ? direction : Vector3(b.inside() - a.inside());
  Simplex simplex;
  for (int step = 0; step < most_separating_steps; ++step) {
    const Vector3 nearer = b.farthest(-v) - a.farthest(v);
    const double size = v.norm();
    if (nearer.dot(v) > distance * size && proven_apart(a, b, distance, v)) {
      direction = v;
      return true;
    }
    simplex.add(nearer);
    const Vector3 next = simplex.nearest();
    const double length = next.norm();
    // Too near for sure; inside one another; or no progress since the last step of the walk proper.
    if (!(length > distance) || simplex.full() || (step > 0 && !(length < size * (1.0 - 1e-9)))) break;
    v = next;
  }
  direction = v;
  return false;
}

template bool apart<Points>(const Points&, const Points&, double, Vector3&);
template bool apart<Box>(const Points&, const Box&, double, Vector3&);

}  // namespace tocca::separation
