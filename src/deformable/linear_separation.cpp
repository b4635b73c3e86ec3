#include "deformable/linear_separation.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>

#include "contact/triangle_features.hpp"
#include "core/rounding.hpp"
#include "core/vectors.hpp"
#include "deformable/linear_filter.hpp"
#include "deformable/linear_scalar.hpp"
#include "tocca/core/require.hpp"

namespace tocca {
namespace {

/// Steps after which the answer is contact at the last time proven free: reached where a separation is some 2^-40 of the
/// features, which close in ever more slowly.
constexpr int most_separation_steps = 1000;
/// Steps after which the costlier axes that are guided from one time to another are tried too.
constexpr int patience = 8;

/// A vertex of the second feature seen from one of the first, at both ends of the motion: off by u of each coordinate.
struct VertexPair {
  Vector3 start, end;
};

template <bool face>
class LinearAdvancement {
 public:
  LinearAdvancement(const FourVertices& vertices, double separation)
      : query_(vertices.from[0].data()), separation_(separation), tolerance_(linear_tolerance(vertices, separation)) {
    query_.find_polynomials();
    const std::size_t first_count = face ? 1 : 2;
    for (std::size_t i = 0; i < 4; ++i) {
      local_[i] = {vector_of(vertices.from[i]) - vector_of(vertices.from[0]),
                   vector_of(vertices.to[i]) - vector_of(vertices.to[0])};
    }
    for (std::size_t i = 0; i < first_count; ++i) {
      for (std::size_t k = first_count; k < 4; ++k) {
        pairs_[pair_count_++] = {vector_of(vertices.from[k]) - vector_of(vertices.from[i]),
                                 vector_of(vertices.to[k]) - vector_of(vertices.to[i])};
      }
    }
  }

  LinearAnswer run(double t, double to) const {
    query_.clip_separated(separation_, t, to);
    for (int step = 0; step < most_separation_steps && t <= to; ++step) {
      double next = free_until(t, to);
      if (next > t && step >= patience) next = std::max(next, clear_by_guiding(t, next, to));
      if (!(next > t)) break;
      t = next;
    }
    return t <= to ? LinearAnswer{Outcome::contact, {t, t}} : LinearAnswer{};
  }

 private:
  /// A later time before which, from t on, the features are farther apart than the separation; t where they are within
  /// half the tolerance of it.
  double free_until(double t, double to) const {
    const std::array<Vector3, 4> v = at(t);
    const Vector3 w = between_nearest(v);
    // Points of the features, off by some 20 u of the largest coordinate: half the tolerance is 128 u of it or more.
    const double distance = w.norm();
    if (!(distance > separation_ + 0.5 * tolerance_)) return t;
    double next = std::max(clear_along(w, t), turning_clear(t, to));
    // Where the nearest points are near, rounding tilts the axis: take the part along the edges away, or take a normal.
    const auto better = [&](const Vector3& n) { next = std::max({next, clear_along(n, t), clear_along(-n, t)}); };
    const double hoped = t + 0.25 * (distance - separation_) / (distance + fastest());
    if (next < hoped) {
      if (face) {
        const Vector3 d = v[2] - v[1], e = v[3] - v[2], f = v[1] - v[3];
        better(d.cross(e));
        for (const Vector3& edge : {d, e, f}) better(without(without(w, edge), edge));
      } else {
        const Vector3 d = v[1] - v[0], e = v[3] - v[2];
        better(without(without(d.cross(e), d), e));
        better(without(without(w, d), d));
        better(without(without(w, e), e));
      }
    }
    return next;
  }

  /// By the axis that turns: over all that is left, then over about as much as that gave.
  double turning_clear(double t, double to) const {
    const double next = query_.turning_clear(separation_, t, to), reach = t + 4.0 * (next - t);
    if (!(next > t) || !(reach < to)) return next;
    const double nearer = query_.turning_clear(separation_, t, reach);
    return std::max(next, nearer > 1.0 ? reach : nearer);
  }

  /// By an axis that goes from the direction between the nearest points now to that at a later time b, for some b: it
  /// follows features that close in ever more slowly, whatever their nearest points are.
  double clear_by_guiding(double t, double next, double to) const {
    const Vector3 now = between_nearest(at(t)).normalized();
    double best = next;
    for (double b = to; b > best && best <= to; b = t + 0.25 * (b - t)) {
      const Vector3 then = between_nearest(at(b)).normalized();
      if (now.dot(then) > 0.5) best = std::max(best, clear_between(now, t, then, b));
      if (best > to) break;
    }
    return best;
  }

  /// Along an axis n that is linear in time, m at t and n at b, every pair of vertices is a quadratic; its
  /// coefficients in Bernstein's form on [t, b], less separation times those of an upper bound of |axis|, are positive
  /// until the zero of the steepest line from the first, as in turning_clear. A difference at a time is off by 5 u of
  /// its ends, a product with an axis by 16 u |axis|_1 of them, sums included.
  double clear_between(const Vector3& m, double t, const Vector3& n, double b) const {
    const double keep = separation_ * (1.0 + 8.0 * unit_roundoff), keep_m = keep * m.norm(), keep_n = keep * n.norm();
    const double axis = std::max(m.lpNorm<1>(), n.lpNorm<1>());
    double part = 1.0, lowest = 1.0;
    for (int k = 0; k < pair_count_; ++k) {
      const VertexPair& pair = pairs_[static_cast<std::size_t>(k)];
      const Vector3 d = (1.0 - t) * pair.start + t * pair.end, e = (1.0 - b) * pair.start + b * pair.end;
      const double size = pair.start.lpNorm<Eigen::Infinity>() + pair.end.lpNorm<Eigen::Infinity>();
      const double error = 32.0 * unit_roundoff * (axis * size + keep_m + keep_n) + 0x1p-800;
      const double c0 = m.dot(d) - keep_m - error, c2 = n.dot(e) - keep_n - error;
      const double c1 = 0.5 * (m.dot(e) + n.dot(d)) - 0.5 * (keep_m + keep_n) - error;
      if (!(c0 > 0.0)) return t;
      if (c1 < c0) part = std::min(part, 0.5 * c0 / (c0 - c1));
      if (c2 < c0) part = std::min(part, c0 / (c0 - c2));
      lowest = std::min({lowest, c1, c2});
    }
    if (lowest > 0.0) return b >= 1.0 ? 2.0 : b;
    return std::max(t, (t + (b - t) * part * (1.0 - 16.0 * unit_roundoff)) * (1.0 - 8.0 * unit_roundoff));
  }

  std::array<Vector3, 4> at(double t) const {
    std::array<Vector3, 4> v;
    for (std::size_t i = 0; i < 4; ++i) v[i] = (1.0 - t) * local_[i].start + t * local_[i].end;
    return v;
  }

  double fastest() const {
    double speed = 0.0;
    for (int k = 0; k < pair_count_; ++k) {
      const VertexPair& pair = pairs_[static_cast<std::size_t>(k)];
      speed = std::max(speed, (pair.end - pair.start).norm());
    }
    return speed;
  }

  /// From a point of the first feature to one of the second.
  Vector3 between_nearest(const std::array<Vector3, 4>& v) const {
    if (face) return nearest_on_triangle(v[0], v[1], v[2], v[3]) - v[0];
    const Vector3 d = v[1] - v[0], e = v[3] - v[2];
    const auto [s, r] = nearest_on_segments(v[0], d, v[2], e);
    return (v[2] + r * e) - (v[0] + s * d);
  }

  /// Along n every pair of vertices is linear in time, n . start to n . end, each off by at most 5 u |n|_1 |pair|_max
  /// (difference, product, two sums). Where both ends less error and separation |n| give a line that is positive
  /// at t, there is no contact until its zero. Beyond 1 where it has none. Of any length: a product of short edges is
  /// so short that its square underflows, and |n| with it, so that it is brought to a length between 1 and 2 first.
  double clear_along(const Vector3& along, double t) const {
    const double largest = along.lpNorm<Eigen::Infinity>();
    if (!(largest >= 0x1p-1000)) return t;  // the quotient of smaller ones might overflow
    const Vector3 n = along / largest;
    const double keep = separation_ * n.norm() * (1.0 + 8.0 * unit_roundoff), size = n.lpNorm<1>();
    double next = 2.0;
    for (int k = 0; k < pair_count_; ++k) {
      const VertexPair& pair = pairs_[static_cast<std::size_t>(k)];
      const double error = 8.0 * unit_roundoff * size *
                               std::max(pair.start.lpNorm<Eigen::Infinity>(), pair.end.lpNorm<Eigen::Infinity>()) +
                           0x1p-800;
      // Rounding of the two subtractions: 3 u of what is subtracted from.
      const double start = n.dot(pair.start), end = n.dot(pair.end);
      const double a = start - keep - error - 4.0 * unit_roundoff * (std::fabs(start) + keep);
      const double b = end - keep - error - 4.0 * unit_roundoff * (std::fabs(end) + keep);
      if (!((1.0 - t) * a + t * b > 8.0 * unit_roundoff * (std::fabs(a) + std::fabs(b)))) return t;
      if (b < 0.0) next = std::min(next, a / (a - b) * (1.0 - 8.0 * unit_roundoff));
    }
    return std::max(next, t);
  }

  linear_scalar::LaneQueries<face, 1> query_;
  double separation_, tolerance_;
  std::array<VertexPair, 4> local_, pairs_;
  int pair_count_ = 0;
};

}  // namespace

double linear_tolerance(const FourVertices& vertices, double separation_m) {
  double size = 0.0;
  for (std::size_t i = 1; i < 4; ++i) {
    for (std::size_t c = 0; c < 3; ++c) {
      size = std::max({size, std::fabs(vertices.from[i][c] - vertices.from[0][c]),
                       std::fabs(vertices.to[i][c] - vertices.to[0][c])});
    }
  }
  return 0x1p-20 * separation_m + 256.0 * unit_roundoff * size;
}

LinearAnswer separated_linear_contact(LinearKind kind, const FourVertices& vertices, double separation_m, double from,
                                      double to) {
  TOCCA_REQUIRE(below_filter_range(vertices), "coordinates must be below the range of the filter");
  return kind == LinearKind::vertex_face ? LinearAdvancement<true>(vertices, separation_m).run(from, to)
                                         : LinearAdvancement<false>(vertices, separation_m).run(from, to);
}

}  // namespace tocca
