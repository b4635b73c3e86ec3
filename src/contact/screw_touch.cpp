#include "tocca/contact/screw_touch.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>

#include "root_search.hpp"
#include "screw_turn.hpp"
#include "tocca/contact/closest.hpp"
#include "triangle_features.hpp"

namespace tocca {
namespace {

/// Advancement along half-spaces: at a time t a plane between the two features holds for as long as no point of A can have reached it, velocities
/// and accelerations being known; then the next plane.
class Advancement {
 public:
  Advancement(const ScrewFrame& frame, const ScrewFeatures& features, double level, double tolerance_m);

  enum class Found { apart, touch };
  /// From t on, through the window. Apart: farther than the level until t, which is beyond the window. Touch: until t; and at t as near
  /// as can be told.
  Found run(const RootWindow& window, double& t);

 private:
  struct Gap {
    double lower, upper;
    Vector3 normal, foot;  ///< from b to a; of B
  };
  void place(double t);
  Gap nearest() const;
  Gap nearest_by_pieces() const;
  double rounding(double distance) const { return placing_ + 32.0 * unit_roundoff * (size_ + distance); }
  double lower_along(const Vector3& normal, const Vector3& foot, double distance) const;
  double proven_until(double t, const Gap& gap) const;

  /// Times less than this apart are the same: a few roundings of a time in [0, 1].
  static constexpr double least_step = 0x1p-50;
  /// What takes more steps slides along: then the tolerance decides.
  static constexpr int patience = 48;

  const ScrewFrame& frame_;
  const ScrewFeatures& features_;
  double level_, tolerance_;
  int count_a_ = 1, count_b_ = 1;
  double size_ = 0.0;  ///< of both features together
  double placing_, acceleration_, speed_;
  Vector3 a_[3];  ///< A's points at the time looked at
};

double extent(const Vector3 (&p)[3], int count) {
  double size = 0.0;
  for (int i = 1; i < count; ++i) size = std::max(size, (p[i] - p[0]).lpNorm<1>());
  return size;
}

Advancement::Advancement(const ScrewFrame& frame, const ScrewFeatures& features, double level, double tolerance_m)
    : frame_(frame), features_(features), level_(level), tolerance_(tolerance_m) {
  switch (features.kind) {
    case ContactKind::vertex_face:
      count_b_ = 3;
      break;
    case ContactKind::face_vertex:
      count_a_ = 3;
      break;
    default:
      count_a_ = count_b_ = 2;
  }
  double reach = 0.0, from_axis = 0.0;
  for (int i = 0; i < count_a_; ++i) {
    reach = std::max(reach, features.a[i].lpNorm<1>());
    from_axis = std::max(from_axis, std::fabs(frame.arm_m + features.a[i].x()) + std::fabs(features.a[i].y()));
  }
  size_ = extent(features.a, count_a_) + extent(features.b, count_b_);
  // A moved point's three coordinates are sums as in an equation: sqrt(3) < 2 times the bound of one.
  const double slide = std::fabs(frame.translation_m);
  placing_ = 2.0 * screw_rounding(frame.angle_rad, reach + slide, from_axis);
  acceleration_ = (1.0 + 0x1p-40) * frame.angle_rad * (frame.angle_rad * from_axis);
  speed_ = frame.angle_rad * from_axis + slide;
}

void Advancement::place(double t) {
  const ScrewTurn turn(frame_.angle_rad, t);
  for (int i = 0; i < count_a_; ++i) {
    const Vector3& p = features_.a[i];
    const double x = frame_.arm_m + p.x(), y = p.y();
    a_[i] = Vector3(p.x() - (x * turn.versine + y * turn.sine), p.y() + (x * turn.sine - y * turn.versine),
                    p.z() + t * frame_.translation_m);
  }
}

Advancement::Gap Advancement::nearest() const {
  const Vector3(&b)[3] = features_.b;
  Vector3 on_a = a_[0], on_b = b[0];
  switch (features_.kind) {
    case ContactKind::vertex_face:
      on_b = nearest_on_triangle(a_[0], b[0], b[1], b[2]);
      break;
    case ContactKind::face_vertex:
      on_a = nearest_on_triangle(b[0], a_[0], a_[1], a_[2]);
      break;
    default: {
      const Vector3 d = a_[1] - a_[0], e = b[1] - b[0];
      const auto [s, t] = nearest_on_segments(a_[0], d, b[0], e);
      on_a = a_[0] + s * d, on_b = b[0] + t * e;
    }
  }
  const Vector3 apart = on_a - on_b;
  const double distance = apart.norm();
  if (!(distance > 0.0)) return {0.0, distance, Vector3::Zero(), on_b};
  const Vector3 normal = apart / distance;
  return {lower_along(normal, on_b, distance), distance, normal, on_b};
}

Advancement::Gap Advancement::nearest_by_pieces() const {
  ConvexPiece a, b;
  a.count = count_a_, b.count = count_b_;
  std::copy_n(a_, count_a_, a.point);
  std::copy_n(features_.b, count_b_, b.point);
  const Closest found = closest(a, b);
  return {lower_along(found.normal, found.point_b, found.upper), found.upper, found.normal, found.point_b};
}

/// The gap between the shadows of both features, at most their true distance. Each product of three terms errs by 8 u of the vector's length,
/// which is at most size + distance; so does the normal's length, 4 u, and there are two of them.
double Advancement::lower_along(const Vector3& normal, const Vector3& foot, double distance) const {
  double lowest = std::numeric_limits<double>::infinity(), highest = -lowest;
  for (int i = 0; i < count_a_; ++i) lowest = std::min(lowest, normal.dot(a_[i] - foot));
  for (int i = 0; i < count_b_; ++i) highest = std::max(highest, normal.dot(features_.b[i] - foot));
  return lowest - highest - rounding(distance);
}

/// The time at which gap + rate s - acceleration s^2 / 2 = 0, gap > 0, by the form in which nothing cancels.
double time_to_cross(double gap, double rate, double acceleration) {
  const double root = std::sqrt(rate * rate + 2.0 * acceleration * gap);
  return rate > 0.0 ? (rate + root) / acceleration : 2.0 * gap / (root - rate);
}

/// Until when no point of A can be at the plane that is `level` from B across gap.normal: each is some way off, moves with a rate along the
/// normal now, and no acceleration exceeds w^2 times the distance from the axis. The rate errs by w times the place's error and by
/// 2^-48 of the speed.
double Advancement::proven_until(double t, const Gap& gap) const {
  const Vector3& n = gap.normal;
  double highest = -std::numeric_limits<double>::infinity(), least = -highest;
  for (int i = 0; i < count_b_; ++i) highest = std::max(highest, n.dot(features_.b[i] - gap.foot));
  const double beyond = highest + rounding(gap.upper) + level_;
  const double rate_error = frame_.angle_rad * placing_ + 0x1p-45 * speed_;
  for (int i = 0; i < count_a_; ++i) {
    const double turning = n.y() * (frame_.arm_m + a_[i].x()) - n.x() * a_[i].y();
    const double rate = frame_.angle_rad * turning + n.z() * frame_.translation_m - rate_error;
    least = std::min(least, time_to_cross(n.dot(a_[i] - gap.foot) - beyond, rate, acceleration_));
  }
  return t + (1.0 - 0x1p-40) * least - 0x1p-52;  // the sum is rounded by 2^-53 at most
}

Advancement::Found Advancement::run(const RootWindow& window, double& t) {
  for (int step = 0;; ++step) {
    place(t);
    Gap gap = nearest();
    // bounds that do not meet: the points or the normal are not the best there are
    if (!(gap.lower > level_) && gap.upper > level_ + 4.0 * rounding(gap.upper)) gap = nearest_by_pieces();
    if (!(gap.lower > level_)) return Found::touch;
    const double next = proven_until(t, gap);
    if (next > window.to) {
      t = next;
      return Found::apart;
    }
    if (!(next > t + least_step) || (step >= patience && gap.upper <= level_ + tolerance_)) return Found::touch;
    t = next;
  }
}

}  // namespace

ScrewEquation contact_equation(const ScrewFrame& frame, const ScrewFeatures& features) {
  switch (features.kind) {
    case ContactKind::vertex_face:
      return vertex_face_equation(frame, features.a[0], features.b);
    case ContactKind::face_vertex:
      return face_vertex_equation(frame, features.a, features.b[0]);
    default:
      return edge_edge_equation(frame, features.a[0], features.a[1], features.b[0], features.b[1]);
  }
}

bool first_touch(const ScrewFrame& frame, const ScrewFeatures& features, double level, double tolerance_m, double from,
                 double to, ScrewTouch& touch, std::uint64_t& roots) {
  ++roots;
  const ScrewEquation f = contact_equation(frame, features);
  RootSearch search(f, level, from, to);
  RootWindow window;
  if (!search.next(window)) return false;
  Advancement advancement(frame, features, level, tolerance_m);
  do {
    double t = window.from;
    if (advancement.run(window, t) == Advancement::Found::touch) {
      touch = {t, t};
      return true;
    }
    search.skip_to(t);
  } while (search.next(window));
  return false;
}

}  // namespace tocca
