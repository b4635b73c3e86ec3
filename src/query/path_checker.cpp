#include "tocca/query/path_checker.hpp"

#include <algorithm>

#include "tocca/core/parallel.hpp"

namespace tocca {
namespace {

/// Segments looked at together by first(): their number does not depend on the number of threads.
constexpr int slice = 64;

}  // namespace

struct PathChecker::State {
  State(const Checker& the_checker, const PathSettings& the_settings)
      : checker(the_checker), settings(the_settings), query(the_checker.query()) {}

  const Checker& checker;
  PathSettings settings;
  Query query;
};

PathChecker::PathChecker(const Checker& checker, const PathSettings& settings)
    : state_(std::make_unique<State>(checker, settings)) {}
PathChecker::~PathChecker() = default;
PathChecker::PathChecker(PathChecker&&) noexcept = default;

const CollisionModel& PathChecker::model() const noexcept { return state_->checker.model(); }

Verdict PathChecker::first(const StepSequence& path) {
  Verdict verdict;
  verdict.outcome = Outcome::free;
  std::vector<SegmentVerdict> some;
  for (int begin = 0; begin < path.segment_count() && verdict.outcome != Outcome::contact; begin += slice) {
    some.assign(static_cast<std::size_t>(std::min(slice, path.segment_count() - begin)), {});
    parallel_for(some.size(),
                 [&](std::size_t k) { some[k] = state_->checker.check(path, begin + static_cast<int>(k)); });
    for (SegmentVerdict& segment : some) {
      verdict.proven = verdict.proven && segment.proven;
      if (segment.outcome != Outcome::free) verdict.outcome = segment.outcome;
      verdict.segments.push_back(std::move(segment));
      if (verdict.outcome == Outcome::contact) break;
    }
  }
  return verdict;
}

Verdict PathChecker::any(const StepSequence& path) { return first(path); }

Outcome PathChecker::any_outcome(const StepSequence& path) { return any(path).outcome; }

}  // namespace tocca
