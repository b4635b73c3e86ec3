#include "tocca/plan/smoother.hpp"

#include <array>

#include "plan/proofs.hpp"
#include "plan/shortener.hpp"
#include "tocca/check/path_checker.hpp"

namespace tocca {

SmoothSettings SmoothSettings::quick() {
  SmoothSettings settings;
  settings.most_questions = 20;
  settings.least_gain = 5e-3;
  return settings;
}

SmoothResult Smoother::smooth(const WaypointMatrix& path) const {
  require_proofs(checker_);
  const ConfigurationSteps steps(checker_.model(), path);  // throws where the path is none
  const Stopwatch watch;
  SmoothResult result;
  result.refuted = PathChecker(checker_).any(steps);
  const PlanSpace space(checker_.model(), std::array{Configuration(path.row(0).transpose()),
                                                     Configuration(path.row(path.rows() - 1).transpose())});
  if (is_proof(result.refuted)) {
    result.refuted = {};
    Query query = checker_.query();
    Shortener shortener(checker_.model(), space, settings_, query, path);
    result.end = shortener.run();
    result.waypoints = shortener.rows();
    result.statistics = shortener.statistics();
  } else {
    result.statistics.length_before_m = result.statistics.length_m = space.length(path);
  }
  result.statistics.seconds = watch.seconds();
  return result;
}

}  // namespace tocca
