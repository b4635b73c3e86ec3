// The vocabulary of core/lanes.hpp for one number at a time: what kernels use without Highway, and what tests compare
// with.
// Kernels take them by `using namespace scalar_lanes`.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace tocca::scalar_lanes {

template <class Number>
inline Number load(const Number* x) {
  return *x;
}
inline double load_all(double x) { return x; }
inline float load_all(float x) { return x; }
inline double gather(const double* from, const std::int32_t* index) { return from[*index]; }
inline void store(double* to, double x) { *to = x; }
inline void store(float* to, float x) { *to = x; }
inline void store(float* to, double x) { *to = static_cast<float>(x); }

// For doubles and floats.
template <class Number>
inline Number add(Number x, Number y) {
  return x + y;
}
template <class Number>
inline Number subtract(Number x, Number y) {
  return x - y;
}
template <class Number>
inline Number multiply(Number x, Number y) {
  return x * y;
}
template <class Number>
inline Number divide(Number x, Number y) {
  return x / y;
}
template <class Number>
inline Number square_root(Number x) {
  return std::sqrt(x);
}
template <class Number>
inline Number absolute(Number x) {
  return std::fabs(x);
}
template <class Number>
inline Number least(Number x, Number y) {
  return std::min(x, y);
}
template <class Number>
inline Number greatest(Number x, Number y) {
  return std::max(x, y);
}
template <class Number>
inline Number nearest_whole(Number x) {
  return std::nearbyint(x);
}
template <class Number>
inline Number least_whole_above(Number x) {
  return std::ceil(x);
}
template <class Number>
inline Number greatest_whole_below(Number x) {
  return std::floor(x);
}
template <class Number>
inline bool greater(Number x, Number y) {
  return x > y;
}
template <class Number>
inline bool greater_equal(Number x, Number y) {
  return x >= y;
}
template <class Number>
inline Number select(bool mask, Number yes, Number no) {
  return mask ? yes : no;
}

// For masks.
inline bool either(bool x, bool y) { return x || y; }
inline bool both(bool x, bool y) { return x && y; }
inline bool opposite(bool x) { return !x; }
inline bool select_mask(bool mask, bool yes, bool no) { return mask ? yes : no; }
inline bool any(bool x) { return x; }
inline bool all(bool x) { return x; }
inline unsigned bits(bool x) { return x ? 1u : 0u; }
inline bool float_lanes_of(unsigned set) { return set != 0; }

}  // namespace tocca::scalar_lanes
