// Deformable bodies around the robots of a step.
#pragma once

#include <span>
#include <vector>

#include "check/model/model_body.hpp"
#include "check/strategy/strategy.hpp"
#include "contact/touching.hpp"
#include "deformable/deformable_search.hpp"
#include "tocca/check/checker.hpp"
#include "tocca/check/motion_step.hpp"

namespace tocca {

/// The movable bodies of a model against deformable ones that are not part of it. One object per thread.
///
/// Guarantee   That of DeformableSearch, for each movable body, moving or not, and each deformable one, with its
///             clearance.
class DeformableObstacles {
 public:
  DeformableObstacles(const CollisionModel& model, const CheckSettings& settings)
      : model_(model), tolerance_m_(settings.tolerance_m), budget_(settings.budget), search_(settings.tolerance_m) {}

  /// Keeps references to the meshes; copies the rest.
  void set(std::span<const DeformableObstacle> obstacles) { obstacles_.assign(obstacles.begin(), obstacles.end()); }
  bool empty() const { return obstacles_.empty(); }

  /// The first contact in the window; `free_until` is its beginning or, if it is free, the end. Undecided if the
  /// budget, of which `statistics` says how much is spent, does not suffice.
  FirstContact first_contact(const MotionStep& step, const Interval& window, Statistics& statistics);
  /// Everything within the clearances and the tolerance at t, in canonical order; containment only if nothing else
  /// touches. Deformable k is body number model.bodies().size() + k.
  void append_touches(const MotionStep& step, double t, std::vector<Answer::Touch>& touches, Statistics& statistics);

 private:
  /// Of a movable body as it is, from a deformable one: with the body's padding, rounded up.
  double clearance(int body, const DeformableObstacle& obstacle) const;
  FirstContact first_contact(const MotionStep& step, int body, const DeformableObstacle& obstacle,
                             const Interval& window, Statistics& statistics);
  void touches_of(const MotionStep& step, int body, std::size_t obstacle, double t, std::vector<Answer::Touch>& touches,
                  Statistics& statistics);

  const CollisionModel& model_;
  double tolerance_m_;
  std::uint64_t budget_;
  DeformableSearch search_;
  std::vector<DeformableObstacle> obstacles_;
  std::vector<Contact> places_;
};

}  // namespace tocca
