#pragma once

#include <algorithm>
#include <cmath>

namespace tocca::linear_scalar {

using Lanes = double;
using LaneMask = bool;

inline double load(const double* x) { return *x; }
inline double load_all(double x) { return x; }
inline double add(double x, double y) { return x + y; }
inline double subtract(double x, double y) { return x - y; }
inline double multiply(double x, double y) { return x * y; }
inline double divide(double x, double y) { return x / y; }
inline double absolute(double x) { return std::fabs(x); }
inline double least(double x, double y) { return std::min(x, y); }
inline double greatest(double x, double y) { return std::max(x, y); }
inline double root(double x) { return std::sqrt(x); }
inline bool greater(double x, double y) { return x > y; }
inline bool either(bool x, bool y) { return x || y; }
inline bool both(bool x, bool y) { return x && y; }
inline bool opposite(bool x) { return !x; }
inline bool any(bool x) { return x; }
inline bool all(bool x) { return x; }
inline bool none() { return false; }
inline double select(bool mask, double yes, double no) { return mask ? yes : no; }
inline bool select_mask(bool mask, bool yes, bool no) { return mask ? yes : no; }
#include "deformable/linear_kernel.hpp"

}  // namespace tocca::linear_scalar
