#include "tocca/contact/linear_query.hpp"

#include "linear_exact.hpp"
#include "linear_filter.hpp"

namespace tocca {
namespace {

double largest_coordinate(const FourVertices& vertices) {
  double size = 0.0;
  for (const auto* side : {&vertices.from, &vertices.to}) {
    for (const auto& vertex : *side) {
      for (const double x : vertex) size = std::max(size, std::fabs(x));
    }
  }
  return size;
}

}  // namespace

LinearAnswer linear_contact(LinearKind kind, const FourVertices& vertices, double) {
  if (largest_coordinate(vertices) < linear_filter_range) {
    double from = 0.0, to = 1.0;
    if (!clip_to_boxes(kind, vertices, from, to)) return {};
    if (const auto answer = LinearFilter(kind, vertices).solve(from, to)) return *answer;
  }
  return exact_linear_contact(kind, vertices);
}

}  // namespace tocca
