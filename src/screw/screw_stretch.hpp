#pragma once

#include <algorithm>

#include "model/part.hpp"
#include "screw/screw_chain.hpp"
#include "screw/screw_culling.hpp"
#include "screw/screw_touch.hpp"

namespace tocca {

/// One screw of a chain with two parts on it: where their features are in the screw's frame, and what rounding leaves open.
struct ScrewStretch {
  const Part *a = nullptr, *b = nullptr;
  const ScrewSegment* segment = nullptr;
  ScrewFrame frame;
  /// At any time of the step, no point of one part, seen from the other, is farther than this from its true place.
  double error_m = 0.0;
  /// What the search stops at: features that are farther apart than twice the error where frame and doubles have them cannot be the nearest
  /// ones of surfaces that have come within the error of each other.
  double level_m() const { return 2.0 * error_m; }
  /// Features that are computed to be at most level + tolerance apart are, in truth, no farther than the caller's tolerance.
  double tolerance_m = 0.0;

  void set(const Part& part_a, const Part& part_b, const ScrewSegment& screw, double wanted_tolerance_m);

  /// If rounding leaves none, as much as the error: what cannot be told from a contact counts as one, never as free.
  double tolerance() const { return std::max(tolerance_m, error_m); }
  ScrewFeatures features(const ScrewFeaturePair& pair) const;
  /// One contact of two features at time t of the screw, for a list of all contacts. The normal points to where A came from.
  ScrewContact contact(const ScrewFeaturePair& pair, const ScrewFeatures& features, double t) const;
  Pose X_BA(double t) const { return frame.X_SB.inverse() * frame.pose(t); }

  bool whole_step() const { return segment->from == 0.0 && segment->to == 1.0; }
  /// Times of the step for times of the screw: not later, and not before the segment. Rounding of `to` is in the level.
  double step_time_before(double t) const;
  double step_time(double t) const;
  /// A time of the screw that is not before this time of the step.
  double screw_time_after(double step_time) const;
};

}  // namespace tocca
