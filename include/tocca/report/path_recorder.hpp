#pragma once

#include <memory>
#include <string>

#include "tocca/io/report.hpp"

namespace tocca {

class Checker;       // tocca/check/checker.hpp
class StepSequence;  // tocca/check/step_sequence.hpp
struct Problem;      // tocca/model/problem.hpp

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
  ~PathRecorder();
  PathRecorder(PathRecorder&&) noexcept;

  /// What is added from here on is another path, from `begin` on the clock: a chapter of the page. `tone` is that of its line.
  void begin_chapter(const std::string& name, double begin, const std::string& tone);
  /// One more segment. `begin` and `end` are its place on the clock.
  void add(const StepSequence& sequence, int segment, const Report::Segment& drawn);
  /// Only the line that a whole path draws, to be seen beside what is added.
  void add_track(const std::string& name, const StepSequence& sequence, const std::string& tone);
  /// Ghosts, swept volumes and notes. Call once, after the last segment.
  void finish();

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace tocca
