// tocca smooth: shortens a path that is proven free; what it writes is proven free again, straight or as a curve.
#include <fmt/format.h>

#include <array>
#include <memory>
#include <optional>

#include "check_arguments.hpp"
#include "interrupt.hpp"
#include "least_distance.hpp"
#include "output.hpp"
#include "pages/plan_page.hpp"
#include "path_output.hpp"
#include "plan/curve_steps.hpp"
#include "plan/kept_clearance.hpp"
#include "plan/plan_space.hpp"
#include "plan/prefer_clearance.hpp"
#include "plan_question.hpp"
#include "plan_writer.hpp"
#include "progress.hpp"
#include "result_places.hpp"
#include "tocca/check/collision_model.hpp"
#include "tocca/check/path_checker.hpp"
#include "tocca/core/parallel.hpp"
#include "tocca/io/path.hpp"
#include "tocca/io/result_writers.hpp"
#include "tocca/plan/smoother.hpp"
#include "verbs.hpp"

namespace tocca::cli {
namespace {

struct SmoothArguments {
  QuestionArguments question;
  std::string out, report;
  std::optional<double> time_limit_s;
  std::optional<std::int64_t> steps;
  std::uint64_t seed = 1;
  bool prefer_clearance = false, curve = false;

  void add_to(CLI::App& verb) {
    question.add_to(verb);
    describe_default_clearance(verb);
    verb.add_option("--out", out, "Where to write the path: a CSV file, or a folder if there are several robots")
        ->required()
        ->type_name("FILE");
    verb.add_option("--time-limit", time_limit_s, "Stop after this many seconds (default: when it has converged)")
        ->type_name("SECONDS");
    verb.add_option("--steps", steps, "Try N shortcuts (default: until it has converged)")->type_name("N");
    verb.add_option("--seed", seed,
                    "The same seed gives the same path unless the time limit ends the search (default: 1)")
        ->check([](const std::string& text) { return text.starts_with('-') ? "must not be negative" : ""; })
        ->type_name("N");
    verb.add_flag("--prefer-clearance", prefer_clearance,
                  "Keep more distance where there is room, even if the path becomes longer");
    verb.add_flag("--curve", curve,
                  "Write a curve to execute: rounded corners, time stamps, continuous velocities and accelerations");
    verb.add_option("--report", report, "Write an HTML page: the shortened path, and the original one as a line")
        ->type_name("FILE.html");
  }

  SmoothSettings settings() const {
    SmoothSettings result;
    result.seed = seed;
    if (time_limit_s) {
      if (!(*time_limit_s > 0.0)) {
        throw InputError("--time-limit", "", fmt::format("must be greater than 0 seconds (got {})", *time_limit_s), "");
      }
      result.time_limit_s = *time_limit_s;
    }
    if (steps) {
      if (*steps < 1) throw InputError("--steps", "", fmt::format("must be at least 1 (got {})", *steps), "");
      result.most_steps = *steps;
      result.converged_at = 0.0;
    }
    return result;
  }
};

WaypointMatrix load_rows(const QuestionArguments& question, Problem& problem, Warnings& warnings) {
  if (!question.is_problem()) {
    RobotTask& task = problem.robots[0];
    task.path = load_path(question.path, task.robot.tree, task.start(), warnings);
  }
  const std::string& file = question.is_problem() ? question.robot.robot : question.path;
  require_plannable(problem, file);
  return straight_paths(problem, file, warnings);
}

/// What is asked with, and which clearance the path keeps.
struct Kept {
  Problem problem;
  std::optional<Checker> checker;
  KeptClearance clearance;
  bool by_default = false;  ///< nobody asked for this clearance: less will do where there is less
};

void keep(const KeptClearance& clearance, const QuestionArguments& question, Kept& kept) {
  kept.clearance = clearance;
  if (!clearance.reduced()) return;
  kept.problem.clearance.default_m = clearance.kept_m;
  kept.checker.emplace(kept.problem, QuestionArguments::limited(), question.pairs());
}

/// The clearance that was asked for; the default one only as far as the path's ends allow.
void choose_clearance(const QuestionArguments& question, const WaypointMatrix& rows, Kept& kept, Warnings& warnings) {
  const AskedClearance asked = ask_clearance(question, kept.problem);
  kept.checker.emplace(question.checker(kept.problem, QuestionArguments::limited(), warnings));
  kept.clearance.asked_m = kept.clearance.kept_m = asked.metres;
  kept.by_default = asked.by_default;
  if (asked.by_default) {
    keep(kept_clearance(*kept.checker, asked.metres, rows.row(0), rows.row(rows.rows() - 1)), question, kept);
  }
}

/// A smoothed path on its way to the file.
class Smoothing {
 public:
  Smoothing(const SmoothArguments& arguments, const Kept& kept, const Interrupt& interrupt)
      : arguments_(arguments), kept_(kept), interrupt_(interrupt) {}

  /// Returns whether there is a path. Smoother and curve have proven all motions of it.
  bool run(const WaypointMatrix& rows) {
    shorten(rows);
    if (result_.waypoints.rows() == 0) return false;
    if (arguments_.curve) {
      curve_ = curve_of(judge(), result_.waypoints);
      if (!curve_->proven) return false;
      steps_ = std::make_unique<CurveSteps>(curve_->paths);
    } else {
      steps_ = std::make_unique<ConfigurationSteps>(judge().model(), result_.waypoints);
    }
    return true;
  }

  void write(const PathOutput& output) const { curve_ ? output.write(curve_->paths) : output.write(result_.waypoints); }
  const SmoothResult& result() const { return result_; }
  const StepSequence& steps() const { return *steps_; }
  /// What the path is proven with: the greatest clearance that it keeps.
  const Checker& judge() const { return farther_ ? *farther_ : *kept_.checker; }
  const PreferredClearance* preferred() const { return preferred_ ? &*preferred_ : nullptr; }
  const Curve* curve() const { return curve_ ? &*curve_ : nullptr; }

  std::string lines() const {
    std::string text = smooth_line(result_) + clearance_line(kept_.clearance);
    if (preferred_) text += preferred_line(*preferred_, length_then_m_, result_.statistics.length_m) + least_then_;
    if (curve_) text += curve_line(*curve_);
    return text;
  }
  std::string why_not() const {
    if (curve_) return "no curve along the shortened path is proven free; leave out --curve for straight motions";
    return why_not_smoothed(result_);
  }

 private:
  void shorten(const WaypointMatrix& rows) {
    Progress proof("segments proven", rows.rows() - 1), progress("steps", arguments_.steps);
    SmoothSettings settings = arguments_.settings();
    settings.progress = [&](const SmoothStatistics& now) {
      now.steps > 0 ? progress.show(now.steps) : proof.show(now.segments_proven);
      return !interrupt_.asked();
    };
    result_ = Smoother(*kept_.checker, settings).smooth(rows);
    if (arguments_.prefer_clearance && result_.waypoints.rows() > 0) prefer(settings);
  }

  void prefer(const SmoothSettings& settings) {
    const CheckSettings limited = QuestionArguments::limited();
    const PairSettings pairs = arguments_.question.pairs();
    const Checker& checker = *kept_.checker;
    const ClearanceProfile least = least_distance(checker, result_.waypoints, patience_for_distance());
    least_then_ = "  before: " + least_distance_text(checker, least, result_.waypoints.rows() - 1);
    length_then_m_ = result_.statistics.length_m;
    preferred_ = prefer_clearance(kept_.problem, limited, pairs, kept_.clearance.kept_m, result_.waypoints, settings);
    Problem problem = kept_.problem;
    problem.clearance.default_m = preferred_->clearance_m;
    farther_.emplace(problem, limited, pairs);
    const WaypointMatrix& path = result_.waypoints = preferred_->waypoints;
    const std::array ends{Configuration(path.row(0)), Configuration(path.row(path.rows() - 1))};
    result_.statistics.length_m = PlanSpace(farther_->model(), ends).length(path);
  }

  const SmoothArguments& arguments_;
  const Kept& kept_;
  const Interrupt& interrupt_;
  SmoothResult result_;
  std::optional<PreferredClearance> preferred_;
  std::optional<Checker> farther_;
  std::optional<Curve> curve_;
  std::unique_ptr<const StepSequence> steps_;
  double length_then_m_ = 0.0;  ///< before more clearance was preferred
  std::string least_then_;
};

void open_page(const SmoothArguments& arguments, const Kept& kept, std::optional<PathPage>& page) {
  if (arguments.report.empty()) return;
  page.reset();
  page.emplace(arguments.report, "smooth", arguments.question, kept.problem, *kept.checker,
               PathRecorder::Distances::curve_only);
  page->say("Seed", std::to_string(arguments.seed));
}

void fill(PathPage& page, const SmoothArguments& arguments, const Kept& kept, const Smoothing& smoothing, bool found,
          const WaypointMatrix& rows, const ClearanceProfile& least) {
  if (!found) return show_not_smoothed(page, smoothing.result(), rows);
  page.say("Written to", arguments.out);
  if (kept.clearance.reduced()) page.report().notes.push_back(clearance_line(kept.clearance));
  if (const PreferredClearance* preferred = smoothing.preferred()) {
    page.say("Preferred clearance", fmt::format("{} m", preferred->clearance_m));
  }
  if (smoothing.curve()) page.say("Curve", curve_line(*smoothing.curve()));
  show_smoothed(page, kept.checker->model(), smoothing.result(), smoothing.steps(), rows, least);
}

int run_smooth(const SmoothArguments& arguments) {
  const QuestionArguments& question = arguments.question;
  static_cast<void>(arguments.settings());  // throws before any work
  Warnings warnings;
  Kept kept;
  kept.problem = question.load(warnings);
  const WaypointMatrix rows = load_rows(question, kept.problem, warnings);
  require_apart({{"--out", "the path", arguments.out},
                 {"--json", "JSON", question.json},
                 {"--report", "the page", arguments.report}});
  const PathOutput output(arguments.out, kept.problem, question.is_problem() ? question.robot.robot : "");
  const std::unique_ptr<ThreadLimit> limit = question.threads.limit();
  choose_clearance(question, rows, kept, warnings);
  show(warnings);
  std::optional<PathPage> page;
  open_page(arguments, kept, page);

  const Interrupt interrupt;  // also while everything is written
  Smoothing smoothing(arguments, kept, interrupt);
  bool found = smoothing.run(rows);
  if (!found && kept.by_default && smoothing.result().end == SmoothEnd::not_free) {
    const double asked_m = kept.clearance.kept_m;  // by the ends
    KeptClearance nearer = kept_clearance(*kept.checker, asked_m, rows);
    nearer.asked_m = kept.clearance.asked_m;
    if (nearer.kept_m < asked_m) {
      keep(nearer, question, kept);
      open_page(arguments, kept, page);
      found = smoothing.run(rows);
    }
  }
  if (found) smoothing.write(output);
  const ClearanceProfile least =
      found ? least_distance(smoothing.judge(), smoothing.steps(), patience_for_distance()) : ClearanceProfile{};
  const bool proven = found && !kept.checker->model().problem_pairs().checked.empty();
  if (!question.json.empty()) {
    write_result(question.json, "--json",
                 to_json(smoothing.result(), proven, least, kept.clearance, smoothing.preferred(), smoothing.curve()));
  }
  if (page) {
    fill(*page, arguments, kept, smoothing, found, rows, least);
    page->finish(warnings);
  }
  if (question.json == "-" || arguments.report == "-") return found ? exit_done : exit_contact;
  if (!found) {
    print(fmt::format("not smoothed: {}\n", smoothing.why_not()));
    return exit_contact;
  }
  print(smoothing.lines());
  print(least_distance_text(smoothing.judge(), least, smoothing.steps().segment_count()));
  print(fmt::format("written: {}\n", arguments.out));
  return exit_done;
}

}  // namespace

void add_smooth(CLI::App& app, Action& action) {
  auto arguments = std::make_shared<SmoothArguments>();
  CLI::App* verb = app.add_subcommand(
      "smooth",
      "Shorten a path by random shortcuts, each proven free: exit code 0 path written, 1 path not proven free.");
  arguments->add_to(*verb);
  verb->footer(
      "tocca smooth arm.urdf room.json path.csv --out short.csv\n"
      "tocca smooth arm.urdf room.json path.csv --out short.csv --clearance 0.01 --time-limit 5\n"
      "tocca smooth arm.urdf room.json path.csv --out curve.csv --curve --prefer-clearance\n"
      "tocca smooth arm.urdf room.json path.csv --out short.csv --report short.html\n"
      "tocca smooth problem.json --out smoothed");
  verb->callback([arguments, &action] { action = [arguments] { return run_smooth(*arguments); }; });
}

}  // namespace tocca::cli
