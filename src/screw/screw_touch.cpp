#include "screw/screw_touch.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>

#include "contact/closest.hpp"
#include "contact/triangle_features.hpp"
#include "screw/root_search.hpp"
#include "screw/screw_turn.hpp"

namespace tocca {
namespace {

/// Advancement along half-spaces: at a time t a plane between the two features holds for as long as no moving point can
/// have reached it, velocities and accelerations being known; then the next plane. A face stands still and a vertex
/// moves: where the face is A's, the screw is reversed.
class ScrewAdvancement {
 public:
  ScrewAdvancement(const ScrewFrame& frame, const ScrewFeatures& features, double level, double tolerance_m);

  enum class Found { apart, touch };
  /// From t on, through the window. Apart: farther than the level until t, which is beyond the window. Touch: farther
  /// until t, and at t as near as rounding can show.
  Found run(const RootWindow& window, double& t);

 private:
  struct Gap {
    double lower, upper;
    Vector3 normal, foot;  ///< from what stands still to what moves; of what stands still
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

  const bool edges_;
  const int count_moving_, count_still_;
  const Vector3 *start_, *still_;
  const double arm_, angle_, slide_, level_, tolerance_;
  double size_ = 0.0;  ///< of both features together
  double placing_, acceleration_, speed_;
  Vector3 moving_[2];  ///< at the time looked at
};

double extent(const Vector3* p, int count) {
  double size = 0.0;
  for (int i = 1; i < count; ++i) size = std::max(size, (p[i] - p[0]).lpNorm<1>());
  return size;
}

ScrewAdvancement::ScrewAdvancement(const ScrewFrame& frame, const ScrewFeatures& features, double level,
                                   double tolerance_m)
    : edges_(features.kind == ContactKind::edge_edge),
      count_moving_(edges_ ? 2 : 1),
      count_still_(edges_ ? 2 : 3),
      start_(features.kind == ContactKind::face_vertex ? features.b : features.a),
      still_(features.kind == ContactKind::face_vertex ? features.a : features.b),
      arm_(frame.arm_m),
      angle_(features.kind == ContactKind::face_vertex ? -frame.angle_rad : frame.angle_rad),
      slide_(features.kind == ContactKind::face_vertex ? -frame.translation_m : frame.translation_m),
      level_(level),
      tolerance_(tolerance_m) {
  double reach = 0.0, from_axis = 0.0;
  for (int i = 0; i < count_moving_; ++i) {
    reach = std::max(reach, start_[i].lpNorm<1>());
    from_axis = std::max(from_axis, std::fabs(arm_ + start_[i].x()) + std::fabs(start_[i].y()));
  }
  size_ = extent(start_, count_moving_) + extent(still_, count_still_);
  // A moved point's three coordinates are sums as in an equation: sqrt(3) < 2 times the bound of one.
  placing_ = 2.0 * screw_rounding(frame.angle_rad, reach + std::fabs(slide_), from_axis);
  acceleration_ = (1.0 + 0x1p-40) * frame.angle_rad * (frame.angle_rad * from_axis);
  speed_ = frame.angle_rad * from_axis + std::fabs(slide_);
}

void ScrewAdvancement::place(double t) {
  const ScrewTurn turn(angle_, t);
  for (int i = 0; i < count_moving_; ++i) {
    const Vector3& p = start_[i];
    const double x = arm_ + p.x(), y = p.y();
    moving_[i] = Vector3(p.x() - (x * turn.versine + y * turn.sine), p.y() + (x * turn.sine - y * turn.versine),
                         p.z() + t * slide_);
  }
}

ScrewAdvancement::Gap ScrewAdvancement::nearest() const {
  Vector3 moving = moving_[0], still;
  if (edges_) {
    const Vector3 d = moving_[1] - moving_[0], e = still_[1] - still_[0];
    const auto [s, t] = nearest_on_segments(moving_[0], d, still_[0], e);
    moving = moving_[0] + s * d, still = still_[0] + t * e;
  } else {
    still = nearest_on_triangle(moving, still_[0], still_[1], still_[2]);
  }
  const Vector3 apart = moving - still;
  const double distance = apart.norm();
  if (!(distance > 0.0)) return {0.0, distance, Vector3::Zero(), still};
  const Vector3 normal = apart / distance;
  return {lower_along(normal, still, distance), distance, normal, still};
}

ScrewAdvancement::Gap ScrewAdvancement::nearest_by_pieces() const {
  ConvexPiece a, b;
  a.count = count_moving_, b.count = count_still_;
  std::copy_n(moving_, count_moving_, a.point);
  std::copy_n(still_, count_still_, b.point);
  const Distance found = closest(a, b);
  return {lower_along(found.normal, found.point_b, found.upper), found.upper, found.normal, found.point_b};
}

/// The gap between the shadows of both features, at most their true distance. Each product of three terms errs by 8 u
/// of the vector's length, which is at most size + distance; so does the normal's length, 4 u, and there are two of
/// them.
double ScrewAdvancement::lower_along(const Vector3& normal, const Vector3& foot, double distance) const {
  double lowest = std::numeric_limits<double>::infinity(), highest = -lowest;
  for (int i = 0; i < count_moving_; ++i) lowest = std::min(lowest, normal.dot(moving_[i] - foot));
  for (int i = 0; i < count_still_; ++i) highest = std::max(highest, normal.dot(still_[i] - foot));
  return lowest - highest - rounding(distance);
}

/// The time at which gap + rate s - acceleration s^2 / 2 = 0, by the form in which nothing cancels. 0 where rounding
/// left no gap.
double time_to_cross(double gap, double rate, double acceleration) {
  if (!(gap > 0.0)) return 0.0;
  const double root = std::sqrt(rate * rate + 2.0 * acceleration * gap);
  return rate > 0.0 ? (rate + root) / acceleration : 2.0 * gap / (root - rate);
}

/// Until when no moving point can be at the plane that is `level` from the other feature across gap.normal: each is
/// some way off, moves with a rate along the normal now, and no acceleration exceeds w^2 times the distance from the
/// axis. The rate errs by w times the place's error and by 2^-48 of the speed.
double ScrewAdvancement::proven_until(double t, const Gap& gap) const {
  const Vector3& n = gap.normal;
  double highest = -std::numeric_limits<double>::infinity(), least = -highest;
  for (int i = 0; i < count_still_; ++i) highest = std::max(highest, n.dot(still_[i] - gap.foot));
  const double beyond = highest + rounding(gap.upper) + level_;
  const double rate_error = std::fabs(angle_) * placing_ + 0x1p-45 * speed_;
  for (int i = 0; i < count_moving_; ++i) {
    const double turning = n.y() * (arm_ + moving_[i].x()) - n.x() * moving_[i].y();
    const double rate = angle_ * turning + n.z() * slide_ - rate_error;
    least = std::min(least, time_to_cross(n.dot(moving_[i] - gap.foot) - beyond, rate, acceleration_));
  }
  return t + (1.0 - 0x1p-40) * least - 0x1p-52;  // the sum is rounded by 2^-53 at most
}

ScrewAdvancement::Found ScrewAdvancement::run(const RootWindow& window, double& t) {
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
                 double to, Bracket& touch, std::uint64_t& roots) {
  ++roots;
  const ScrewEquation f = contact_equation(frame, features);
  RootSearch search(f, level, from, to);
  RootWindow window;
  if (!search.next(window)) return false;
  ScrewAdvancement advancement(frame, features, level, tolerance_m);
  do {
    double t = window.from;
    if (advancement.run(window, t) == ScrewAdvancement::Found::touch) {
      touch = {t, t};
      return true;
    }
    search.skip_to(t);
  } while (search.next(window));
  return false;
}

}  // namespace tocca
