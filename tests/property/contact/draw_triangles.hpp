// Pairs of triangles that tempt a distance: needles, segments, points; touching, crossing, coplanar, nearly parallel; from
// 1e-9 to 1e6 in size, near the origin and far from it.
#pragma once

#include <algorithm>
#include <array>
#include <string>

#include "testing/draw.hpp"

namespace tocca::testing {

using Corners = std::array<Vector3, 3>;

struct TrianglePair {
  Corners a, b;
  double size;  ///< no edge is longer, nor the distance of the two
};

inline Vector3 combination(const Corners& t, double s, double u) {
  return t[0] + s * (t[1] - t[0]) + u * (t[2] - t[0]);
}

/// About one in size, at the origin.
inline Corners draw_shape(Draw& draw) {
  const Vector3 p = draw.vector(1.0), q = draw.vector(1.0), r = draw.vector(1.0);
  switch (draw.integer(0, 7)) {
    case 0:
      return {p, q, p + draw.uniform(0, 1) * (q - p) + draw.log_uniform(1e-12, 1e-3) * r};  // needle
    case 1:
      return {p, q, p + draw.log_uniform(1e-9, 1e-3) * r};  // short side
    case 2:
      return {p, q, draw.coin() ? p : q};  // segment
    case 3:
      return {p, p + (q - p) * 0.5, q};  // segment, often to rounding only
    case 4:
      return {p, p, p};
    case 5:
      return {p.array().round() * 0.5, q.array().round() * 0.5, r.array().round() * 0.5};  // on a grid
    default:
      return {p, q, r};
  }
}

/// The second triangle of a pair, by its relation to the first.
inline Corners draw_partner(Draw& draw, const Corners& a) {
  Corners b = draw_shape(draw);
  const double gap = draw.coin(0.3) ? 0.0 : draw.log_uniform(1e-16, 1.0);
  const Vector3 shift = gap * draw.direction();
  const auto move = [&](const Vector3& by) {
    for (Vector3& p : b) p += by;
  };
  const auto inside = [&] { return combination(a, draw.uniform(0, 0.5), draw.uniform(0, 0.5)); };
  switch (draw.integer(0, 8)) {
    case 0:
      move(draw.uniform(0, 3) * draw.direction());
      break;
    case 1:
      move(a[0] - b[0] + shift);
      break;  // corner near corner
    case 2:
      move(inside() - b[0] + shift);
      break;  // corner near face
    case 3:
      move(inside() - combination(b, 0.3, 0.3));
      break;  // crossing
    case 4:
      move(combination(a, draw.uniform(0, 1), 0) - combination(b, draw.uniform(0, 1), 0) + shift);
      break;  // edges
    case 5:
      for (Vector3& p : b) p = combination(a, draw.uniform(-1, 1.5), draw.uniform(-1, 1.5)) + shift;  // coplanar
      break;
    case 6:  // nearly parallel to the first, a little off
      for (std::size_t i = 0; i < 3; ++i) b[i] = a[i] + shift + draw.log_uniform(1e-16, 1e-3) * draw.direction();
      break;
    case 7:
      b[0] = a[1], b[1] = a[0];
      break;  // a shared edge
    default:
      break;
  }
  std::rotate(b.begin(), b.begin() + draw.integer(0, 2), b.end());
  return b;
}

inline TrianglePair draw_triangles(Draw& draw) {
  TrianglePair pair{draw_shape(draw), {}, 0.0};
  pair.b = draw_partner(draw, pair.a);
  if (draw.coin()) std::swap(pair.a, pair.b);
  const double scale = draw.coin(0.3) ? 1.0 : draw.log_uniform(1e-9, 1e6);
  const Vector3 offset = draw.coin() ? Vector3(Vector3::Zero()) : draw.vector(draw.log_uniform(1e-3, 1e6));
  for (Corners* t : {&pair.a, &pair.b}) {
    for (Vector3& p : *t) p = scale * p + offset;
  }
  for (const Vector3& p : pair.a) {
    for (const Vector3& q : pair.b) pair.size = std::max(pair.size, (p - q).norm());
    for (const Vector3& q : pair.a) pair.size = std::max(pair.size, (p - q).norm());
  }
  return pair;
}

}  // namespace tocca::testing
