// Pairs of moving bodies that are too far apart to meet during a step, judged by their line-swept spheres alone.
#pragma once

#include <vector>

#include "check/model/model_body.hpp"
#include "tocca/check/motion_step.hpp"

namespace tocca {

/// A lower bound on the distance between two line-swept spheres: the gap along the direction between the closest points
/// of their segments, rounding included; 0 where none is proven.
double lss_gap(const Lss& a, const Lss& b);

/// Where a movable body is at the middle of a step, and how far it strays from there: for motions of any kind (StateLanes
/// knows the simple ones better).
class FarPairs {
 public:
  explicit FarPairs(const CollisionModel& model)
      : model_(model), volumes_(model.movable().size()), spreads_(volumes_.size()) {}

  /// Another step.
  void begin() { spreads_.assign(spreads_.size(), -1.0); }
  /// Proven: the two stay more than `distance_m` apart during the whole step.
  bool apart(const MotionStep& step, int body_a, int body_b, double distance_m);

 private:
  void place(const MotionStep& step, int body);

  const CollisionModel& model_;
  std::vector<Lss> volumes_;  // of each movable body, by rank, in the world, at the middle of the step
  std::vector<double>
      spreads_;  // how far its points move from there, rounding of the placing included; negative: not known yet
};

}  // namespace tocca
