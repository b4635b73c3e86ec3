// tocca smooth: shortens a path that is proven free; what it writes is proven free again, straight or as a curve.
#include <fmt/format.h>

#include <memory>
#include <optional>

#include "certificate_output.hpp"
#include "check_arguments.hpp"
#include "finished_path.hpp"
#include "interrupt.hpp"
#include "kept_question.hpp"
#include "least_distance.hpp"
#include "output.hpp"
#include "pages/plan_page.hpp"
#include "path_output.hpp"
#include "plan_question.hpp"
#include "plan_writer.hpp"
#include "progress.hpp"
#include "result_places.hpp"
#include "tocca/check/collision_model.hpp"
#include "tocca/check/path_checker.hpp"
#include "tocca/core/parallel.hpp"
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
  FinishOptions finish;

  void add_to(CLI::App& verb) {
    question.add_with_path(verb);
    describe_default_clearance(verb);
    verb.add_option("--out", out,
                    "Where to write the path: a CSV file, with --timed also a JointTrajectory (.yaml), or a folder if "
                    "there are "
                    "several robots")
        ->required()
        ->type_name("FILE");
    verb.add_option("--time-limit", time_limit_s, "Stop after this many seconds (default: when it has converged)")
        ->type_name("SECONDS");
    verb.add_option("--steps", steps, "Try N shortcuts; 0 keeps the waypoints (default: until it has converged)")
        ->type_name("N");
    verb.add_option("--seed", seed,
                    "The same seed gives the same path unless the time limit ends the search (default: 1)")
        ->check([](const std::string& text) { return text.starts_with('-') ? "must not be negative" : ""; })
        ->type_name("N");
    finish.add_to(verb, question.robot);
    verb.add_option("--report", report, "Write an HTML page: the shortened path, and the original one as a line")
        ->type_name("FILE.html");
    question.add_path_link(verb);
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
      if (*steps < 0) throw InputError("--steps", "", fmt::format("must be at least 0 (got {})", *steps), "");
      result.most_steps = *steps;
      result.converged_at = 0.0;
    }
    return result;
  }
};

/// A smoothed path on its way to the file.
class Smoothing {
 public:
  Smoothing(const SmoothArguments& arguments, const KeptQuestion& kept, std::optional<CurveSettings> curve)
      : arguments_(arguments), finished_(arguments.finish, arguments.question, kept, std::move(curve)), kept_(kept) {}

  /// Returns whether there is a path. Smoother and curve have proven all motions of it.
  bool run(const WaypointMatrix& rows) {
    Progress proof("segments proven", rows.rows() - 1), progress("steps", arguments_.steps);
    SmoothSettings settings = arguments_.settings();
    settings.progress = [&](const SmoothStatistics& now) {
      now.steps > 0 ? progress.show(now.steps) : proof.show(now.segments_proven);
      return !Interrupt::asked();
    };
    result_ = Smoother(*kept_.checker, settings).smooth(rows);
    if (result_.waypoints.rows() == 0) return false;
    const bool found = finished_.finish(result_.waypoints, settings);
    result_.waypoints = finished_.waypoints();
    result_.statistics.length_m = finished_.length_m();
    return found;
  }

  const SmoothResult& result() const { return result_; }
  const FinishedPath& finished() const { return finished_; }
  std::string lines() const {
    const bool nothing_checked = kept_.checker->model().problem_pairs().checked.empty();
    return smooth_line(result_) + (nothing_checked ? "" : clearance_line(kept_.clearance)) + finished_.lines();
  }
  std::string why_not() const { return finished_.curve() ? finished_.why_no_curve() : why_not_smoothed(result_); }

 private:
  const SmoothArguments& arguments_;
  SmoothResult result_;
  FinishedPath finished_;
  const KeptQuestion& kept_;
};

void open_page(const SmoothArguments& arguments, const KeptQuestion& kept, std::optional<PathPage>& page) {
  if (arguments.report.empty()) return;
  page.reset();
  page.emplace(arguments.report, "smooth", arguments.question, kept.problem, *kept.checker,
               PathRecorder::Distances::curve_only);
  page->say_settings();
  page->say("Seed", std::to_string(arguments.seed));
}

void fill(PathPage& page, const SmoothArguments& arguments, const KeptQuestion& kept, const Smoothing& smoothing,
          bool found, const WaypointMatrix& rows, const ClearanceProfile& least) {
  if (!found) return show_not_smoothed(page, smoothing.result(), rows);
  page.say("Written to", file_name(arguments.out));
  if (kept.clearance.reduced()) page.report().notes.push_back(clearance_line(kept.clearance));
  if (const PreferredClearance* preferred = smoothing.finished().preferred()) {
    page.say("Preferred clearance", fmt::format("{} m", preferred->clearance_m));
  }
  smoothing.finished().describe_curve(page);
  show_smoothed(page, kept.checker->model(), smoothing.result(), smoothing.finished().steps(), rows, least);
}

int run_smooth(const SmoothArguments& arguments) {
  const QuestionArguments& question = arguments.question;
  static_cast<void>(arguments.settings());  // throws before any work
  arguments.finish.require_sensible(question.robot, arguments.out);
  Warnings warnings;
  KeptQuestion kept;
  kept.problem = question.load(warnings);
  const WaypointMatrix rows = load_straight_paths(question, kept.problem, warnings);
  require_apart({{"--out", "the path", arguments.out},
                 {"--json", "JSON", question.json},
                 {"--report", "the page", arguments.report},
                 {"--certificate", "the certificate", arguments.finish.certificate}});
  const PathOutput output(arguments.out, kept.problem, question.is_problem() ? question.robot.robot : "");
  const std::unique_ptr<ThreadLimit> limit = question.threads.limit();
  kept.choose(question, rows.row(0), rows.row(rows.rows() - 1), warnings);
  std::optional<CurveSettings> curve = arguments.finish.curve_settings(kept, warnings);
  show(warnings);
  std::optional<PathPage> page;
  open_page(arguments, kept, page);

  const Interrupt interrupt;  // also while everything is written
  Smoothing smoothing(arguments, kept, std::move(curve));
  bool found = smoothing.run(rows);
  if (!found && kept.by_default && smoothing.result().end == SmoothEnd::not_free) {
    const double asked_m = kept.clearance.kept_m;  // by the ends
    KeptClearance nearer = kept_clearance(*kept.checker, asked_m, rows);
    nearer.asked_m = kept.clearance.asked_m;
    if (nearer.kept_m < asked_m) {
      kept.keep(nearer, question);
      open_page(arguments, kept, page);
      found = smoothing.run(rows);
    }
  }
  std::string certificate;
  if (found) {
    smoothing.finished().write(output);
    certificate = certify(arguments.finish.certificate, kept.problem, smoothing.finished().judge(),
                          smoothing.finished().steps(), arguments.out);
  }
  const ClearanceProfile least =
      found ? least_distance(smoothing.finished().judge(), smoothing.finished().steps(), patience_for_distance())
            : ClearanceProfile{};
  const bool proven = found && !kept.checker->model().problem_pairs().checked.empty();
  if (!question.json.empty()) {
    write_result(question.json, "--json",
                 to_json(smoothing.result(), proven, least, kept.clearance, smoothing.finished().preferred(),
                         smoothing.finished().curve()));
  }
  if (page) {
    fill(*page, arguments, kept, smoothing, found, rows, least);
    page->report().certificate = certificate;
    page->finish(warnings);
  }
  if (question.json == "-" || arguments.report == "-") return found ? exit_done : exit_contact;
  if (!found) {
    print(fmt::format("not smoothed: {}\n", smoothing.why_not()));
    return exit_contact;
  }
  print(smoothing.lines());
  print(least_distance_text(smoothing.finished().judge(), least, smoothing.finished().steps().segment_count()));
  print(written_line(arguments.out, question));
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
      "tocca smooth arm.urdf room.json path.csv --out short.csv --clearance 1cm --time-limit 5\n"
      "tocca smooth arm.urdf room.json path.csv --out curve.csv --curve --prefer-clearance\n"
      "tocca smooth arm.urdf room.json path.csv --out timed.yaml --timed --steps 0 --blend 5cm\n"
      "tocca smooth arm.urdf room.json path.csv --out short.csv --report short.html\n"
      "tocca smooth problem.json --out smoothed");
  verb->callback([arguments, &action] { action = [arguments] { return run_smooth(*arguments); }; });
}

}  // namespace tocca::cli
