#include "finished_path.hpp"

#include <array>

#include "certificate_output.hpp"
#include "least_distance.hpp"
#include "plan/curve_steps.hpp"
#include "plan/plan_space.hpp"
#include "plan_writer.hpp"

namespace tocca::cli {

void FinishOptions::add_to(CLI::App& verb) {
  verb.add_flag("--prefer-clearance", prefer_clearance,
                "Keep more distance where there is room, even if the path becomes longer");
  verb.add_flag("--curve", curve,
                "Write a curve to execute: rounded corners, time stamps, continuous velocities and accelerations");
  add_certificate_option(verb, certificate);
}

bool FinishedPath::finish(const WaypointMatrix& proven, const SmoothSettings& smoothing) {
  waypoints_ = proven;
  if (options_.prefer_clearance) prefer(smoothing);
  if (!options_.curve) {
    steps_ = std::make_unique<ConfigurationSteps>(judge().model(), waypoints_);
    return true;
  }
  curve_ = curve_of(judge(), waypoints_);
  if (!curve_->proven) return false;
  steps_ = std::make_unique<CurveSteps>(curve_->paths);
  return true;
}

void FinishedPath::prefer(const SmoothSettings& smoothing) {
  const CheckSettings limited = QuestionArguments::limited();
  const PairSettings pairs = question_.pairs();
  const Checker& checker = *kept_.checker;
  const ClearanceProfile least = least_distance(checker, waypoints_, patience_for_distance());
  least_then_ = "  before: " + least_distance_text(checker, least, waypoints_.rows() - 1);
  length_then_m_ = length_m();
  preferred_ = prefer_clearance(kept_.problem, limited, pairs, kept_.clearance.kept_m, waypoints_, smoothing);
  if (!(preferred_->clearance_m > least.lower)) {  // what was there is no nearer
    preferred_.reset();
    return;
  }
  Problem problem = kept_.problem;
  problem.clearance.default_m = preferred_->clearance_m;
  farther_.emplace(problem, limited, pairs);
  waypoints_ = preferred_->waypoints;
}

double FinishedPath::length_m() const {
  const std::array ends{Configuration(waypoints_.row(0)), Configuration(waypoints_.row(waypoints_.rows() - 1))};
  return PlanSpace(judge().model(), ends).length(waypoints_);
}

std::string FinishedPath::lines() const {
  std::string text;
  if (options_.prefer_clearance && !preferred_) text += "preferred clearance: nothing farther away was found\n";
  if (preferred_) text += preferred_line(*preferred_, length_then_m_, length_m()) + least_then_;
  if (curve_ && curve_->proven) text += curve_line(*curve_);
  return text;
}

}  // namespace tocca::cli
