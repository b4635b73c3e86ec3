#pragma once

#include <memory>

#include "tocca/check/checker.hpp"
#include "tocca/check/path_results.hpp"
#include "tocca/check/segment_source.hpp"

namespace tocca {

/// How much is remembered from path to path.
struct PathSettings {
  /// How many unfinished segments any() remembers; the one that was used longest ago is forgotten first.
  std::size_t remembered_segments = 4096;
};

/// Which segments of a path are looked at, and where the check ends: at the first contact of the path; at any contact, wherever
/// it is found first, of which the first of its segment is reported; or never, every segment having its own answer.
enum class PathSearch { first, any, every };

/// Receives verdicts while a path is checked, in the order of the path.
class PathListener {
 public:
  virtual ~PathListener() = default;
  /// A segment of the source's batch: number `verdict.index - source.batch().index(0)` of it.
  virtual void segment(const SegmentVerdict& verdict) = 0;
  /// So many segments are finished.
  virtual void done(std::int64_t segments) { static_cast<void>(segments); }
};

/// Checks whole paths: straight lines, cubic and quintic trajectories, problems with several clocks. One object for each
/// thread; refers to the checker. Works on all cores; results do not depend on their number.
class PathChecker {
 public:
  explicit PathChecker(const Checker& checker, const PathSettings& settings = {});
  ~PathChecker();
  PathChecker(PathChecker&&) noexcept;

  /// Segments stream from the source to the listener, a batch at a time: bounded memory, however long the path is. Where a
  /// contact ends the search, it is the last verdict, and the batch that holds it stays the source's batch.
  ///
  /// PathSearch::any   As any() for each batch, but a contact is then bracketed as every other: the first of its segment. Where
  ///                   that search ends early or sees the gap on the other side of the tolerance, the contact stays and its
  ///                   bracket begins where the segment is proven free.
  void run(SegmentSource& source, PathSearch search, PathListener& listener);

  /// The first contact along the path, in path order: verdicts of all segments up to it.
  Verdict first(const StepSequence& path);
  /// Is the whole path free? Rejected as early as possible (schwarzer-2002, section 3.4): what is most likely to touch is
  /// looked at first, on whichever segment. On contact the verdict holds one segment, with some contact of it, not
  /// necessarily the first: `time` is [0, hi], as wide as it comes, witnessed at hi, and nothing is claimed about the time before;
  /// Checker::check of that segment finds its first. `micros` and `statistics` are of the whole search. What was learnt about the
  /// other segments is kept for the next path that has them.
  Verdict any(const StepSequence& path);
  /// any() without names, for planners.
  Outcome any_outcome(const StepSequence& path);

  Verdict first(const Path& path) { return first(PathSteps(path)); }
  Verdict any(const Path& path) { return any(PathSteps(path)); }
  Outcome any_outcome(const WaypointMatrix& rows) { return any_outcome(ConfigurationSteps(model(), rows)); }

  const CollisionModel& model() const noexcept;

 private:
  bool run_in_order(const SegmentSource& source, PathSearch search, std::int64_t done, PathListener& listener);
  bool run_any(const SegmentSource& source, PathListener& listener);

  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace tocca
