#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tocca/check/checker.hpp"
#include "tocca/check/clearance_search.hpp"
#include "tocca/io/report.hpp"
#include "tocca/report/sweep_mesh.hpp"

namespace tocca {

/// Draws robots, scene and a path into a report, segment by segment, with its verdicts.
///
/// Comes in    Verdicts as a Checker gives them, and the sequence that they speak of.
/// Goes out    Bodies with their poses (so dense that what lies between two moments strays by about a thousandth of the
///             robot's size; the very moment of each contact among them), the curve of distances, ghosts, swept volumes, tubes,
///             bounding volumes, the line that the last link of each robot draws. For looking at: nothing here is part of a proof.
/// Bounded     A path of any length: what would make the page too heavy is left out, and the report's notes say so.
class PathRecorder {
 public:
  /// What it finds of distances: the curve and, as a proven bracket, the least of the whole path; or the curve alone, or
  /// nothing, the rest being the caller's.
  enum class Distances { measured, curve_only, left_to_the_caller };

  /// All must outlive it.
  PathRecorder(const Problem& problem, const Checker& checker, Report& report,
               Distances distances = Distances::measured);

  /// What is added from here on is another path, from `begin` on the clock: a chapter of the page. `tone` is that of its line.
  void begin_chapter(const std::string& name, double begin, const std::string& tone);
  /// One more segment. `begin` and `end` are its place on the clock.
  void add(const StepSequence& sequence, int segment, const Report::Segment& drawn);
  /// Only the line that a whole path draws, to be seen beside what is added.
  void add_track(const std::string& name, const StepSequence& sequence, const std::string& tone);
  /// Ghosts, swept volumes and notes. Call once, after the last segment.
  void finish();

 private:
  /// What the ends of robots draw.
  struct Track {
    std::string name, tone;
    std::vector<std::vector<Vector3>> lines;  ///< of each end
    bool broken = false;                      ///< the path jumps: edges of a list, whose lines would tell nothing
  };

  void record_bodies(const Problem& problem);
  void record_poses(const StepSequence& sequence, int segment, const Report::Segment& drawn);
  void record_curve(const StepSequence& sequence, int segment, const Report::Segment& drawn);
  void record_nearest(const StepSequence& sequence, int segment, std::int64_t place);
  void record_sweeps();
  int moments_of(int steps);
  void push_moment(double clock, double t);
  void draw_on(double t, Track& track);
  void end_track(Track& track);
  void add_layer(const std::string& name, Report::Layer::Kind kind, SweptMesh& mesh, const std::string& tone = {});

  const Checker& checker_;
  Report& report_;
  MotionStep step_;
  ClearanceSearch curve_search_;
  ClearanceSearch least_search_;  ///< along all segments, where the least distance is asked for
  std::vector<int> moving_;       ///< bodies of the model that have poses
  double size_m_ = 0.0;           ///< of the largest moving body
  SweptMesh swept_, tubes_;
  std::vector<int> ends_;  ///< the last link of each robot, which draws a line
  Track track_;
  Distances distances_;
  bool sweeps_full_ = false, curves_full_ = false, contact_drawn_ = false;
  std::size_t curves_ = 0;                         ///< segments whose distance was measured
  std::uint64_t curve_work_ = 0, least_work_ = 0;  ///< tests that the searches took
  std::int64_t left_out_ = 0;
};

}  // namespace tocca
