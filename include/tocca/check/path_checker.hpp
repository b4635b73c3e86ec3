#pragma once

#include <memory>

#include "tocca/check/checker.hpp"
#include "tocca/check/path_results.hpp"

namespace tocca {

/// How much is remembered from path to path.
struct PathSettings {
  /// How many unfinished segments any() remembers; the one that was used longest ago is forgotten first.
  std::size_t remembered_segments = 4096;
};

/// Checks whole paths: straight lines, cubic and quintic trajectories, problems with several clocks. One object for each
/// thread; refers to the checker.
///
/// Results do not depend on the number of threads.
class PathChecker {
 public:
  explicit PathChecker(const Checker& checker, const PathSettings& settings = {});
  ~PathChecker();
  PathChecker(PathChecker&&) noexcept;

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
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace tocca
