// Pairs of convex bodies that may penetrate each other by less than a given depth: the negative delta of schwarzer-2002,
// section 5. Proof: docs/maths/penetration.md.
#pragma once

#include <optional>

#include "check/strategy/strategy.hpp"
#include "contact/signed_distance.hpp"
#include "sweep/clip_boxes.hpp"
#include "tocca/check/collision_model.hpp"
#include "tocca/check/motion_step.hpp"

namespace tocca {

/// Settles the model's penetration pairs, which no strategy sees. One object per thread.
///
/// Guarantee   Free: at every time the signed distance exceeds the (negative) clearance. Contact: before `time.lo` it does, at
///             `time.hi` it is at most the clearance plus the tolerance.
/// Always ends Each step proves a time that a tenth of the tolerance and the motion's speed and curvature bound from below;
///             a budget is spent as well.
class PenetrationPairs {
 public:
  PenetrationPairs(const CollisionModel& model, const CheckSettings& settings) : model_(model), settings_(settings) {}

  /// Only on [0, until].
  FirstContact first_contact(const MotionStep& step, double until, Statistics& statistics);
  /// Appends what is too deep at time t. False: for some pair neither this nor the opposite was shown.
  bool append_touches(const MotionStep& step, double t, std::vector<Answer::Touch>& touches,
                      Statistics& statistics) const;

  // One pair during one step, for intervals of contact (PairContact says what the answers mean).
  bool choose(const MotionStep& step, const CollisionModel::PenetrationPair& pair);
  FirstContact next(double from, Statistics& statistics);
  double margin(double t, Statistics& statistics) const;
  double speed(const Interval& time) const;

 private:
  struct Task {
    const Part *a, *b;
    std::optional<Mover> mover_a, mover_b;  ///< none: still
    double clearance_m;
    int frame;  ///< in which both are seen: a link of their common robot; -1: the world
  };
  /// Both pieces at both ends of a stretch of time.
  struct Ends {
    ConvexPiece a[2], b[2];
    double tube = 0.0;      ///< of both together
    double rounding = 0.0;  ///< of placing both
  };

  std::optional<Task> task_of(const MotionStep& step, const CollisionModel::PenetrationPair& pair) const;
  static Ends ends_over(const Task& task, const Interval& time);
  FirstContact first_contact(const Task& task, double from, double until, Statistics& statistics);

  const CollisionModel& model_;
  CheckSettings settings_;
  std::uint64_t spent_ = 0;
  std::optional<Task> chosen_;
};

/// What two answers about different pairs say together.
FirstContact earlier(const FirstContact& x, const FirstContact& y);

}  // namespace tocca
