#include "tocca/plan/smoother.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "plan/proofs.hpp"
#include "plan/shortener.hpp"
#include "tocca/check/path_checker.hpp"

namespace tocca {
namespace {

/// Segments that are proven before the clock is looked at again.
constexpr int proven_at_once = 64;

/// Keeps the first verdict that is no proof.
class FirstNotProven final : public PathListener {
 public:
  void segment(const SegmentVerdict& verdict) override {
    if (!found && !is_proof(verdict)) found = verdict;
  }
  std::optional<SegmentVerdict> found;
};

class Smoothing {
 public:
  Smoothing(const Checker& checker, const SmoothSettings& settings, const WaypointMatrix& path)
      : checker_(checker),
        settings_(settings),
        path_(path),
        space_(checker.model(), std::array{Configuration(path.row(0).transpose()),
                                           Configuration(path.row(path.rows() - 1).transpose())}) {
    result_.statistics.length_before_m = result_.statistics.length_m = space_.length(path);
  }

  /// Is every segment of the path proven free? If not, the result says why.
  bool prove() {
    const ConfigurationSteps steps(checker_.model(), path_);
    PathChecker paths(checker_);
    FirstNotProven first;
    for (int done = 0; done < steps.segment_count(); done += proven_at_once) {
      if (done > 0 && is_to_end()) {
        result_.end = SmoothEnd::unproven;
        return false;
      }
      const SegmentSlice slice(steps, done, std::min(proven_at_once, steps.segment_count() - done));
      SequenceSource source(slice);
      paths.run(source, PathSearch::any_of_each, first);
      if (first.found) {
        result_.refuted = *first.found;
        result_.end = SmoothEnd::not_free;
        return false;
      }
      result_.statistics.segments_proven += slice.segment_count();
    }
    return true;
  }

  void shorten() {
    SmoothSettings left = settings_;
    left.time_limit_s -= watch_.seconds();
    Query query = checker_.query();
    Shortener shortener(checker_.model(), space_, left, query, path_);
    result_.end = shortener.run();
    result_.waypoints = shortener.rows();
    const std::int64_t proven = result_.statistics.segments_proven;
    result_.statistics = shortener.statistics();
    result_.statistics.segments_proven = proven;
  }

  SmoothResult result() {
    result_.statistics.seconds = watch_.seconds();
    return std::move(result_);
  }

 private:
  bool is_to_end() {
    result_.statistics.seconds = watch_.seconds();
    return result_.statistics.seconds >= settings_.time_limit_s ||
           (settings_.progress && !settings_.progress(result_.statistics));
  }

  const Stopwatch watch_;
  const Checker& checker_;
  const SmoothSettings& settings_;
  const WaypointMatrix& path_;
  const PlanSpace space_;
  SmoothResult result_;
};

}  // namespace

SmoothSettings SmoothSettings::quick() {
  SmoothSettings settings;
  settings.most_questions = 8;
  settings.least_gain = 5e-3;
  return settings;
}

SmoothResult Smoother::smooth(const WaypointMatrix& path) const {
  const Checker checker(checker_);  // one state of the scene
  require_proofs(checker);
  const ConfigurationSteps valid(checker.model(), path);  // throws where the path is none
  Smoothing smoothing(checker, settings_, path);
  if (smoothing.prove()) smoothing.shorten();
  return smoothing.result();
}

SmoothResult Smoother::smooth_proven(const WaypointMatrix& path) const {
  const Checker checker(checker_);
  require_proofs(checker);
  Smoothing smoothing(checker, settings_, path);
  smoothing.shorten();
  return smoothing.result();
}

}  // namespace tocca
