// Parts that fit closely and turn: a disc a micrometre above a plate, a shaft in its hole, an arm that spins; time of one query by each strategy.
#include "testing/fits.hpp"

#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

#include "check/steps/timeline.hpp"
#include "results/results.hpp"
#include "tocca/check/checker.hpp"

namespace tocca::bench {
namespace {

constexpr std::pair<Strategy, const char*> strategies[] = {{Strategy::tube, "fits, strategy tube"},
                                                           {Strategy::bisect, "fits, strategy bisect"},
                                                           {Strategy::interval, "fits, strategy interval"}};

struct Case {
  std::string name;
  Problem problem;
  std::vector<double> to;  ///< from zero; empty: what moves are objects
  bool eased = false;      ///< by cubics, at rest at both ends
};

std::vector<Case> cases() {
  using namespace testing;
  const JointLine along{JointType::prismatic, Vector3::Zero(), Vector3(1, 1, 0)};
  const JointLine beside{JointType::revolute, {0.1, 0, 0}, Vector3::UnitZ()};
  const JointLine lengthwise{JointType::prismatic, Vector3::Zero(), Vector3::UnitZ()};
  const JointLine plane{JointType::planar, Vector3::Zero(), Vector3::UnitZ()};
  const JointLine tip{JointType::revolute, {-0.7, 0, 0}, -Vector3::UnitY()};
  const JointLine back{JointType::continuous, {0.7, 0, 0}, Vector3::UnitZ()};
  return {
      {"disc turns 6 rad, 1.1e-6 m above a plate", disc_above_plate({about_z}, 1.1e-6, {}), {6.0}},
      {"disc turns 6 rad, 1e-5 m above a plate", disc_above_plate({about_z}, 1e-5, {}), {6.0}},
      {"the same, all of it tilted", disc_above_plate({about_z}, 1.1e-6, tilted()), {6.0}},
      {"the same, while it slides 5 cm", disc_above_plate({along, about_z}, 1e-5, {}), {0.05, 6.0}},
      {"the same, about two parallel axes", disc_above_plate({beside, about_z}, 1e-5, {}), {0.05, 6.0}},
      {"the same, while it is tipped up 1e-4 rad", disc_above_plate({tip, back}, 1e-5, {}), {1e-4, 6.0}},
      {"the same, while it slides, eased", disc_above_plate({along, about_z}, 1e-5, {}), {0.05, 6.0}, true},
      {"the same, about two parallel axes, eased", disc_above_plate({beside, about_z}, 1e-5, {}), {0.05, 6.0}, true},
      {"the same, on a planar joint", disc_above_plate({plane}, 1e-5, {}), {0.05, 0.02, 6.0}},
      {"disc as an object on a screw, 1e-5 m above", disc_object_above_plate(ObjectMotion::screw, 1e-5, {}), {}},
      {"the same, in-between motion", disc_object_above_plate(ObjectMotion::in_between, 1e-5, {}), {}},
      {"shaft turns 6 rad in its hole, 0.4 mm of play", shaft_in_hole({}), {6.0}},
      {"the same, 10 um of play beyond the corners", shaft_in_hole({about_z}, 3e-5, {}), {6.0}},
      {"the same, while it slides 2 cm along", shaft_in_hole({lengthwise, about_z}, 3e-5, {}), {0.02, 6.0}},
      {"the same, 0.4 mm of play, while it slides", shaft_in_hole({lengthwise, about_z}, 4e-4, {}), {0.02, 6.0}},
      {"the same, 0.4 mm, eased", shaft_in_hole({lengthwise, about_z}, 4e-4, {}), {0.02, 6.0}, true},
      {"shaft turns 1,000 times", shaft_in_hole(tilted()), {6283.0}},
      {"two joints spin by 1e9 rad, out of reach", rod_and_box(0.7), {1e9, 1e9}},
      {"two joints spin by 1e9 rad, within reach", rod_and_box(-0.48), {1e9, 1e9}}};
}

const char* text_of(const SegmentVerdict& verdict) {
  if (verdict.outcome == Outcome::free) return "free";
  if (verdict.outcome == Outcome::contact) return "contact";
  return verdict.why == Undecided::budget ? "undecided: budget" : "undecided: resolution";
}

void measure(Results& results, const Case& fit, Strategy strategy, const char* table) {
  CheckSettings settings;
  settings.strategy = strategy;
  settings.budget = results.quick() ? 1'000'000 : 100'000'000;
  const Checker checker(fit.problem, settings);
  const Path path = fit.eased ? testing::eased(fit.to) : testing::straight(fit.to);
  const Timeline timeline(fit.problem, checker.model());
  const auto asked = [&] { return fit.to.empty() ? checker.check(timeline, 0) : checker.check(path, 0); };
  double best = asked().micros;  // trees are made when they are first asked for
  SegmentVerdict verdict;
  for (int turn = 0; turn < (best > 1e6 || results.quick() ? 1 : 5); ++turn) {
    verdict = asked();
    best = std::min(best, verdict.micros);
  }
  results.add(results.table(table, "best of five queries"), {fit.name, best / 1e3, "ms", {}, {}, text_of(verdict)});
}

}  // namespace
}  // namespace tocca::bench

int main(int count, char** words) {
  tocca::bench::Results results(count, words);
  for (const auto& [strategy, table] : tocca::bench::strategies) {
    for (const tocca::bench::Case& fit : tocca::bench::cases()) tocca::bench::measure(results, fit, strategy, table);
  }
}
