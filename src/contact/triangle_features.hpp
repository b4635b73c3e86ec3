#pragma once

#include "contact/gjk.hpp"
#include "contact/local_piece.hpp"

namespace tocca {

/// Improves what GJK found for two triangles by trying every pair of features for nearer points and every normal of
/// features for a wider gap. Slow (about a microsecond) and needed only for triangles that are thin, nearly parallel
/// and nearly touching all at once, where a simplex is too thin to go on.
void try_all_features(const LocalTriangle& a, const LocalTriangle& b, GjkResult& result);

/// Parameters of the nearest points of two segments p + s d and q + t e, 0 <= s, t <= 1.
struct SegmentParameters {
  double s, t;
};
SegmentParameters nearest_on_segments(const Vector3& p, const Vector3& d, const Vector3& q, const Vector3& e);

/// The point of a triangle (which may be a segment or a point) that is nearest to x.
Vector3 nearest_on_triangle(const Vector3& x, const Vector3& p, const Vector3& q, const Vector3& r);

}  // namespace tocca
