#include "least_distance.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "check/model/problem_pairs.hpp"
#include "length_text.hpp"
#include "tocca/check/clearance_search.hpp"
#include "tocca/check/collision_model.hpp"
#include "tocca/core/error.hpp"

namespace tocca::cli {
namespace {

constexpr double little_m = 1e-3;                 // nearer than this, a person should know how to ask for more
constexpr std::uint64_t most_tests = 10'000'000;  // of the whole path: some ten seconds

/// How far apart every pair in the profile is proven to be (pairs that may press into each other are not in it).
double proven_m(const ProblemPairs& pairs) {
  double least = std::numeric_limits<double>::infinity();
  for (const ProblemPairs::Checked& pair : pairs.checked) {
    if (pair.clearance_m >= 0.0) least = std::min(least, pair.clearance_m);
  }
  return std::isfinite(least) ? least : 0.0;
}

/// The option that keeps the nearest two farther apart; none if a clearance was asked for.
const char* remedy(const ProblemPairs& pairs, const ClearanceProfile& least) {
  for (const ProblemPairs::Checked& pair : pairs.checked) {
    const ProblemPairs::Body &a = pairs.bodies[static_cast<std::size_t>(pair.a)],
                             &b = pairs.bodies[static_cast<std::size_t>(pair.b)];
    const bool the_two = (a.name == least.a && b.name == least.b) || (a.name == least.b && b.name == least.a);
    if (!the_two || pair.clearance_m < 0.0) continue;
    if (pair.clearance_m > 0.0) return nullptr;
    return a.robot >= 0 && a.robot == b.robot ? "--self-clearance" : "--clearance";
  }
  return nullptr;
}

}  // namespace

ClearanceProfile least_distance(const Checker& checker, const WaypointMatrix& rows) {
  return least_distance(checker, ConfigurationSteps(checker.model(), rows));
}

ClearanceProfile least_distance(const Checker& checker, const StepSequence& steps) {
  ClearanceSettings settings;
  settings.curve = false;
  settings.budget = most_tests / static_cast<std::uint64_t>(steps.segment_count());
  ClearanceProfile least = ClearanceSearch(checker, settings).profile(steps);
  if (!least.a.empty()) least.lower = std::max(least.lower, proven_m(checker.model().problem_pairs()));
  return least;
}

std::string least_distance_text(const Checker& checker, const ClearanceProfile& least) {
  if (least.a.empty()) return "least distance: no pair is measured\n";
  std::string text =
      fmt::format("least distance: {}, proven{}: {} and {}, in segment {} at t = {:.5f}\n",
                  bracket_text(least.lower, least.upper), least.decided ? "" : " (the search ended early)",
                  printable(least.a), printable(least.b), least.at.segment, least.at.t);
  const char* option = least.upper < little_m ? remedy(checker.model().problem_pairs(), least) : nullptr;
  if (option) text += fmt::format("  that is close: {} 0.005 keeps 5 mm\n", option);
  return text;
}

}  // namespace tocca::cli
