// Layer: core.  May include: nothing of tocca.  Checked by tools/check_layers.py.
#pragma once

#include <array>

#include "tocca/core/interval.hpp"

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

inline IntervalVector3 operator+(const IntervalVector3& x, const IntervalVector3& y) {
  return {{x[0] + y[0], x[1] + y[1], x[2] + y[2]}};
}

inline IntervalVector3 operator-(const IntervalVector3& x, const IntervalVector3& y) {
  return {{x[0] - y[0], x[1] - y[1], x[2] - y[2]}};
}

inline Interval dot(const IntervalVector3& x, const IntervalVector3& y) {
  return x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
}

inline IntervalMatrix3 operator*(const IntervalMatrix3& x, const IntervalMatrix3& y) {
  IntervalMatrix3 product;
  for (int row = 0; row < 3; ++row) {
    for (int column = 0; column < 3; ++column) {
      product(row, column) = x(row, 0) * y(0, column) + x(row, 1) * y(1, column) + x(row, 2) * y(2, column);
    }
  }
  return product;
}

inline IntervalVector3 operator*(const IntervalMatrix3& x, const IntervalVector3& y) {
  IntervalVector3 product;
  for (int row = 0; row < 3; ++row) product[row] = x(row, 0) * y[0] + x(row, 1) * y[1] + x(row, 2) * y[2];
  return product;
}

inline IntervalVector3 cross(const IntervalVector3& x, const IntervalVector3& y) {
  return {{x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]}};
}

inline Interval norm(const IntervalVector3& x) { return sqrt(square(x[0]) + square(x[1]) + square(x[2])); }

}  // namespace tocca
