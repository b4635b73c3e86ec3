#include "least_distance.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "check/model/problem_pairs.hpp"
#include "length_text.hpp"
#include "table.hpp"
#include "tocca/check/clearance_search.hpp"
#include "tocca/check/collision_model.hpp"
#include "tocca/core/error.hpp"

namespace tocca::cli {
namespace {

constexpr double little_m = 1e-3;  // nearer than this, a person should know how to ask for more
constexpr double most_seconds = 10.0;
constexpr std::uint64_t most_tests = 10'000'000;  // of the whole path, as many as ten seconds allow ...
constexpr std::uint64_t least_tests = 10'000;     // ... but enough for one segment, however many there are
constexpr int piece = 64;                         // segments between two looks at the clock

/// How far apart every pair in the profile is proven to be (pairs that may press into each other are not in it).
double proven_m(const ProblemPairs& pairs) {
  double least = std::numeric_limits<double>::infinity();
  for (const ProblemPairs::Checked& pair : pairs.checked) {
    if (pair.level_m >= 0.0) least = std::min(least, std::max(0.0, pair.clearance_m));
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

Patience patience_for_distance() { return Patience(most_seconds); }

ClearanceProfile least_distance(const Checker& checker, const WaypointMatrix& rows, const Patience& patience) {
  return least_distance(checker, ConfigurationSteps(checker.model(), rows), patience);
}

ClearanceProfile least_distance(const Checker& checker, const StepSequence& steps, const Patience& patience) {
  const int count = steps.segment_count();
  ClearanceSettings settings;
  settings.curve = false;
  settings.budget = std::max(least_tests, most_tests / static_cast<std::uint64_t>(count));
  ClearanceSearch search(checker, settings);
  search.begin();
  int done = 0;
  for (; done < count && !patience.ended(); done += piece) {
    search.add(SegmentSlice(steps, done, std::min(piece, count - done)), 0, nullptr);
  }
  ClearanceProfile least = search.finish(nullptr);
  const double proven = proven_m(checker.model().problem_pairs());
  if (done < count) {  // of the rest the proof is all that is known
    least.lower = proven;
    least.decided = false;
    least.why = Undecided::budget;
  } else if (!least.a.empty()) {
    least.segments = count;  // after a contact there is nothing more to look for
    // A bracket as narrow as asked for is the one that `tocca clearance` prints, to the last digit.
    if (!least.decided) least.lower = std::max(least.lower, proven);
  }
  return least;
}

std::string least_distance_text(const Checker& checker, const ClearanceProfile& least, std::int64_t of_segments) {
  const bool cut_off = least.segments < of_segments;
  const std::string all = counted(static_cast<std::size_t>(of_segments), "segment");
  if (least.a.empty()) {
    return cut_off ? fmt::format("least distance: not looked for in {} of {}\n", of_segments - least.segments, all)
                   : "least distance: no pair is measured\n";
  }
  std::string text =
      fmt::format("least distance: {}, proven{}: {} and {}, in segment {} at t = {:.5f}\n",
                  bracket_text(least.lower, least.upper), least.decided ? "" : " (the search ended early)",
                  printable(least.a), printable(least.b), least.at.segment, least.at.t);
  if (cut_off) {
    text += fmt::format("  looked for in the first {} of {}; farther on, no more is known than that they are free\n",
                        least.segments, all);
  }
  const char* option = least.upper < little_m ? remedy(checker.model().problem_pairs(), least) : nullptr;
  if (option) text += fmt::format("  that is close: {} 0.005 keeps 5 mm\n", option);
  return text;
}

}  // namespace tocca::cli
