// Screws of every kind, and where they carry points: the formula of screw_parameters.hpp in MPFR.
#pragma once

#include <numbers>

#include "property/motion/oracle.hpp"
#include "testing/draw.hpp"
#include "tocca/motion/screw_parameters.hpp"

namespace tocca::oracle {

inline Real dotted(const Vec<Real>& a, const Vec<Real>& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

/// t translation s + (R(s, t angle) - I)(q - point): how far the screw has carried q.
inline Vec<Real> carried_by(const ScrewParameters& screw, const Vec<Real>& q, const Real& t) {
  const Vec<Real> stored = vec<Real>(screw.direction);
  const Vec<Real> s = times(Real(1.0) / sqrt(dotted(stored, stored)), stored);
  const Real turn = t * Real(screw.angle_rad), half = sin(Real(0.5) * turn);
  const Vec<Real> once = crossed(s, plus(q, times(Real(-1.0), vec<Real>(screw.point))));
  const Vec<Real> turned = plus(times(sin(turn), once), times(Real(2.0) * half * half, crossed(s, once)));
  return plus(times(t * Real(screw.translation_m), s), turned);
}

inline Vec<Real> screwed(const ScrewParameters& screw, const Vector3& p_A, const Real& t) {
  const Vec<Real> q = map<Real>(screw.start)(vec<Real>(p_A));
  return plus(q, carried_by(screw, q, t));
}

inline Vector3 rounded(const Vec<Real>& v) {
  return {static_cast<double>(v[0]), static_cast<double>(v[1]), static_cast<double>(v[2])};
}

/// None, all the tiny ones down to 1e-300, ordinary ones, half a turn and next to it.
inline double draw_turn(testing::Draw& draw) {
  switch (draw.integer(0, 5)) {
    case 0:
      return 0.0;
    case 1:
      return draw.log_uniform(1e-300, 1e-15);
    case 2:
      return draw.log_uniform(1e-16, 1e-3);
    case 3:
      return draw.uniform(0.0, std::numbers::pi);
    case 4:
      return std::numbers::pi - draw.log_uniform(1e-17, 1e-3);
    default:
      return std::numbers::pi;
  }
}

/// Exact ones (axes exchanged and reversed), any others as rounding leaves them, mirrored ones.
inline Matrix3 draw_orientation(testing::Draw& draw) {
  Matrix3 result = draw.pose(1.0).rotation;
  if (draw.coin(0.3)) {
    const int first = draw.integer(0, 2);
    result.setZero();
    for (int i = 0; i < 3; ++i) result(i, (i + first) % 3) = 1.0;
  }
  if (draw.coin(0.3)) result.col(draw.integer(0, 2)) *= -1.0;
  return result;
}

}  // namespace tocca::oracle
