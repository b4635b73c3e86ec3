// Pairs of moving bodies that are too far apart to meet during a step, judged by their line-swept spheres alone.
#pragma once

#include <vector>

#include "check/model/model_body.hpp"
#include "tocca/check/motion_step.hpp"

namespace tocca {

/// A lower bound on the distance between two line-swept spheres: the gap along the direction between the closest points
/// of their segments, rounding included; 0 where none is proven.
double lss_gap(const Lss& a, const Lss& b);

/// Where each movable body is at the middle of the step, and how far it strays from there.
class FarPairs {
 public:
  explicit FarPairs(const CollisionModel& model)
      : model_(model), volumes_(model.bodies().size()), spreads_(volumes_.size()), bounds_(volumes_.size()) {}

  void set(const MotionStep& step);
  /// Proven: the two stay more than `distance_m` apart during the whole step.
  bool apart(int body_a, int body_b, double distance_m) const;
  /// Of a movable body in the world during the whole step, for those who need more than its spread; infinite where no tree carries it.
  const TreeMotion::QuickBounds& bounds(int body) const { return bounds_[static_cast<std::size_t>(body)]; }

 private:
  const CollisionModel& model_;
  std::vector<Lss> volumes_;     // of each movable body, in the world, at the middle of the step
  std::vector<double> spreads_;  // how far its points move from there, rounding of the placing included
  std::vector<TreeMotion::QuickBounds> bounds_;
  std::vector<std::vector<Pose>> middle_;  // of each robot's links
};

}  // namespace tocca
