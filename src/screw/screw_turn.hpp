#pragma once

#include <algorithm>
#include <cmath>

#include "core/rounding.hpp"

namespace tocca {

/// sin w and 1 - cos w at w = angle t: by the half angle, so that nothing cancels however small w is.
///
/// Rounding    The platform's sin and cos err by 4 ulps = 8 u of themselves at most, as core/interval.cpp allows; w itself errs by u w. So
///             sine errs by 18 u |sin w| + u w |cos w|, versine by 18 u (1 - cos w) + u w |sin w|. (What the reduction of huge arguments
///             leaves, 2^-80, is far below u w.)
struct ScrewTurn {
  double sine, versine;

  ScrewTurn(double angle, double t) {
    const double half = 0.5 * (angle * t), s = std::sin(half), c = std::cos(half);
    sine = 2.0 * s * c;
    versine = 2.0 * s * s;
  }
};

/// What rounding makes of a sum of terms at 0 <= t <= 1: those of sizes adding up to `still`, and those of size `still + turning` times sin w
/// and 1 - cos w; each coefficient off by at most 40 u of its size (docs/maths/screw_equations.md, section 2).
///
/// |sin w| <= sine and 1 - cos w <= versine below. Constants: 40 for the coefficient, 18 for the turn, 6 for products and sums, together 64;
/// 2 w for w |cos w| + w |sin w|. Angles below 2^-1000 count as that: w may then be subnormal, off by 2^-1075.
inline double screw_rounding(double angle, double still, double turning) {
  const double sine = angle > 0.0 ? std::min(1.0, std::max(angle, 0x1p-1000)) : 0.0;
  const double versine = std::min(2.0, 0.5 * angle * angle);
  const double turned = 64.0 * (sine + versine) + 2.0 * std::max(angle, sine);
  return rounded_up(unit_roundoff * (48.0 * still + turned * (still + turning)), 16);
}

}  // namespace tocca
