// Configurations spread evenly over a space: sparse at first, ever denser, with no clusters and no gaps.
#pragma once

#include <cstdint>
#include <vector>

#include "plan/plan_space.hpp"

namespace tocca {

/// The additive recurrence with the generalised golden ratio (Roberts 2018), which fills a box of any dimension: sample n is
/// shift + n (1 / g, 1 / g^2, ...) modulo 1, where g^(d + 1) = g + 1. In integers modulo 2^64, so that it is exact and
/// the same on every platform; the seed gives the shift. Orientations take three of the numbers (Shoemake 1992).
class GoldenSamples {
 public:
  GoldenSamples(const PlanSpace& space, std::uint64_t seed);

  /// Sample number n, within the ranges of all degrees.
  void draw(std::uint64_t n, Configuration& q) const;

 private:
  double unit(std::size_t dimension, std::uint64_t n) const {
    return static_cast<double>((shift_[dimension] + n * step_[dimension]) >> 11) * 0x1p-53;
  }

  const PlanSpace& space_;
  std::vector<std::uint64_t> step_, shift_;
};

}  // namespace tocca
