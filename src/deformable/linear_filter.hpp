#pragma once

#include <algorithm>
#include <cmath>
#include <optional>

#include "tocca/deformable/linear_query.hpp"

namespace tocca {

/// Beyond this size products of three could overflow: integer arithmetic decides. Below it no bound of
/// linear_kernel.hpp overflows.
inline constexpr double linear_filter_range = 0x1p200;
/// With a separation, and no coordinate beyond this size, squares could underflow: then other units are used.
inline constexpr double linear_least_size = 0x1p-200;

/// Are all coordinates below it?
inline bool below_filter_range(const FourVertices& vertices) {
  const double* first = vertices.from[0].data();
  return std::all_of(first, first + 24, [](double x) { return std::fabs(x) < linear_filter_range; });
}

/// The exact answer if doubles suffice to find it: linear_kernel.hpp on a window that is halved if necessary.
/// Requires all coordinates below linear_filter_range in size, and contact to be ruled out before `from` and after
/// `to`.
std::optional<LinearAnswer> quick_linear_contact(LinearKind kind, const FourVertices& vertices, double from, double to);

/// Cuts [from, to] down to times at which contact is not ruled out, by the boxes of both features; false if none is
/// left.
bool clip_linear(LinearKind kind, const FourVertices& vertices, double separation_m, double& from, double& to);

}  // namespace tocca
