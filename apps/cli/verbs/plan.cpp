// tocca plan: finds a path between two configurations; what it writes is proven free.
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
#include "plan/plan_space.hpp"
#include "plan_question.hpp"
#include "plan_writer.hpp"
#include "progress.hpp"
#include "result_places.hpp"
#include "tocca/core/parallel.hpp"
#include "tocca/io/result_writers.hpp"
#include "tocca/plan/random_walk.hpp"
#include "plan/sbl.hpp"
#include "verbs.hpp"

namespace tocca::cli {
namespace {

struct PlanArguments {
  QuestionArguments question;
  std::optional<std::string> start, goal;
  std::optional<double> below_m;
  std::string out, report;
  double time_limit_s = 60.0;
  std::optional<double> neighbourhood;
  std::int64_t milestones = SblSettings{}.most_milestones;
  std::uint64_t seed = 1;
  bool smooth = false;

  void add_to(CLI::App& verb) {
    question.add_without_path(verb);
    verb.add_option("--start", start,
                    "Where the path begins, as \"j=v,k=w\"; with a problem file: changes to its first waypoints")
        ->type_name("VALUES");
    CLI::Option* to =
        verb.add_option("--goal", goal, "Where it ends; with a problem file: changes to its last waypoints")
            ->type_name("VALUES");
    verb.add_option("--below", below_m,
                    "Instead of a goal: end where every moving link is below this height, found by a random walk")
        ->excludes(to)
        ->type_name("METRES");
    verb.add_option("--out", out, "Where to write the path: a CSV file, or a folder if there are several robots")
        ->required()
        ->type_name("FILE");
    verb.add_option("--time-limit", time_limit_s, "Give up after this many seconds (default: 60)")
        ->type_name("SECONDS");
    verb.add_option("--seed", seed,
                    "The same seed gives the same path unless the time limit ends the search (default: 1)")
        ->check([](const std::string& text) { return text.starts_with('-') ? "must not be negative" : ""; })
        ->type_name("N");
    verb.add_option("--milestones", milestones, "Give up after N milestones, or N steps of a walk (default: 1,000,000)")
        ->type_name("N");
    verb.add_option("--neighbourhood", neighbourhood,
                    "How far from a milestone the next one is sought, as a fraction of each joint's range (default: "
                    "0.15); of a walk: how far its first steps go (default: 0.01)")
        ->type_name("PART");
    verb.add_flag("--smooth", smooth, "Shorten the path as tocca smooth does, in the remaining time");
    verb.add_option("--report", report, "Write an HTML page: the path found, or why there is none")
        ->type_name("FILE.html");
  }

  void require_sensible() const {
    if (!(time_limit_s > 0.0)) {
      throw InputError("--time-limit", "", fmt::format("must be greater than 0 seconds (got {})", time_limit_s), "");
    }
    if (milestones < 2) {
      throw InputError("--milestones", "", fmt::format("must be at least 2, for start and goal (got {})", milestones),
                       "");
    }
    if (neighbourhood && !(*neighbourhood > 0.0 && *neighbourhood <= 1.0)) {
      throw InputError("--neighbourhood", "",
                       fmt::format("must be greater than 0 and at most 1 (got {})", *neighbourhood), "");
    }
    if (below_m && !std::isfinite(*below_m)) {
      throw InputError("--below", "", fmt::format("must be a finite height (got {})", *below_m), "give metres");
    }
  }
};

struct Ends {
  Configuration start, goal;
};

Ends ends_of(const PlanArguments& arguments, const Problem& problem, Warnings& warnings) {
  const bool is_problem = arguments.question.is_problem(), walks = arguments.below_m.has_value();
  if (!is_problem && (!arguments.start || (!arguments.goal && !walks))) {
    throw InputError(arguments.start ? "--goal" : "--start", "", "is missing",
                     "give --start and --goal, each as \"j=v,k=w\"");
  }
  const Configuration first = first_waypoints(problem), last = last_waypoints(problem);
  if (!arguments.goal && !walks && first == last) {
    throw InputError(arguments.question.robot.robot, "--goal",
                     "is missing, and the problem's paths end where they begin",
                     "give --goal \"j=v,k=w\", or paths that end at the goal");
  }
  const Configuration start = parse_robots(arguments.start.value_or(""), problem, first, "--start", warnings);
  if (walks) return {start, start};
  return {start, parse_robots(arguments.goal.value_or(""), problem, last, "--goal", warnings)};
}

Plan search(const Checker& checker, const PlanArguments& arguments, const Ends& ends) {
  Progress progress(arguments.below_m ? "waypoints" : "milestones", std::nullopt);
  const auto tell = [&](const PlanStatistics& now) {
    progress.show(now.milestones);
    return !Interrupt::asked();
  };
  if (arguments.below_m) {
    WalkSettings settings;
    settings.seed = arguments.seed;
    settings.time_limit_s = arguments.time_limit_s;
    settings.most_steps = arguments.milestones;
    settings.stride = arguments.neighbourhood.value_or(settings.stride);
    settings.progress = tell;
    return RandomWalk(checker, settings).walk(ends.start, {Vector3::UnitZ(), *arguments.below_m});
  }
  SblSettings settings;
  settings.seed = arguments.seed;
  settings.time_limit_s = arguments.time_limit_s;
  settings.most_milestones = arguments.milestones;
  settings.neighbourhood = arguments.neighbourhood.value_or(settings.neighbourhood);
  settings.progress = tell;
  return Sbl(checker, settings).plan(ends.start, ends.goal);
}

SmoothResult shorten(const Checker& checker, const PlanArguments& arguments, const Plan& plan) {
  Progress progress("smoothing steps", std::nullopt);
  SmoothSettings settings;
  settings.seed = arguments.seed;
  settings.time_limit_s = arguments.time_limit_s - plan.statistics.seconds;
  settings.progress = [&](const SmoothStatistics& now) {
    progress.show(now.steps);
    return !Interrupt::asked();
  };
  return Smoother(checker, settings).smooth_proven(plan.waypoints);
}

void describe(const PlanArguments& arguments, PathPage& page) {
  page.report().title += " · " + file_name(arguments.out);
  if (arguments.start) page.say("Start", *arguments.start);
  if (arguments.goal) page.say("Goal", *arguments.goal);
  if (arguments.below_m) page.say("Goal", fmt::format("below {} m", *arguments.below_m));
  page.say("Seed", std::to_string(arguments.seed));
  page.say("Time limit", fmt::format("{} s", arguments.time_limit_s));
}

int run_plan(const PlanArguments& arguments) {
  const QuestionArguments& question = arguments.question;
  arguments.require_sensible();
  Warnings warnings;
  const Problem problem = question.load_without_path(warnings);
  require_plannable(problem, question.robot.robot);
  const Ends ends = ends_of(arguments, problem, warnings);
  require_apart({{"--out", "the path", arguments.out},
                 {"--json", "JSON", question.json},
                 {"--report", "the page", arguments.report}});
  const PathOutput output(arguments.out, problem, question.is_problem() ? question.robot.robot : "");
  const std::unique_ptr<ThreadLimit> limit = question.threads.limit();
  const Checker checker = question.checker(problem, QuestionArguments::limited(), warnings);
  show(warnings);
  std::optional<PathPage> page;
  if (!arguments.report.empty()) {
    page.emplace(arguments.report, "plan", question, problem, checker, PathRecorder::Distances::curve_only);
    describe(arguments, *page);
  }

  const Interrupt interrupt;  // also while everything is written
  const Plan plan = search(checker, arguments, ends);
  WaypointMatrix path = plan.waypoints;
  std::optional<SmoothResult> smoothed;
  if (arguments.smooth && plan.end == PlanEnd::found) {
    smoothed = shorten(checker, arguments, plan);
    path = smoothed->waypoints;
  }
  const bool found = plan.end == PlanEnd::found;  // and every motion from row to row is proven by the search
  if (found) output.write(path);
  const ClearanceProfile least = found ? least_distance(checker, path, patience_for_distance()) : ClearanceProfile{};
  const bool nothing_checked = checker.model().problem_pairs().checked.empty();
  if (!question.json.empty()) {
    write_result(question.json, "--json",
                 to_json(plan, found && !nothing_checked, least, smoothed ? &*smoothed : nullptr));
  }
  const double length =
      found ? PlanSpace(checker.model(), std::array{ends.start, ends.goal}).length(plan.waypoints) : 0.0;
  if (page) {
    const auto goal = arguments.below_m ? std::nullopt : std::optional(ends.goal);
    if (found) {
      page->say("Written to", arguments.out);
      show_plan(*page, plan, smoothed ? &*smoothed : nullptr, length, least);
    } else {
      show_no_plan(*page, plan, ends.start, goal);
    }
    page->finish(warnings);
  }
  if (question.json == "-" || arguments.report == "-") return found ? exit_done : exit_contact;
  if (!found) {
    print(fmt::format("no path: {}\n{}", why_no_plan(plan), plan_table(plan)));
    return exit_contact;
  }
  print(fmt::format("found: {}, {:.4g} m long, {}; {:.2f} s\n{}", waypoints_text(plan.waypoints.rows()), length,
                    nothing_checked ? "nothing was checked" : "proven free", plan.statistics.seconds,
                    plan_table(plan)));
  if (smoothed) print(smooth_line(*smoothed));
  print(least_distance_text(checker, least, path.rows() - 1));
  print(fmt::format("written: {}\n", arguments.out));
  return exit_done;
}

}  // namespace

void add_plan(CLI::App& app, Action& action) {
  auto arguments = std::make_shared<PlanArguments>();
  CLI::App* verb = app.add_subcommand(
      "plan", "Find a path between two configurations, proven free: exit code 0 path written, 1 no path found.");
  arguments->add_to(*verb);
  verb->footer(
      "tocca plan arm.urdf room.json --start \"elbow=0\" --goal \"shoulder=1.5,elbow=1\" --out path.csv\n"
      "tocca plan arm.urdf room.json --start \"\" --goal \"elbow=1\" --out path.csv --smooth --time-limit 10 --seed 7\n"
      "tocca plan arm.urdf room.json --start \"\" --goal \"elbow=1\" --out path.csv --report plan.html\n"
      "tocca plan problem.json --goal \"left/elbow=1\" --out planned\n"
      "tocca plan problem.json --below 0.29 --out planned --smooth");
  verb->callback([arguments, &action] { action = [arguments] { return run_plan(*arguments); }; });
}

}  // namespace tocca::cli
