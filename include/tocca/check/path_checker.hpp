#pragma once

#include <memory>
#include <span>
#include <vector>

#include "tocca/check/checker.hpp"
#include "tocca/check/path_results.hpp"
#include "tocca/check/segment_source.hpp"

namespace tocca {

struct LoopJoint;  // tocca/model/problem.hpp

/// How much a PathChecker remembers from path to path.
struct PathSettings {
  /// How many unfinished segments any() remembers; it forgets the least recently used first.
  std::size_t remembered_segments = 4096;
};

/// When the check of a path ends. `first`: at the first contact of the path. `any`: as soon as some contact is found
/// anywhere; the first contact of that segment is reported. `every`: never; each segment gets its own answer, with its
/// first contact. `any_of_each`: never; each segment gets its own answer, with any contact of it (Find::any).
enum class PathSearch { first, any, every, any_of_each };

/// What a search for any contact knows of one segment.
struct SegmentOutcome {
  Outcome outcome = Outcome::undecided;
  bool proven = true;  ///< as in SegmentVerdict
};

/// Receives verdicts while a path is checked, in path order.
class PathListener {
 public:
  virtual ~PathListener() = default;
  /// The verdict of segment number `verdict.index - source.batch().index(0)` of the source's batch.
  virtual void segment(const SegmentVerdict& verdict) = 0;
  /// This many segments are finished.
  virtual void done(std::int64_t segments) { static_cast<void>(segments); }
};

/// Checks whole paths: straight lines, cubic and quintic trajectories, problems with several robots and moving objects. Use one object per
/// thread. It asks about the scene as it was when the object was made (Checker). Uses all cores; results do not depend on their number.
class PathChecker {
 public:
  explicit PathChecker(const Checker& checker, const PathSettings& settings = {});
  ~PathChecker();
  PathChecker(PathChecker&&) noexcept;

  /// Segments stream from the source to the listener, one batch at a time, in bounded memory however long the path is.
  /// If a contact ends the search, it is the last verdict, and its batch stays the source's current batch.
  ///
  /// PathSearch::any   As any() for each batch, but the contact is then bracketed like every other: the first of its
  ///                   segment. If that search gives up early or finds the gap on the other side of the tolerance, the
  ///                   contact stands, and its bracket begins where the proof that the segment is free ends.
  /// `first_segment`: how many segments of the path come before the source's first. A path that is checked in parts, each of which
  /// begins where a batch of the whole begins, gives the very answers, and counts of work, of the whole.
  void run(SegmentSource& source, PathSearch search, PathListener& listener, std::int64_t first_segment = 0);
  /// The length of the batch that begins with this segment of a path.
  static std::size_t batch_size(std::int64_t segment);

  /// The first contact along the path: the verdicts of all segments up to it.
  Verdict first(const StepSequence& path);
  /// Is the whole path free? Rejects as early as possible (schwarzer-2002, section 3.4): what is most likely to touch
  /// is tested first, on whichever segment. On contact the verdict holds one segment with some contact, not necessarily
  /// its first: `time` is [0, hi], not narrowed; the contact is witnessed at hi, and nothing is claimed about the time
  /// before it. Checker::check of that segment finds the first one. `micros` and `statistics` cover the whole search.
  /// What was learnt about the other segments is kept for the next path that contains them.
  Verdict any(const StepSequence& path);
  /// any() without names and without a list of what touches, for planners. `of_segments`: what was found out about each
  /// segment on the way; a segment that was not finished is undecided.
  Outcome any_outcome(const StepSequence& path);
  Outcome any_outcome(const StepSequence& path, std::vector<SegmentOutcome>& of_segments);

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

/// Proves that a path closes loop joints, each in the links' own motion: no link is moved. Ends at the first moment at which one
/// is open. Throws InputError like the sequence.
std::vector<LoopClosure> check_loops(const Checker& checker, std::span<const LoopJoint> loops,
                                     const StepSequence& path);

}  // namespace tocca
