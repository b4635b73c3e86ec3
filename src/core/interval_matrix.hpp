#pragma once

#include <array>

#include "core/interval_arithmetic.hpp"

namespace tocca {

/// Three intervals: a box of vectors.
struct IntervalVector3 {
  std::array<Interval, 3> v;
  Interval& operator[](int i) { return v[static_cast<std::size_t>(i)]; }
  const Interval& operator[](int i) const { return v[static_cast<std::size_t>(i)]; }
};

/// A 3x3 matrix of intervals, row by row: contains every real matrix whose entries lie in its entries.
struct IntervalMatrix3 {
  std::array<Interval, 9> m;
  Interval& operator()(int row, int column) { return m[static_cast<std::size_t>(3 * row + column)]; }
  const Interval& operator()(int row, int column) const { return m[static_cast<std::size_t>(3 * row + column)]; }
};

/// Entry by entry, each rounded outward.
inline IntervalVector3 operator+(const IntervalVector3& x, const IntervalVector3& y) {
  return {{x[0] + y[0], x[1] + y[1], x[2] + y[2]}};
}

inline IntervalVector3 operator-(const IntervalVector3& x, const IntervalVector3& y) {
  return {{x[0] - y[0], x[1] - y[1], x[2] - y[2]}};
}

namespace rounding {

/// Are all ends finite, and far from overflow?
template <std::size_t N>
bool is_bounded(const std::array<Interval, N>& entries) {
  double spread = 0.0;
  for (const Interval& x : entries) spread += x.hi - x.lo;
  return spread < kInfinity;
}

/// Is x y exactly zero because one of the factors is?
inline bool is_zero_product(const Interval& x, const Interval& y) {
  return (x.lo == 0.0 && x.hi == 0.0) || (y.lo == 0.0 && y.hi == 0.0);
}

/// x0 y0 + x1 y1 + x2 y2 of bounded intervals, rounded outward once instead of five times.
///
/// Let M be the sum of the three greatest |x_i y_i|, u = 2^-53. An end is off by at most u M from the products, u M
/// from each of the two sums, and u M from the last subtraction, each times 1 + a few u, and by 3 2^-1075 from
/// underflow. Five u M cover it with almost one to spare, if M is not so small that underflow counts or so large that
/// it overflowed.
inline Interval bounded_dot(const Interval& x0, const Interval& y0, const Interval& x1, const Interval& y1,
                            const Interval& x2, const Interval& y2) {
  const Interval a = nearest_product(x0, y0), b = nearest_product(x1, y1), c = nearest_product(x2, y2);
  const double size = std::max(-a.lo, a.hi) + std::max(-b.lo, b.hi) + std::max(-c.lo, c.hi);
  if (!(size > 0x1p-900 && size < kInfinity)) [[unlikely]] {
    // Rotations about one axis make sums of exact zeros all the time.
    const bool is_zero = is_zero_product(x0, y0) && is_zero_product(x1, y1) && is_zero_product(x2, y2);
    return is_zero ? Interval(0.0) : x0 * y0 + x1 * y1 + x2 * y2;
  }
  const double error = 5 * 0x1p-53 * size;
  return {(a.lo + b.lo + c.lo) - error, (a.hi + b.hi + c.hi) + error};
}

}  // namespace rounding

/// Sums of products, each rounded outward.
inline Interval dot(const IntervalVector3& x, const IntervalVector3& y) {
  if (!rounding::is_bounded(x.v) || !rounding::is_bounded(y.v)) return x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
  return rounding::bounded_dot(x[0], y[0], x[1], y[1], x[2], y[2]);
}

inline IntervalMatrix3 operator*(const IntervalMatrix3& x, const IntervalMatrix3& y) {
  const bool bounded = rounding::is_bounded(x.m) && rounding::is_bounded(y.m);
  IntervalMatrix3 product;
  for (int r = 0; r < 3; ++r) {
    for (int c = 0; c < 3; ++c) {
      product(r, c) = bounded ? rounding::bounded_dot(x(r, 0), y(0, c), x(r, 1), y(1, c), x(r, 2), y(2, c))
                              : x(r, 0) * y(0, c) + x(r, 1) * y(1, c) + x(r, 2) * y(2, c);
    }
  }
  return product;
}

inline IntervalVector3 operator*(const IntervalMatrix3& x, const IntervalVector3& y) {
  const bool bounded = rounding::is_bounded(x.m) && rounding::is_bounded(y.v);
  IntervalVector3 product;
  for (int r = 0; r < 3; ++r) {
    product[r] = bounded ? rounding::bounded_dot(x(r, 0), y[0], x(r, 1), y[1], x(r, 2), y[2])
                         : x(r, 0) * y[0] + x(r, 1) * y[1] + x(r, 2) * y[2];
  }
  return product;
}

/// Contains the cross product of any two vectors in the operands.
inline IntervalVector3 cross(const IntervalVector3& x, const IntervalVector3& y) {
  return {{x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]}};
}

/// Contains the length of any vector in the operand.
inline Interval norm(const IntervalVector3& x) { return sqrt(square(x[0]) + square(x[1]) + square(x[2])); }

}  // namespace tocca
