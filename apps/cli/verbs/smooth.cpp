// tocca smooth: shortens a path that is proven free; what it writes is proven free again.
#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <optional>

#include "check_arguments.hpp"
#include "interrupt.hpp"
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
#include "tocca/io/path.hpp"
#include "tocca/io/result_writers.hpp"
#include "verbs.hpp"

namespace tocca::cli {
namespace {

struct SmoothArguments {
  QuestionArguments question;
  std::string out, report;
  std::optional<double> time_limit_s;
  std::optional<std::int64_t> steps;
  std::uint64_t seed = 1;

  void add_to(CLI::App& verb) {
    question.add_to(verb);
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

int run_smooth(const SmoothArguments& arguments) {
  const QuestionArguments& question = arguments.question;
  SmoothSettings settings = arguments.settings();
  Warnings warnings;
  Problem problem = question.load(warnings);
  const WaypointMatrix rows = load_rows(question, problem, warnings);
  require_apart({{"--out", "the path", arguments.out},
                 {"--json", "JSON", question.json},
                 {"--report", "the page", arguments.report}});
  const PathOutput output(arguments.out, problem, question.is_problem() ? question.robot.robot : "");
  const std::unique_ptr<ThreadLimit> limit = question.threads.limit();
  const Checker checker = question.checker(problem, QuestionArguments::limited(), warnings);
  show(warnings);
  std::optional<PathPage> page;
  if (!arguments.report.empty()) {
    page.emplace(arguments.report, "smooth", question, problem, checker, PathRecorder::Distances::curve_only);
    page->say("Seed", std::to_string(arguments.seed));
  }

  const Interrupt interrupt;  // also while everything is written
  SmoothResult result;
  {
    Progress proof("segments proven", rows.rows() - 1), progress("steps", arguments.steps);
    settings.progress = [&](const SmoothStatistics& now) {
      now.steps > 0 ? progress.show(now.steps) : proof.show(now.segments_proven);
      return !interrupt.asked();
    };
    result = Smoother(checker, settings).smooth(rows);
  }
  const bool free = result.waypoints.rows() > 0;  // the smoother has proven every one of these motions
  if (free) output.write(result.waypoints);
  const ClearanceProfile least =
      free ? least_distance(checker, result.waypoints, patience_for_distance()) : ClearanceProfile{};
  const bool proven = free && !checker.model().problem_pairs().checked.empty();
  if (!question.json.empty()) write_result(question.json, "--json", to_json(result, proven, least));
  if (page) {
    if (free) {
      page->say("Written to", arguments.out);
      show_smoothed(*page, checker.model(), result, rows, least);
    } else {
      show_not_smoothed(*page, result, rows);
    }
    page->finish(warnings);
  }
  if (question.json == "-" || arguments.report == "-") return free ? exit_done : exit_contact;
  if (free) {
    print(smooth_line(result));
    print(least_distance_text(checker, least, result.waypoints.rows() - 1));
    print(fmt::format("written: {}\n", arguments.out));
    return exit_done;
  }
  print(fmt::format("not smoothed: {}\n", why_not_smoothed(result)));
  return exit_contact;
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
      "tocca smooth arm.urdf room.json path.csv --out short.csv --report short.html\n"
      "tocca smooth problem.json --out smoothed");
  verb->callback([arguments, &action] { action = [arguments] { return run_smooth(*arguments); }; });
}

}  // namespace tocca::cli
