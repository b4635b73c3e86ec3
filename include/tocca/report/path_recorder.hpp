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
/// Input       Verdicts of a Checker, and the sequence that they are about.
/// Output      Bodies with their poses (so dense that motion between two moments strays by about a thousandth of the
///             robot's size; the exact moment of each contact is among them), the curve of distances, ghosts, swept
///             volumes, tubes, bounding volumes, the visual geometry of the robots' URDFs, and the line along which a tool
///             frame of each robot goes, or the link that moves farthest. It is for viewing: nothing here is part of a
///             proof.
/// Bounded     Takes a path of any length: leaves out what would make the page too heavy, and says so in the report's
///             notes.
class PathRecorder {
 public:
  /// Which distances it computes besides those of the two kinds of pairs (Report::curves): the curve of the nearest pair
  /// and the least distance of the whole path, as a proven bracket; that curve alone; or none. The caller supplies the
  /// rest.
  enum class Distances { measured, curve_only, left_to_the_caller };

  /// All arguments must outlive it.
  PathRecorder(const Problem& problem, const Checker& checker, Report& report,
               Distances distances = Distances::measured);
  ~PathRecorder();
  PathRecorder(PathRecorder&&) noexcept;

  /// The line of its robot follows this link: "link", or "robot/link" if there are several robots. Throws InputError if
  /// no joint carries such a link.
  void follow(const std::string& link);
  /// Begins a chapter of the page: what is added next is another path, from time `begin` on the clock, whose line has
  /// the colour `tone`.
  void begin_chapter(const std::string& name, double begin, const std::string& tone);
  /// Adds a segment. `begin` and `end` are its place on the clock.
  void add(const StepSequence& sequence, int segment, const Report::Segment& drawn);
  /// Adds only the line that a whole path draws, for comparison with what is added.
  void add_track(const std::string& name, const StepSequence& sequence, const std::string& tone);
  /// Adds ghosts, swept volumes and notes. Call it once, after the last segment.
  void finish();

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace tocca
