// What is made of a proven path before it is written: more clearance, a curve to execute.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "kept_question.hpp"
#include "pages/path_page.hpp"
#include "path_output.hpp"
#include "plan/prefer_clearance.hpp"
#include "tocca/check/step_sequence.hpp"
#include "tocca/plan/smoother.hpp"

namespace tocca::cli {

/// The options `--prefer-clearance`, `--curve`, `--timed`, `--blend` and what goes with them, and `--certificate`.
struct FinishOptions {
  bool prefer_clearance = false, curve = false, timed = false;
  std::optional<double> blend_m, acceleration, velocity_scale, acceleration_scale;
  std::string certificate;  ///< empty: none

  /// `robot`: gets the file of its joints' limits.
  void add_to(CLI::App& verb, RobotArguments& robot);
  /// Before long work: throws InputError if options contradict each other, or what `out` is to be.
  void require_sensible(const RobotArguments& robot, const std::string& out) const;
  /// Nothing: straight motions. Warns about joints whose limits are not known.
  std::optional<CurveSettings> curve_settings(const KeptQuestion& kept, Warnings& warnings) const;
};

class FinishedPath {
 public:
  /// Keeps references.
  FinishedPath(const FinishOptions& options, const QuestionArguments& question, const KeptQuestion& kept,
               std::optional<CurveSettings> curve)
      : options_(options), question_(question), kept_(kept), curve_settings_(std::move(curve)) {}

  /// `proven`: by the checker of `kept`. Returns whether there is something to write: a curve may not be.
  bool finish(const WaypointMatrix& proven, const SmoothSettings& smoothing);

  const WaypointMatrix& waypoints() const { return waypoints_; }
  const StepSequence& steps() const { return *steps_; }
  void write(const PathOutput& output) const {
    curve_ ? output.write(curve_->paths, curve_->timed) : output.write(waypoints_);
  }
  /// What the path is proven with: the greatest clearance that it keeps.
  const Checker& judge() const { return farther_ ? *farther_ : *kept_.checker; }
  const PreferredClearance* preferred() const { return preferred_ ? &*preferred_ : nullptr; }
  const Curve* curve() const { return curve_ ? &*curve_ : nullptr; }
  double length_m() const;
  /// For people: what was preferred, how near the path came before; the curve. Empty if nothing was asked for.
  std::string lines() const;
  /// On a page: what the curve is like; the page then runs by its seconds.
  void describe_curve(PathPage& page) const;
  /// If there is nothing to write: why, and what to leave out.
  std::string why_no_curve() const;

 private:
  void prefer(const SmoothSettings& smoothing);

  const FinishOptions& options_;
  const QuestionArguments& question_;
  const KeptQuestion& kept_;
  std::optional<CurveSettings> curve_settings_;
  WaypointMatrix waypoints_;
  std::optional<PreferredClearance> preferred_;
  std::optional<Checker> farther_;
  std::optional<Curve> curve_;
  std::unique_ptr<const StepSequence> steps_;
  double length_then_m_ = 0.0;  ///< before more clearance was preferred
  std::string least_then_;
};

}  // namespace tocca::cli
