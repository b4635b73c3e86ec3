// Placements and points in doubles, each with a bound of how far the true one is from it (docs/maths/certificate.md, section 2).
#pragma once

#include "audit/interval.hpp"

namespace tocca::audit {

/// From above: what was computed in doubles with at most 30 sums and products of numbers that are not negative.
inline double grown(double x) { return x * (1.0 + 0x1p-48) + 0x1p-1000; }

inline double dot(const Point& x, const Point& y) { return x[0] * y[0] + x[1] * y[1] + x[2] * y[2]; }
/// At least |p|, by a few ulps more; squares may underflow.
inline double length_of(const Point& p) { return grown(std::sqrt(dot(p, p))) + 0x1p-500; }
/// At least |p| without a root, for small terms: up to 1.8 times as much.
inline double about(const Point& p) { return grown(std::fabs(p[0]) + std::fabs(p[1]) + std::fabs(p[2])); }

/// The true point is within `off` of `at`.
struct Place {
  Point at{};
  double off = 0.0;
};

/// p -> R p + t, where R and t are near what is stored.
struct Pose {
  std::array<Point, 3> rotation{{{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}}};  ///< row by row
  Point translation{};
  double stretch = 1.0;  ///< >= |R|, and >= the norm of what is stored
  double turned = 0.0;   ///< >= the norm of their difference
  double shifted = 0.0;  ///< >= how far t is from what is stored
};

inline Place mapped(const Pose& pose, const Place& p) {
  Place result;
  for (std::size_t i = 0; i < 3; ++i) result.at[i] = dot(pose.rotation[i], p.at) + pose.translation[i];
  const double far = about(p.at);
  result.off = grown(pose.stretch * p.off + pose.turned * far + pose.shifted +
                     0x1p-50 * (pose.stretch * far + about(pose.translation)));
  return result;
}

inline Pose operator*(const Pose& outer, const Pose& inner) {
  Pose result;
  for (std::size_t i = 0; i < 3; ++i) {
    const Point& row = outer.rotation[i];
    for (std::size_t j = 0; j < 3; ++j)
      result.rotation[i][j] =
          row[0] * inner.rotation[0][j] + row[1] * inner.rotation[1][j] + row[2] * inner.rotation[2][j];
  }
  const Place moved = mapped(outer, {inner.translation, inner.shifted});
  result.translation = moved.at;
  result.shifted = moved.off;
  const double both = outer.stretch * inner.stretch;
  result.stretch = grown(both);
  result.turned = grown(outer.stretch * inner.turned + outer.turned * inner.stretch + 0x1p-49 * both);
  return result;
}

/// The transpose of what is stored.
inline Point turn_back(const Pose& pose, const Point& n) {
  const auto& r = pose.rotation;
  return {n[0] * r[0][0] + n[1] * r[1][0] + n[2] * r[2][0], n[0] * r[0][1] + n[1] * r[1][1] + n[2] * r[2][1],
          n[0] * r[0][2] + n[1] * r[1][2] + n[2] * r[2][2]};
}

/// The way back. `defect` >= |(R^T R)^-1 - I|: the inverse is (R^T R)^-1 R^T, so the transpose is off by no more than defect |R|.
inline Pose inverse(const Pose& pose, double defect) {
  Pose result;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) result.rotation[i][j] = pose.rotation[j][i];
  }
  result.turned = grown(pose.turned + defect * pose.stretch);
  result.stretch = grown(pose.stretch + result.turned);
  const Point& t = pose.translation;
  const Place back = mapped(result, Place{{-t[0], -t[1], -t[2]}, pose.shifted});
  result.translation = back.at;
  result.shifted = back.off;
  return result;
}

inline Point middle_of(const Vector& p) { return {middle(p[0]), middle(p[1]), middle(p[2])}; }
inline Place place_of(const Vector& p) { return {middle_of(p), norm(p - enclose(middle_of(p))).hi}; }
inline Vector enclose(const Place& p) {
  const Interval off(-p.off, p.off);
  return {p.at[0] + off, p.at[1] + off, p.at[2] + off};
}
/// Entry by entry.
inline Map enclose(const Pose& pose) {
  const Interval turned(-pose.turned, pose.turned), shifted(-pose.shifted, pose.shifted);
  Map map;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) map.rotation[i][j] = Interval(pose.rotation[i][j]) + turned;
    map.translation[i] = Interval(pose.translation[i]) + shifted;
  }
  return map;
}

}  // namespace tocca::audit
