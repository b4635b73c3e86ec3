// The signed distance of two solids. Proof: docs/maths/penetration.md.
#include "contact/signed_distance.hpp"

#include <Eigen/Geometry>
#include <cmath>
#include <optional>

#include "contact/closest.hpp"
#include "contact/local_piece.hpp"
#include "contact/triangle_features.hpp"
#include "core/exact_sign.hpp"
#include "core/rounding.hpp"
#include "tocca/core/error.hpp"
#include "tocca/shape/convex_hull.hpp"

namespace tocca {
namespace {

constexpr int most_depth_rounds = 48;
constexpr std::size_t most_points = 6000;

/// Radii only shift a signed distance (supports of balls are constants): they are taken off and put back at the end.
double radius_of(const ConvexPiece& piece) { return piece.kind == ConvexPiece::Kind::core ? piece.radius : 0.0; }
ConvexPiece without_radius(ConvexPiece piece) {
  if (piece.kind == ConvexPiece::Kind::core) piece.radius = 0.0;
  return piece;
}

/// A polytope of points of the Minkowski difference a - b of two radius-free pieces, grown towards the directions in
/// which the origin is nearest to its surface.
class Difference {
 public:
  Difference(const ConvexPiece& a, const ConvexPiece& b, const Vector3& origin) : a_(a, origin), b_(b, origin) {}

  /// Points in all directions, those of a tetrahedron that is as thick as the difference among them.
  void start() {
    for (int i = 0; i < 3; ++i) add_both(Vector3::Unit(i));
    for (int i = 0; i < 4; ++i) add_both(Vector3(i & 1 ? 1.0 : -1.0, i & 2 ? 1.0 : -1.0, 1.0));
    Vector3 longest = Vector3::UnitX();
    double most = 0.0;
    for (const Vector3& p : points_) {
      for (const Vector3& q : points_) {
        if ((p - q).squaredNorm() > most) longest = p - q, most = longest.squaredNorm();
      }
    }
    const Vector3 across = longest.unitOrthogonal(), other = longest.normalized().cross(across);
    for (const Vector3& n : {across, other, Vector3(across + other), Vector3(across - other)}) add_both(n);
  }

  /// Adds the point farthest along a direction. False: it lies no farther than `least` along it.
  bool add(const Vector3& direction, double least) {
    Vector3 y = a_.farthest(direction) - b_.farthest(-direction);
    if (!(direction.dot(y) > least)) return false;
    for (double& x : y) x = std::fabs(x) < 1e-80 ? 0.0 : x;  // the exact signs' range; covered by error()
    points_.push_back(y);
    return true;
  }

  /// Stored points are no farther than this from points of the true difference: 16 u reach for each side
  /// (LocalPiece::farthest), one subtraction, numbers set to zero.
  double error() const { return rounded_up(40.0 * unit_roundoff * (a_.reach() + b_.reach()) + 2e-80, 8.0); }
  double reach() const { return a_.reach() + b_.reach(); }
  std::size_t size() const { return points_.size(); }

  /// The exact hull of the points; none if they lie in one plane.
  std::optional<ConvexHull> hull() const {
    try {
      return ConvexHull(points_);
    } catch (const InputError&) {
      return std::nullopt;
    }
  }

 private:
  void add_both(const Vector3& direction) {
    constexpr double everything = -std::numeric_limits<double>::infinity();
    add(direction, everything);
    add(-direction, everything);
  }

  LocalPiece a_, b_;
  std::vector<Vector3> points_;
};

/// The radius of a ball around the origin that lies inside the hull: 0 unless proven. The origin is on the inner side of
/// every face (exact signs), so the distance to the surface is the least one to its triangles (each by closest()).
double proven_ball(const ConvexHull& hull) {
  const Vector3 zero = Vector3::Zero();
  ConvexPiece origin;
  origin.count = 1;
  origin.point[0] = zero;
  double radius = std::numeric_limits<double>::infinity();
  const auto& v = hull.vertices();
  for (const Triangle& t : hull.triangles()) {
    if (orient3d(v[t[0]].data(), v[t[1]].data(), v[t[2]].data(), zero.data()) >= 0) return 0.0;
    radius = std::min(radius, closest(origin, ConvexPiece::triangle(v[t[0]], v[t[1]], v[t[2]])).lower);
  }
  return radius;
}

class DepthSearch {
 public:
  DepthSearch(const ConvexPiece& a, const ConvexPiece& b, double tolerance, double near)
      : a_(a), b_(b), radii_(radius_of(a) + radius_of(b)), tolerance_(tolerance), near_(near) {}

  Distance run() {
    const ConvexPiece core_a = without_radius(a_), core_b = without_radius(b_);
    const Distance apart = closest(core_a, core_b);
    result_ = {-std::numeric_limits<double>::infinity(), shifted(apart.upper), apart.normal};
    offer(apart.normal);
    if (apart.lower > 0.0 || done()) return result_;
    const auto is_segment = [](const ConvexPiece& piece) {
      return piece.kind == ConvexPiece::Kind::core && piece.count < 3;
    };
    if (is_segment(a_) && is_segment(b_)) {
      cross_segments();
    } else {
      grow(core_a, core_b);
    }
    return result_;
  }

 private:
  /// A signed distance of the cores, rounded up, as one of the pieces.
  double shifted(double core) const { return core - radii_ + 4.0 * unit_roundoff * (std::fabs(core) + radii_); }

  bool done() const {
    const double width = std::max(tolerance_, 0.125 * (result_.lower - near_));
    return result_.upper - result_.lower <= width || result_.upper < near_;
  }

  /// Any direction's gap is a lower bound. Returns the gap.
  double offer(const Vector3& n) {
    const double gap = gap_along(n, a_, b_);
    if (gap > result_.lower) result_.lower = gap, result_.normal = n;
    return gap;
  }

  /// Two points or segments that meet: any direction across both has no gap and no overlap.
  void cross_segments() {
    const auto along = [](const ConvexPiece& piece) {
      return piece.count == 2 ? Vector3(piece.point[1] - piece.point[0]) : Vector3(Vector3::Zero());
    };
    const Vector3 d = along(a_), e = along(b_), normal = d.cross(e);
    for (const Vector3& n : {normal, d.isZero(0.0) ? Vector3::UnitX() : d.unitOrthogonal(),
                             e.isZero(0.0) ? Vector3::UnitX() : e.unitOrthogonal()}) {
      const double length = n.norm();
      if (!(length > 0x1p-400)) continue;
      offer(n / length);
      offer(-n / length);
    }
  }

  void grow(const ConvexPiece& core_a, const ConvexPiece& core_b) {
    Difference difference(core_a, core_b, a_.some_point());
    difference.start();
    for (int round = 0; round < most_depth_rounds && difference.size() < most_points; ++round) {
      const std::optional<ConvexHull> hull = difference.hull();
      if (!hull) return;
      const double ball = towards_origin(*hull, difference);
      const double guess = -ball - radii_;
      if (guess < near_ || guess - result_.lower <= tolerance_ || done_with(guess) || !grown_) {
        result_.upper = std::min(result_.upper, shifted(difference.error() - proven_ball(*hull)));
        if (done() || !grown_) return;
      }
    }
  }

  bool done_with(double upper) const { return upper - result_.lower <= 0.125 * (result_.lower - near_); }

  /// Adds points behind every triangle that is nearer to the origin than the surface is known to be. Returns about the
  /// radius of the largest ball in the hull; negative where the origin is outside.
  double towards_origin(const ConvexHull& hull, Difference& difference) {
    const double noise = 64.0 * unit_roundoff * difference.reach();
    double ball = std::numeric_limits<double>::infinity();
    grown_ = false;
    const auto& v = hull.vertices();
    for (const Triangle& t : hull.triangles()) {
      const Vector3 foot = nearest_on_triangle(Vector3::Zero(), v[t[0]], v[t[1]], v[t[2]]);
      Vector3 n = (v[t[1]] - v[t[0]]).cross(v[t[2]] - v[t[0]]);
      const double length = n.norm(), size = (v[t[1]] - v[t[0]]).squaredNorm() + (v[t[2]] - v[t[0]]).squaredNorm();
      double distance = foot.norm();
      if (length > 1e-12 * size) {
        n /= length;
        if (n.dot(v[t[0]]) < 0.0) distance = n.dot(v[t[0]]);
      } else {  // a sliver's normal is mostly rounding
        if (!(distance > noise)) continue;
        n = foot / distance;
      }
      ball = std::min(ball, distance);
      const double core_depth = -result_.lower - radii_;
      if (distance >= core_depth - 0.5 * tolerance_) continue;
      offer(-n);
      grown_ = difference.add(n, n.dot(v[t[0]]) + noise) || grown_;
    }
    return ball;
  }

  const ConvexPiece &a_, &b_;
  double radii_, tolerance_, near_;
  Distance result_{};
  bool grown_ = false;
};

}  // namespace

Distance signed_distance(const ConvexPiece& a, const ConvexPiece& b, double tolerance, double near) {
  return DepthSearch(a, b, tolerance, near).run();
}

}  // namespace tocca
