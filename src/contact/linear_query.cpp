#include "tocca/contact/linear_query.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "linear_exact.hpp"
#include "linear_filter.hpp"
#include "linear_separation.hpp"

namespace tocca {
namespace {

/// Infinite where a coordinate is not finite.
double largest_coordinate(const FourVertices& vertices) {
  double size = 0.0;
  for (const auto* side : {&vertices.from, &vertices.to}) {
    for (const auto& vertex : *side) {
      for (const double x : vertex) size = std::fabs(x) <= size || std::isnan(size) ? size : std::fabs(x);
    }
  }
  return std::isnan(size) ? std::numeric_limits<double>::infinity() : size;
}

}  // namespace

LinearAnswer linear_contact(LinearKind kind, const FourVertices& vertices, double separation_m) {
  const double size = largest_coordinate(vertices);
  if (!(size <= std::numeric_limits<double>::max()) || !(separation_m < linear_filter_range))
    return {Outcome::contact, 0.0, 1.0};
  if (!(size < linear_filter_range)) {
    return separation_m > 0.0 ? LinearAnswer{Outcome::contact, 0.0, 1.0} : exact_linear_contact(kind, vertices);
  }
  double from = 0.0, to = 1.0;
  if (!clip_linear(kind, vertices, separation_m, from, to)) return {};
  if (separation_m > 0.0) return separated_linear_contact(kind, vertices, separation_m, from, to);
  if (const auto answer = quick_linear_contact(kind, vertices, from, to)) return *answer;
  return exact_linear_contact(kind, vertices);
}

}  // namespace tocca
