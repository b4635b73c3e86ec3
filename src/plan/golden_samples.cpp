#include "plan/golden_samples.hpp"

#include <cmath>
#include <numbers>

namespace tocca {
namespace {

/// The root above 1 of g^(d + 1) = g + 1, by Newton's method from above. No function of the platform's library takes
/// part, so that its bits are the same everywhere.
double golden_ratio(std::size_t dimensions) {
  double g = 2.0;
  for (int step = 0; step < 100; ++step) {
    double power = 1.0;  // g^d
    for (std::size_t k = 0; k < dimensions; ++k) power *= g;
    const double next = g - (power * g - g - 1.0) / (static_cast<double>(dimensions + 1) * power - 1.0);
    if (!(next < g)) break;
    g = next;
  }
  return g;
}

}  // namespace

GoldenSamples::GoldenSamples(const PlanSpace& space, std::uint64_t seed) : space_(space) {
  std::size_t dimensions = 0;
  for (const PlanSpace::Degree& degree : space.degrees()) {
    dimensions += degree.kind == PlanSpace::DegreeKind::orientation ? 3 : 1;
  }
  const double g = golden_ratio(dimensions);
  SeededRandom random(seed);
  double fraction = 1.0;
  for (std::size_t k = 0; k < dimensions; ++k) {
    fraction /= g;
    step_.push_back(static_cast<std::uint64_t>(fraction * 0x1p53) << 11);
    shift_.push_back(random.bits());
  }
}

void GoldenSamples::draw(std::uint64_t n, Configuration& q) const {
  q.setZero(space_.size());
  std::size_t dimension = 0;
  for (const PlanSpace::Degree& degree : space_.degrees()) {
    if (degree.kind != PlanSpace::DegreeKind::orientation) {
      q[degree.coordinate] = degree.lower + (degree.upper - degree.lower) * unit(dimension++, n);
      continue;
    }
    const double share = unit(dimension, n), one = 2.0 * std::numbers::pi * unit(dimension + 1, n),
                 two = 2.0 * std::numbers::pi * unit(dimension + 2, n);
    dimension += 3;
    const double a = std::sqrt(1.0 - share), b = std::sqrt(share);
    q.segment<4>(degree.coordinate) << a * std::sin(one), a * std::cos(one), b * std::sin(two), b * std::cos(two);
  }
}

}  // namespace tocca
