// tocca roadmap: makes a roadmap of a cell once, then finds paths in it again and again, while objects come, go and move.
#include "tocca/plan/roadmap.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <optional>

#include "check/model/problem_pairs.hpp"
#include "check_arguments.hpp"
#include "core/stopwatch.hpp"
#include "given_configuration.hpp"
#include "interrupt.hpp"
#include "output.hpp"
#include "path_output.hpp"
#include "plan/plan_space.hpp"
#include "plan_question.hpp"
#include "plan_writer.hpp"
#include "progress.hpp"
#include "result_places.hpp"
#include "roadmap_writer.hpp"
#include "tocca/check/path_checker.hpp"
#include "tocca/core/parallel.hpp"
#include "tocca/io/problem.hpp"
#include "tocca/io/result_writers.hpp"
#include "verbs.hpp"

namespace tocca::cli {
namespace {

struct RoadmapArguments {
  QuestionArguments question;
  std::string action, roadmap, out;
  std::vector<std::string> files;
  std::optional<std::string> start, goal;
  std::optional<int> milestones, edges;
  std::optional<std::uint64_t> seed;
  double time_limit_s = 60.0;
  bool lazy = false, prove_again = false, prove_all = false, no_save = false;

  void add_to(CLI::App& verb) {
    verb.add_option("ACTION", action, "build: make a roadmap; query: find a path in one")
        ->required()
        ->check([](const std::string& text) {
          return text == "build" || text == "query" ? ""
                                                    : "unknown action '" + printable(text) + "'; choose build or query";
        })
        ->type_name("build|query");
    verb.add_option("FILES", files,
                    "build: robot (URDF) and scene, or a problem file (JSON); query: the roadmap, then the same")
        ->required()
        ->expected(1, 3)
        ->type_name("FILE");
    verb.add_option("--out", out,
                    "build: where to write the roadmap; query: where to write the path: a CSV file, or a folder if "
                    "there are several robots")
        ->required()
        ->type_name("FILE");
    verb.add_option("--start", start,
                    "query: where the path begins, as \"j=v,k=w\", a group state of the SRDF or FILE[:ROW] (default: "
                    "the first row); with a "
                    "problem file: changes to its first waypoints")
        ->type_name("VALUES");
    verb.add_option("--goal", goal,
                    "query: where it ends, likewise (of a file: the last row); with a problem file: changes to its "
                    "last waypoints")
        ->type_name("VALUES");
    verb.add_option("--milestones", milestones, "build: configurations of the roadmap (default: 1,000)")
        ->type_name("N");
    verb.add_option("--edges", edges, "build: motions between them (default: ten for each milestone)")->type_name("N");
    verb.add_option("--seed", seed, "The same seed gives the same roadmap, and the same path (default: 1)")
        ->check([](const std::string& text) { return text.starts_with('-') ? "must not be negative" : ""; })
        ->type_name("N");
    verb.add_option("--time-limit", time_limit_s, "Stop after this many seconds (default: 60)")->type_name("SECONDS");
    verb.add_flag("--lazy", lazy, "build: leave the proofs of edges to the queries that need them");
    verb.add_flag("--prove-again", prove_again, "query: believe nothing that the roadmap's file says is proven");
    verb.add_flag("--prove-all", prove_all,
                  "query: prove every edge that is not proven today, not only those of the path, for later queries");
    verb.add_flag("--no-save", no_save, "query: leave the roadmap's file as it is");
    question.add_without_files(verb);
  }

  bool builds() const { return action == "build"; }

  /// Files in their places, and nothing that the action would ignore.
  void settle() {
    if (!builds()) {
      roadmap = files.front();
      files.erase(files.begin());
    }
    if (files.empty()) throw InputError("FILES", "", "the robot is missing", "give ROADMAP ROBOT [SCENE]");
    question.robot.robot = files[0];
    if (files.size() > 1) question.robot.scene = files[1];
    if (files.size() > 2) throw InputError("FILES", printable(files[2]), "is one too many", "give ROBOT [SCENE]");
    const auto refuse = [&](bool given, const char* option) {
      if (given) throw InputError(option, "", "makes no sense with " + action, "leave it out");
    };
    refuse(builds() && start, "--start");
    refuse(builds() && goal, "--goal");
    refuse(builds() && prove_again, "--prove-again");
    refuse(builds() && prove_all, "--prove-all");
    refuse(builds() && no_save, "--no-save");
    refuse(!builds() && milestones, "--milestones");
    refuse(!builds() && edges, "--edges");
    refuse(!builds() && lazy, "--lazy");
    if (!(time_limit_s > 0.0)) {
      throw InputError("--time-limit", "", fmt::format("must be greater than 0 seconds (got {})", time_limit_s), "");
    }
    const auto require = [](std::optional<int> number, const char* option, int most) {
      if (!number || (*number >= 1 && *number <= most)) return;
      throw InputError(option, "", fmt::format("must be between 1 and {} (got {})", most, *number), "");
    };
    require(milestones, "--milestones", 1'000'000);
    require(edges, "--edges", 10'000'000);
  }

  RoadmapSettings settings() const {
    RoadmapSettings result;
    result.milestones = milestones.value_or(result.milestones);
    result.edges = edges.value_or(10 * result.milestones);
    result.seed = seed.value_or(result.seed);
    result.prove = !lazy;
    result.time_limit_s = time_limit_s;
    return result;
  }
};

int build_roadmap(const RoadmapArguments& arguments) {
  const QuestionArguments& question = arguments.question;
  Warnings warnings;
  const Problem problem = question.load_without_path(warnings);
  require_plannable(problem, question.robot.robot);
  require_apart({{"--out", "the roadmap", arguments.out}, {"--json", "JSON", question.json}});
  const std::unique_ptr<ThreadLimit> limit = question.threads.limit();
  const RoadmapPlanner planner(problem, QuestionArguments::limited(), question.pairs());
  question.require_pairs(planner.checker(), problem, warnings);
  show(warnings);

  const Stopwatch watch;
  RoadmapSettings settings = arguments.settings();
  Roadmap roadmap;
  {
    const Interrupt interrupt;
    Progress sampling("milestones", settings.milestones), proving("edges", settings.edges);
    settings.progress = [&](const RoadmapCount& now) {
      const std::int64_t decided = now.proven + now.refuted;
      decided > 0 ? proving.show(decided) : sampling.show(now.milestones);
      return !interrupt.asked();
    };
    roadmap = planner.build(settings);
  }
  write_roadmap(arguments.out, roadmap);
  const RoadmapCount count = planner.count(roadmap);
  const bool complete = count.milestones == settings.milestones && (arguments.lazy || count.unknown == 0);
  if (!question.json.empty()) write_result(question.json, "--json", to_json(count, complete, watch.seconds()));
  if (question.json == "-") return exit_done;
  print(fmt::format("{}: {:.2f} s\n{}", complete ? "built" : "ended before it was complete", watch.seconds(),
                    count_table(count)));
  print(blocker_table(roadmap));
  print(fmt::format("written: {}\n", arguments.out));
  return exit_done;
}

struct RoadmapEnds {
  Configuration start, goal;
};

RoadmapEnds roadmap_ends(const RoadmapArguments& arguments, const Problem& problem, Warnings& warnings) {
  const bool is_problem = arguments.question.is_problem();
  if (!is_problem && (!arguments.start || !arguments.goal)) {
    throw InputError(arguments.start ? "--goal" : "--start", "", "is missing",
                     "give --start and --goal, each as \"j=v,k=w\", a group state of the SRDF or FILE[:ROW]");
  }
  const PathOptions options = arguments.question.robot.path_options();
  return {given_configurations(arguments.start.value_or(""), problem, first_waypoints(problem), "--start",
                               FileRow::first, warnings, options),
          given_configurations(arguments.goal.value_or(""), problem, last_waypoints(problem), "--goal", FileRow::last,
                               warnings, options)};
}

/// Whatever the file said: proven now, motion by motion, by a checker that knows nothing of the roadmap.
bool is_free_now(const Checker& checker, const RoadmapPlan& plan) {
  return plan.end == PlanEnd::found &&
         PathChecker(checker).any(ConfigurationSteps(checker.model(), plan.waypoints)).outcome == Outcome::free;
}

RoadmapPlan search_roadmap(const RoadmapPlanner& planner, const RoadmapArguments& arguments, const RoadmapEnds& ends,
                           Roadmap& roadmap, Warnings& warnings) {
  const Stopwatch watch;
  const Interrupt interrupt;
  if (arguments.prove_all) {
    Progress progress("edges", static_cast<std::int64_t>(roadmap.edges.size()));
    planner.prove(roadmap, arguments.time_limit_s, [&](const RoadmapCount& now) {
      progress.show(now.proven + now.refuted);
      return !interrupt.asked();
    });
  }
  Progress progress("motions checked", std::nullopt);
  RoadmapQuerySettings settings;
  settings.seed = arguments.seed.value_or(settings.seed);
  settings.progress = [&](const PlanStatistics& now) {
    progress.show(now.segments);
    return !interrupt.asked();
  };
  settings.time_limit_s = arguments.time_limit_s - watch.seconds();
  RoadmapPlan plan = planner.query(roadmap, ends.start, ends.goal, settings);
  if (plan.end != PlanEnd::found || is_free_now(planner.checker(), plan)) return plan;
  warnings.push_back(arguments.roadmap +
                     ": something that it says is proven is not free; nothing in it is believed now");
  RoadmapPlanner::forget(roadmap);
  settings.time_limit_s = arguments.time_limit_s - watch.seconds();
  return planner.query(roadmap, ends.start, ends.goal, settings);
}

int query_roadmap(const RoadmapArguments& arguments) {
  const QuestionArguments& question = arguments.question;
  Warnings warnings;
  Roadmap roadmap = load_roadmap(arguments.roadmap);
  const Problem problem = question.load_without_path(warnings);
  require_plannable(problem, question.robot.robot);
  const RoadmapEnds ends = roadmap_ends(arguments, problem, warnings);
  require_apart({{"--out", "the path", arguments.out}, {"--json", "JSON", question.json}});
  const PathOutput output(arguments.out, problem, question.is_problem() ? question.robot.robot : "");
  const std::unique_ptr<ThreadLimit> limit = question.threads.limit();
  const RoadmapPlanner planner(problem, QuestionArguments::limited(), question.pairs());
  question.require_pairs(planner.checker(), problem, warnings);
  RoadmapUpdate update;
  try {
    if (arguments.prove_again) RoadmapPlanner::forget(roadmap);
    update = planner.update(roadmap);
  } catch (const InputError& error) {
    throw error.in_file(arguments.roadmap);
  }
  if (update.forgotten) {
    warnings.push_back(arguments.roadmap +
                       ": the robot, what it holds, its clearances or the tolerance are others than when it was made: "
                       "nothing in it counts as proven");
  }
  const RoadmapPlan plan = search_roadmap(planner, arguments, ends, roadmap, warnings);
  show(warnings);
  const bool found = is_free_now(planner.checker(), plan);
  if (found) output.write(plan.waypoints);
  if (!arguments.no_save) write_roadmap(arguments.roadmap, roadmap);
  const RoadmapCount count = planner.count(roadmap);
  const bool nothing_checked = planner.checker().model().problem_pairs().checked.empty();
  if (!question.json.empty()) {
    write_result(question.json, "--json", to_json(plan, found && !nothing_checked, update, count));
  }
  if (question.json == "-") return found ? exit_done : exit_contact;
  if (!found) {
    print(fmt::format("no path: {}\n{}", why_no_plan(plan), count_table(count)));
    return exit_contact;
  }
  const double length = PlanSpace(planner.checker().model(), std::array{ends.start, ends.goal}).length(plan.waypoints);
  print(fmt::format("found: {}, {:.4g} m long, {}; {:.1f} ms\n{}{}{}written: {}\n",
                    waypoints_text(plan.waypoints.rows()), length,
                    nothing_checked ? "nothing was checked" : "proven free", 1e3 * plan.statistics.seconds,
                    path_line(plan), change_table(update), count_table(count), arguments.out));
  return exit_done;
}

}  // namespace

void add_roadmap(CLI::App& app, Action& action) {
  auto arguments = std::make_shared<RoadmapArguments>();
  CLI::App* verb = app.add_subcommand(
      "roadmap",
      "Prepare a cell for many paths, and find one in milliseconds, proven free: exit code 0 done, 1 no path found.");
  arguments->add_to(*verb);
  verb->footer(
      "tocca roadmap build arm.urdf room.json --out cell.roadmap\n"
      "tocca roadmap query cell.roadmap arm.urdf room.json --start \"\" --goal \"elbow=1\" --out path.csv\n"
      "tocca roadmap query cell.roadmap arm.urdf moved.json --start \"\" --goal \"elbow=1\" --out path.csv "
      "--prove-all\n"
      "tocca roadmap build problem.json --out cell.roadmap --milestones 5000 --edges 50000 --seed 7");
  verb->callback([arguments, &action] {
    action = [arguments] {
      arguments->settle();
      return arguments->builds() ? build_roadmap(*arguments) : query_roadmap(*arguments);
    };
  });
}

}  // namespace tocca::cli
