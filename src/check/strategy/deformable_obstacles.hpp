// Deformable bodies around the robots of a step.
#pragma once

#include <span>
#include <vector>

#include "check/model/model_body.hpp"
#include "check/strategy/strategy.hpp"
#include "contact/touching.hpp"
#include "deformable/deformable_search.hpp"
#include "deformable/float_box.hpp"
#include "motion/mover.hpp"
#include "tocca/check/checker.hpp"
#include "tocca/check/motion_step.hpp"

namespace tocca {

/// Rigid bodies of a model against deformable ones: those of the problem (DeformingBodies), which go through the step's part of the
/// clock, and those of the caller, which are not part of the model. One object per thread.
///
/// Guarantee   That of DeformableSearch, for each checked pair of the problem, and for each movable body, moving or not, and each
///             deformable one of the caller; with its clearance.
/// Memory      Meshes of the problem are copied when they are first asked about, then moved from step to step.
class DeformableObstacles {
 public:
  DeformableObstacles(const CollisionModel& model, const CheckSettings& settings);

  /// The caller's; keeps references to the meshes.
  void set(std::span<const DeformableObstacle> obstacles);
  bool empty() const { return pairs_.empty(); }

  /// The first contact in the window; `free_until` is its beginning or, if it is free, the end. Undecided if the
  /// budget, of which `statistics` says how much is spent, does not suffice.
  FirstContact first_contact(const MotionStep& step, const Interval& window, Statistics& statistics);
  /// Everything within the clearances and the tolerance at t, in canonical order; containment only if nothing else
  /// touches. Deformable bodies are numbered after the model's: the problem's, then the caller's.
  void append_touches(const MotionStep& step, double t, std::vector<Answer::Touch>& touches, Statistics& statistics);

 private:
  /// A deformable body, as it is in the step at hand.
  struct Soft {
    const DeformableMesh* mesh = nullptr;  ///< null: not placed yet
    double rounding_m = 0.0;               ///< how far its vertices may be from their true places
    FloatBox box;                          ///< around all of it, during the step; of the problem's only
  };
  /// A rigid body and a deformable one.
  struct Pair {
    int body;
    std::size_t soft;
    double clearance_m;  ///< of the bodies as they are: with what either is grown by, rounded up
  };

  int number(const Pair& pair) const { return static_cast<int>(model_.bodies().size() + pair.soft); }
  Mover mover(const MotionStep& step, int body) const {
    return model_.bodies()[static_cast<std::size_t>(body)].still ? Mover(at_rest_) : step.mover(body);
  }
  /// For all that follows until the next step.
  void begin(const MotionStep& step);
  /// Brings the mesh of one to its place, unless it is there.
  const Soft& placed_soft(std::size_t soft);
  /// The quick answer for most pairs: what the rigid body sweeps does not come near the box around the deformable one.
  bool far_apart(const MotionStep& step, const Pair& pair, const Interval& window) const;
  FirstContact first_contact(const MotionStep& step, const Pair& pair, const Interval& window, Statistics& statistics);
  void touches_of(const MotionStep& step, const Pair& pair, double t, std::vector<Answer::Touch>& touches,
                  Statistics& statistics);

  const CollisionModel& model_;
  double tolerance_m_;
  std::uint64_t budget_;
  RigidMotion at_rest_ = StaticMotion(Pose{});  ///< of still bodies, whose parts are in the world
  DeformableSearch search_;
  std::vector<DeformableMesh> meshes_;  ///< the problem's
  std::vector<char> placed_;            ///< which of them are where the clock has them
  Interval clock_;                      ///< the part of the clock that they go through
  std::vector<Soft> soft_;
  std::vector<Pair> pairs_;
  std::size_t own_pairs_ = 0;  ///< the problem's: they come first
  std::vector<Vector3> from_, to_;
  std::vector<Contact> places_;
};

}  // namespace tocca
