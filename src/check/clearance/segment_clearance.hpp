// The distance of the nearest pair along one segment: cells of time with bounds, and the least distance.
#pragma once

#include <vector>

#include "check/clearance/step_clearance.hpp"
#include "check/strategy/inside.hpp"
#include "tocca/check/clearance_search.hpp"

namespace tocca {

/// A stretch of a step's time.
struct ClearanceCell {
  int step = 0;
  double from = 0.0, to = 1.0;
  double lower = 0.0, upper = 0.0;                ///< at `from`
  double lower_during = 0.0, upper_during = 0.0;  ///< at every time of the cell
  NearestPlace nearest = {};                      ///< at `from`
};

/// What is known about one segment.
struct TracedSegment {
  std::vector<ClearanceCell> cells;  ///< in order, without gaps
  double lower_at_end = 0.0, upper_at_end = 0.0;
  NearestPlace nearest_at_end;
  Witness best;  ///< the nearest that was seen; none if an earlier segment had a nearer one
  int step = 0;  ///< when
  double t = 0.0;
  NearestPlace nearest;  ///< where
  bool spent = false;    ///< the budget ran out
  Statistics statistics;

  void clear();
  /// Bounds of its cells that the search for the least distance, cell by step, has proven to be higher; and no upper
  /// bound below what it has `witnessed`: the curve does not seem to pass below the least distance.
  void raise(const TracedSegment& least, double witnessed);
};

/// Leaves out what is not among those that are measured.
PairFilter measured_pairs(const CollisionModel& model, ClearanceSettings::Among among);

/// Scratch memory of one thread; traces segments one after the other.
class SegmentClearance {
 public:
  SegmentClearance(const CollisionModel& model, const ClearanceSettings& settings, const MotionStep& start);

  /// What is known about the moment before a segment: two items that may be near, and distances where the previous
  /// segment ended.
  struct Before {
    ItemNames pair;
    double lower = 0.0, upper = 0.0;
    bool measured = false;
  };
  /// Bounds along the segment, as precise as the curve needs them; `before` is set to what is known about its end.
  void trace(const StepSequence& path, int segment, Before& before, TracedSegment& traced);
  /// Only the minimum: one cell per step. `best`: the nearest so far; only what is nearer is looked for.
  void least(const StepSequence& path, int segment, const Witness& best, ItemNames& hint, TracedSegment& traced);

 private:
  struct Moment {
    double t, lower, upper;
    ItemNames pair;
  };
  /// To this part of the distance, or half the tolerance.
  Moment measure(double t, const ItemNames& hint, double part);
  void trace_cells(const Moment& a, const Moment& b, int depth);
  void add_cell(const Moment& a, double to, double lower, double upper);
  bool look_inside(double t);
  /// Keeps a witness of the step that is set, if it is nearer than what is known of the segment.
  void keep(const Witness& witness);

  ClearanceSettings settings_;
  double visible_m_;  ///< bands narrower than this are narrow enough
  MotionStep step_;
  const MotionStep& start_;
  StepClearance engine_;
  InsideTest inside_test_;
  std::vector<Inside> inside_;
  TracedSegment* traced_ = nullptr;
  int step_index_ = 0, most_depth_ = 0;
  NearestPlace inside_place_;  ///< where one body is inside another
  bool is_inside_ = false, inside_known_ = false;
  std::uint64_t budget_ = 0;
};

}  // namespace tocca
