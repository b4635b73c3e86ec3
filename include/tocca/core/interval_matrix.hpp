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

IntervalVector3 operator+(const IntervalVector3& x, const IntervalVector3& y);
IntervalVector3 operator-(const IntervalVector3& x, const IntervalVector3& y);
IntervalMatrix3 operator*(const IntervalMatrix3& x, const IntervalMatrix3& y);
IntervalVector3 operator*(const IntervalMatrix3& x, const IntervalVector3& y);
Interval dot(const IntervalVector3& x, const IntervalVector3& y);
IntervalVector3 cross(const IntervalVector3& x, const IntervalVector3& y);
Interval norm(const IntervalVector3& x);

}  // namespace tocca
