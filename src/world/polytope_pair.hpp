#pragma once

#include "core/rounding.hpp"
#include "shape/farthest_vertex.hpp"
#include "tocca/core/require.hpp"
#include "world/closest_features.hpp"
#include "world/polytope_regions.hpp"

namespace tocca {

/// Two placed polytopes with the world's axes, seen from the origin of b's frame: differences of positions are rounded relative to
/// themselves, so nothing depends on where in the world they are. What is proven about a distance is proven here: bounds
/// below and above, rounding included (docs/maths/closest_features.md; w is unit_roundoff, S is scale()).
class PolytopePair {
 public:
  PolytopePair(const PlacedPolytope& a, const PlacedPolytope& b)
      : a_(*a.shape), b_(*b.shape), X_WA_(*a.X), X_WB_(*b.X), offset_(a.X->translation - b.X->translation) {
    scale_ = offset_.lpNorm<1>() + a_.reach() + b_.reach();
  }

  const Polytope& a() const { return a_; }
  const Polytope& b() const { return b_; }
  Vector3 seen_a(const Vector3& p_A) const { return X_WA_.rotation * p_A + offset_; }
  Vector3 seen_b(const Vector3& p_B) const { return X_WB_.rotation * p_B; }
  const Matrix3& rotation_a() const { return X_WA_.rotation; }
  const Matrix3& rotation_b() const { return X_WB_.rotation; }
  const Vector3& offset() const { return offset_; }
  Vector3 in_world(const Vector3& seen) const { return X_WB_.translation + seen; }
  /// No number met on the way to a gap or a distance is larger.
  double scale() const { return scale_; }

  /// The gap of the two along `direction`, of this length, rounded down. A polytope of many vertices climbs from its feature, and
  /// leaves the vertex it found there.
  ///
  /// Error       The product with the offset 4 w S; each support: the direction turned into its frame 5.2 w S, its dot products
  ///             4 w S (dot_error); two sums 2 w S; length and quotient 4 w S; together under 16 w S, and 32 w S leave room for
  ///             rotations that stretch by 2^-20.
  double gap(const Vector3& direction, double length, Feature& a, Feature& b) const {
    if (!(length > 0x1p-400)) return -scale_;
    const double far_a = farthest(a_, X_WA_.rotation.transpose() * -direction, length, a);
    const double far_b = farthest(b_, X_WB_.rotation.transpose() * direction, length, b);
    return (direction.dot(offset_) - far_a - far_b) / length - 32.0 * unit_roundoff * scale_ - 0x1p-500;
  }

  /// The same, a few millionths of S less, at half the cost. Requires polytopes of few vertices. A length beyond 2 shows nothing.
  double quick_gap(const Vector3& direction, double length) const {
    TOCCA_REQUIRE(a_.few_vertices() && b_.few_vertices(), "all vertices may be searched only if they are few");
    if (!(length > 0x1p-100 && length <= 2.0)) return -scale_;
    const double far_a = a_.reach_along(X_WA_.rotation.transpose() * -direction, length);
    const double far_b = b_.reach_along(X_WB_.rotation.transpose() * direction, length);
    return (direction.dot(offset_) - far_a - far_b) / length - 32.0 * unit_roundoff * scale_ - 0x1p-500;
  }

  /// The distance of two points as seen, rounded up. Each may be off its polytope by 48 w S: the rounding of a convex combination of
  /// its vertices, placed.
  double distance_above(const Vector3& seen_a, const Vector3& seen_b) const {
    return (seen_a - seen_b).norm() + 128.0 * unit_roundoff * scale_ + 0x1p-500;
  }

 private:
  static double farthest(const Polytope& p, const Vector3& direction, double length, Feature& from) {
    if (p.few_vertices()) return p.farthest_along(direction);
    const Index start = some_vertex(p, from);
    const FarthestVertex found = farthest_vertex(p.hull(), direction, start, dot_error(length, p.reach()));
    if (found.vertex != start) from = {Feature::Kind::vertex, found.vertex};
    return found.along;
  }

  const Polytope &a_, &b_;
  const Pose &X_WA_, &X_WB_;
  Vector3 offset_;
  double scale_;
};

}  // namespace tocca
