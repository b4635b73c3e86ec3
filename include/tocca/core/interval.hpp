#pragma once

#include <limits>

#ifdef __FAST_MATH__
#error "tocca's proofs need IEEE arithmetic: compile without -ffast-math"
#endif

namespace tocca {

/// A closed interval of reals, lo <= hi; its ends may be infinite. Never empty, never NaN. In public functions it is
/// mostly a stretch of time. Inside the library its arithmetic rounds outward (core/interval_arithmetic.hpp).
struct Interval {
  double lo = 0.0, hi = 0.0;

  constexpr Interval() = default;
  constexpr Interval(double point) : lo(point), hi(point) {}  // implicit: a number is an interval
  constexpr Interval(double lower, double upper) : lo(lower), hi(upper) {}

  static constexpr Interval entire() {
    return {-std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
  }

  constexpr bool contains(double x) const { return lo <= x && x <= hi; }
  constexpr bool contains(const Interval& x) const { return lo <= x.lo && x.hi <= hi; }
};

}  // namespace tocca
