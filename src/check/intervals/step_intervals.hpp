// Intervals of contact of all pairs during one step.
#pragma once

#include "check/intervals/pair_contact.hpp"

namespace tocca {

/// One stretch of contact in times of the step. Touching from enter.hi to leave.lo; apart before enter.lo and after
/// leave.hi, unless the neighbours in the list say otherwise.
struct StepInterval {
  int body_a, body_b;
  Bracket enter, leave;
};

/// From `from` on nothing is known about a pair, or about all pairs that are not listed (-1).
struct StepRest {
  int body_a, body_b;
  double from;
  Undecided why;
};

/// Finds them: first the pairs that touch at all, by the tube strategy, one after the other; then, for each pair in
/// turn, alternately the first contact in the rest of the step and how long it lasts.
///
/// Always ends Each turn advances by at least a quarter of the time resolution. A spent budget leaves a rest.
class StepIntervals {
 public:
  /// Shorter gaps are not reported; in parts of a step.
  static constexpr double time_resolution = 1e-6;

  StepIntervals(const CollisionModel& model, const CheckSettings& settings);

  void find(const MotionStep& step, std::vector<StepInterval>& intervals, std::vector<StepRest>& rests,
            Statistics& statistics);

 private:
  void march(PairContact& pair, const FirstContact& first);
  bool touching(PairContact& pair, double from, double& left);
  static double shown_until(PairContact& pair, double t, double most);
  bool spent() const;

  const CollisionModel& model_;
  CheckSettings settings_;
  std::unique_ptr<PairStrategy> strategy_;
  InsideTest inside_;
  MovingPairs pairs_;
  SurfacePair surface_;
  DeepPair deep_;
  std::vector<Inside> found_inside_;
  std::vector<StepInterval>* intervals_ = nullptr;
  std::vector<StepRest>* rests_ = nullptr;
  Statistics* statistics_ = nullptr;
  int body_a_ = -1, body_b_ = -1;
};

}  // namespace tocca
