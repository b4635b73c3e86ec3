#pragma once

#include <cmath>
#include <optional>

namespace tocca {

/// On which side of the plane through a, b, c lies d? The sign of det(b - a, c - a, d - a), exactly:
///   +1  on the side to which (b - a) x (c - a) points,   -1  on the other,   0  in the plane (or a, b, c on a line).
/// Each argument is three doubles.
///
/// Guarantee   The sign of the real determinant of the doubles given. First plain arithmetic with an error bound
///             (orient3d_quick), then, if that is inconclusive, exact arithmetic (orient3d_exact).
/// Requires    Every coordinate has has_exact_range, so that no product of three overflows or loses bits below 2^-1074.
///             Round-to-nearest. Outside the range the sign may be wrong.
/// Cost        About 10 ns where the quick answer suffices, otherwise some microseconds. No allocation.
int orient3d(const double* a, const double* b, const double* c, const double* d);

/// 0, or from 2^-306 to 2^338 in size (6e-93 to 5e101). Differences are then multiples of 2^-358 and below 2^339, terms
/// of the determinant multiples of 2^-1074 and below 2^1018, and their sum below 2^1021.
inline bool has_exact_range(double coordinate) {
  const double size = std::fabs(coordinate);
  return coordinate == 0.0 || (size >= 0x1p-306 && size <= 0x1p338);
}

/// The two rungs of orient3d. The quick one returns nothing where rounding could hide the sign.
std::optional<int> orient3d_quick(const double* a, const double* b, const double* c, const double* d);
int orient3d_exact(const double* a, const double* b, const double* c, const double* d);

}  // namespace tocca
