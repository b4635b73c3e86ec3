// Layer: report.  May include: io, query and what they use.  Checked by tools/check_layers.py.
#pragma once

#include <cstdint>
#include <vector>

#include "tocca/io/report.hpp"
#include "tocca/query/checker.hpp"
#include "tocca/query/clearance_search.hpp"
#include "tocca/report/sweep_mesh.hpp"

namespace tocca {

/// Draws robots, scene and a path into a report, segment by segment, with its verdicts.
///
/// Comes in    Verdicts as a Checker gives them, and the sequence that they speak of.
/// Goes out    Bodies with their poses (so dense that what lies between two moments strays by about a thousandth of the
///             robot's size; the very moment of each contact among them), the curve of distances, ghosts, swept volumes, tubes
///             and bounding volumes. For looking at: nothing here is part of a proof.
/// Bounded     A path of any length: what would make the page too heavy is left out, and the report's notes say so.
class PathRecorder {
 public:
  /// All must outlive it.
  PathRecorder(const Problem& problem, const Checker& checker, Report& report);

  /// One more segment. `begin` and `end` are its place on the clock.
  void add(const StepSequence& sequence, int segment, const Report::Segment& drawn);
  /// Ghosts, swept volumes and notes. Call once, after the last segment.
  void finish();

 private:
  void record_bodies(const Problem& problem);
  void record_poses(const StepSequence& sequence, int segment, const Report::Segment& drawn);
  void record_curve(const StepSequence& sequence, int segment, const Report::Segment& drawn);
  void record_sweeps();
  int moments_of(int steps);
  void push_moment(double clock, double t);

  const Checker& checker_;
  Report& report_;
  Query query_;
  ClearanceSearch clearance_;
  std::vector<int> moving_;  ///< bodies of the model that have poses
  double size_m_ = 0.0;      ///< of the largest moving body
  SweptMesh swept_, tubes_;
  bool sweeps_full_ = false, curves_full_ = false, contact_drawn_ = false;
  std::size_t curves_ = 0;  ///< segments whose distance was measured
  std::int64_t left_out_ = 0;
};

}  // namespace tocca
