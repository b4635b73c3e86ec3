#include "contact/item_clip.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "contact/chord_walk.hpp"
#include "contact/closest.hpp"

namespace tocca {

ConvexPiece between(const ConvexPiece& first, const ConvexPiece& last, double s) {
  ConvexPiece piece = first;
  const auto mix = [s](const Vector3& x, const Vector3& y) { return Vector3((1.0 - s) * x + s * y); };
  switch (piece.kind) {
    case ConvexPiece::Kind::core:
      for (int i = 0; i < piece.count; ++i) piece.point[i] = mix(first.point[i], last.point[i]);
      break;
    default:
      piece.centre = mix(first.centre, last.centre);
      for (int i = 0; i < 3; ++i) piece.axis[i] = mix(first.axis[i], last.axis[i]);
  }
  return piece;
}

bool clip_along(const Vector3& n, const ItemEnds& ends, const Dilation& dilation, double& from, double& to,
                AxisLog* log) {
  const double wide = dilation.along(n);
  const double f0 = gap_along(n, ends.a[0], ends.b[0]) - wide;
  const double f1 = gap_along(n, ends.a[1], ends.b[1]) - wide;
  if (log) log->add(n, f0, f1);
  return clip(f0, f1, from, to);
}

namespace {

/// The normals of two triangles at the start of the chord, towards a: the cheapest directions that often suffice.
bool clip_by_normals(const ItemEnds& ends, const Dilation& dilation, double& from, double& to, AxisLog* log) {
  const Vector3 across = ends.a[0].point[0] - ends.b[0].point[0];
  for (const ConvexPiece* piece : {&ends.b[0], &ends.a[0]}) {
    Vector3 n = (piece->point[1] - piece->point[0]).cross(piece->point[2] - piece->point[0]);
    const double length = n.norm();
    if (!(length > 0x1p-400)) continue;  // below, squares underflow and n would be no unit vector
    n *= (n.dot(across) < 0.0 ? -1.0 : 1.0) / length;
    if (!clip_along(n, ends, dilation, from, to, log)) return false;
  }
  return true;
}

}  // namespace

bool narrow(const ItemEnds& ends, const Dilation& dilation, double& from, double& to, double& gap_at_from, AxisLog* log,
            Statistics& statistics) {
  if (ends.a[0].is_triangle() && ends.b[0].is_triangle() && !clip_by_normals(ends, dilation, from, to, log))
    return false;
  for (int turn = 0; turn < 6; ++turn) {
    const bool left = turn % 2 == 0;
    const double s = left ? from : to, before = to - from;
    const Distance near = closest(between(ends.a[0], ends.a[1], s), between(ends.b[0], ends.b[1], s), dilation.most());
    ++statistics.static_tests;
    if (!clip_along(near.normal, ends, dilation, from, to, log)) return false;
    if (left) gap_at_from = from == s ? near.upper : dilation.most();
    if (turn > 0 && to - from > 0.75 * before) break;
  }
  return true;
}

}  // namespace tocca
