#include "finished_path.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "certificate_output.hpp"
#include "least_distance.hpp"
#include "plan/curve_steps.hpp"
#include "plan/plan_space.hpp"
#include "plan_writer.hpp"

namespace tocca::cli {

void FinishOptions::add_to(CLI::App& verb, RobotArguments& robot) {
  verb.add_flag("--prefer-clearance", prefer_clearance,
                "Keep more distance where there is room, even if the path becomes longer");
  verb.add_flag("--curve", curve,
                "Write a curve to execute: rounded corners, time stamps, continuous velocities and accelerations");
  verb.add_flag("--timed", timed,
                "Write a motion to execute, as fast as the joints' limits of velocity, acceleration and jerk allow; "
                "proven free and proven to keep them. FILE.yaml is written as a JointTrajectory of ROS 2");
  verb.add_option("--blend", blend_m,
                  "Round each corner within this distance of its waypoint, as controllers do; 0 stops there (default "
                  "with --curve and --timed: as wide as is free)")
      ->type_name("METRES");
  verb.add_option("--limits", robot.joint_limits,
                  "With --timed: MoveIt's joint_limits.yaml (default: the velocities of the URDF)")
      ->type_name("FILE");
  verb.add_option("--acceleration", acceleration,
                  "With --timed: for joints whose limit is not known, in rad/s2 or m/s2 (default: 1)")
      ->type_name("LIMIT");
  verb.add_option("--velocity-scale", velocity_scale,
                  "With --timed: part of the velocity limits to use, at most 1 (default: that of --limits, or 1)")
      ->type_name("PART");
  verb.add_option("--acceleration-scale", acceleration_scale, "Likewise for accelerations")->type_name("PART");
  add_certificate_option(verb, certificate);
}

void FinishOptions::require_sensible(const RobotArguments& robot, const std::string& out) const {
  const auto needs_timed = [&](bool given, const char* option) {
    if (given && !timed) throw InputError(option, "", "goes with --timed", "give both, or neither");
  };
  needs_timed(!robot.joint_limits.empty(), "--limits");
  needs_timed(acceleration.has_value(), "--acceleration");
  needs_timed(velocity_scale.has_value(), "--velocity-scale");
  needs_timed(acceleration_scale.has_value(), "--acceleration-scale");
  const auto require = [](const std::optional<double>& value, const char* option, double most) {
    if (!value || (*value > 0.0 && *value <= most && std::isfinite(*value))) return;
    throw InputError(option, "",
                     fmt::format("must be greater than 0{} (got {})", most == 1.0 ? " and at most 1" : "", *value), "");
  };
  require(acceleration, "--acceleration", std::numeric_limits<double>::infinity());
  require(velocity_scale, "--velocity-scale", 1.0);
  require(acceleration_scale, "--acceleration-scale", 1.0);
  if (blend_m && !(*blend_m >= 0.0 && std::isfinite(*blend_m))) {
    throw InputError("--blend", "", fmt::format("must be at least 0 metres (got {})", *blend_m), "");
  }
  if (is_trajectory_file(out) && !timed) {
    throw InputError("--out", out, "a JointTrajectory has times", "add --timed, or give the name of a CSV file");
  }
}

std::optional<CurveSettings> FinishOptions::curve_settings(const KeptQuestion& kept, Warnings& warnings) const {
  if (!curve && !timed && !blend_m) return std::nullopt;
  CurveSettings settings;
  settings.blend_m = blend_m.value_or(settings.blend_m);
  if (!timed) return settings;
  LimitSettings limits = LimitSettings::of(kept.problem);
  limits.acceleration = acceleration;
  limits.velocity_scale = velocity_scale.value_or(limits.velocity_scale);
  limits.acceleration_scale = acceleration_scale.value_or(limits.acceleration_scale);
  settings.limits = motion_limits(kept.checker->model(), limits, warnings);
  return settings;
}

bool FinishedPath::finish(const WaypointMatrix& proven, const SmoothSettings& smoothing) {
  waypoints_ = proven;
  if (options_.prefer_clearance) prefer(smoothing);
  if (!curve_settings_) {
    steps_ = std::make_unique<ConfigurationSteps>(judge().model(), waypoints_);
    return true;
  }
  curve_ = curve_of(judge(), waypoints_, *curve_settings_);
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

void FinishedPath::describe_curve(PathPage& page) const {
  if (!curve_) return;
  std::string line = curve_line(*curve_);
  page.say(curve_->timed ? "Timed" : "Curve", line.substr(line.find(' ') + 1));
  page.run_by(curve_->paths[0].time_s);
}

std::string FinishedPath::why_no_curve() const {
  return fmt::format("no {} along the path is proven{}; leave out {} for straight motions",
                     options_.timed ? "timed motion" : "curve",
                     options_.timed ? " to be free and to keep the limits" : " free",
                     options_.timed   ? "--timed"
                     : options_.curve ? "--curve"
                                      : "--blend");
}

}  // namespace tocca::cli
