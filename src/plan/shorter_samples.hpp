// Samples that can be part of a path that is shorter than a bound.
#pragma once

#include "plan/golden_samples.hpp"

namespace tocca {

/// Even samples of the whole space while there is no bound; with one, of the ellipsoid of all points whose way from start to
/// goal is shorter (Gammell and others 2014), or, where orientations make it no ellipsoid, even samples that fulfil it.
class ShorterSamples {
 public:
  ShorterSamples(const PlanSpace& space, std::uint64_t seed, const Configuration& start, const Configuration& goal,
                 double shorter_than_m);

  void next(Configuration& q);

 private:
  bool draw_in_ellipsoid(Configuration& q);
  bool can_be_shorter(const Configuration& q) const;

  const PlanSpace& space_;
  GoldenSamples samples_;
  SeededRandom random_;
  const Configuration &start_, &goal_;
  const double shorter_than_m_;
  std::uint64_t number_ = 0;
  // In coordinates times their weights: the mirror that turns the first axis to the one from start to goal.
  Configuration mirror_, unit_;
  double long_half_ = 0.0, short_half_ = 0.0;
  bool ellipsoid_ = false;
};

}  // namespace tocca
