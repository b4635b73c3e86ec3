#include "tocca/deformable/linear_query.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "deformable/linear_exact.hpp"
#include "deformable/linear_filter.hpp"
#include "deformable/linear_separation.hpp"
#include "tocca/core/require.hpp"

namespace tocca {
namespace {

/// Infinite where a coordinate is not finite.
double farthest_coordinate(const FourVertices& vertices) {
  double size = 0.0;
  for (const auto* side : {&vertices.from, &vertices.to}) {
    for (const auto& vertex : *side) {
      for (const double x : vertex) size = std::fabs(x) <= size || std::isnan(size) ? size : std::fabs(x);
    }
  }
  return std::isnan(size) ? std::numeric_limits<double>::infinity() : size;
}

/// The same in units in which the largest coordinate is about 1. What underflows then is off by less than 2^-1074 a
/// coordinate; the separation grows by more.
LinearAnswer linear_contact_in_range(LinearKind kind, FourVertices vertices, double separation_m, double size) {
  int power = 0;
  std::frexp(size, &power);
  for (auto* side : {&vertices.from, &vertices.to}) {
    for (auto& vertex : *side) {
      for (double& x : vertex) x = std::ldexp(x, -power);
    }
  }
  return linear_contact(kind, vertices, std::ldexp(separation_m, -power) + 0x1p-1000);
}

}  // namespace

LinearAnswer linear_contact(LinearKind kind, const FourVertices& vertices, double separation_m) {
  TOCCA_REQUIRE(!(separation_m < 0.0), "a separation must not be negative");
  const double size = farthest_coordinate(vertices);
  if (!(size <= std::numeric_limits<double>::max() && separation_m >= 0.0)) return {Outcome::contact, 0.0, 1.0};
  double from = 0.0, to = 1.0;
  if (separation_m > 0.0) {
    if (!(size > 0.25 * separation_m)) return {Outcome::contact, 0.0, 0.0};  // 2 sqrt(3) < 4: as near as that always
    if (!(size > linear_least_size && size < linear_filter_range))
      return linear_contact_in_range(kind, vertices, separation_m, size);
    if (!clip_linear(kind, vertices, separation_m, from, to)) return {};
    return separated_linear_contact(kind, vertices, separation_m, from, to);
  }
  if (!(size < linear_filter_range)) return exact_linear_contact(kind, vertices);
  if (!clip_linear(kind, vertices, 0.0, from, to)) return {};
  if (const auto answer = quick_linear_contact(kind, vertices, from, to)) return *answer;
  return exact_linear_contact(kind, vertices);
}

}  // namespace tocca
