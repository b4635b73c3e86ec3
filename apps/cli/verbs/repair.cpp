// tocca repair: leads a path around what it touches; what it writes is proven free.
#include <fmt/format.h>

#include <memory>
#include <optional>

#include "check_arguments.hpp"
#include "interrupt.hpp"
#include "kept_question.hpp"
#include "least_distance.hpp"
#include "output.hpp"
#include "pages/repair_page.hpp"
#include "path_output.hpp"
#include "plan_question.hpp"
#include "plan_writer.hpp"
#include "progress.hpp"
#include "repair_writer.hpp"
#include "result_places.hpp"
#include "tocca/check/collision_model.hpp"
#include "tocca/core/parallel.hpp"
#include "tocca/io/result_writers.hpp"
#include "tocca/plan/planner.hpp"
#include "verbs.hpp"

namespace tocca::cli {
namespace {

struct RepairArguments {
  QuestionArguments question;
  std::string out, report;
  double time_limit_s = 60.0;
  std::uint64_t seed = 1;

  void add_to(CLI::App& verb) {
    question.add_with_path(verb);
    verb.get_option("--clearance")
        ->description(
            "Distance to keep from the scene and between robots, in metres (default: the problem file's value if it is "
            "above 0; else 0.001, or less where a waypoint that does not touch is nearer)");
    verb.add_option("--out", out, "Where to write the path: a CSV file, or a folder if there are several robots")
        ->required()
        ->type_name("FILE");
    verb.add_option("--time-limit", time_limit_s, "Give up after this many seconds (default: 60)")
        ->type_name("SECONDS");
    verb.add_option("--seed", seed,
                    "The same seed gives the same path unless the time limit ends the search (default: 1)")
        ->check([](const std::string& text) { return text.starts_with('-') ? "must not be negative" : ""; })
        ->type_name("N");
    verb.add_option("--report", report, "Write an HTML page: the path as it was and the repaired one")
        ->type_name("FILE.html");
  }

  PlannerSettings settings() const {
    if (!(time_limit_s > 0.0)) {
      throw InputError("--time-limit", "", fmt::format("must be greater than 0 seconds (got {})", time_limit_s), "");
    }
    PlannerSettings result;
    result.seed = seed;
    result.time_limit_s = time_limit_s;
    return result;
  }
};

Repair search(const Checker& checker, const WaypointMatrix& path, PlannerSettings settings) {
  Progress progress("milestones", std::nullopt);
  settings.progress = [&](const PlanStatistics& now) {
    progress.show(now.milestones);
    return !Interrupt::asked();
  };
  return repair(checker, path, settings);
}

std::string lines(const Repair& repair, const KeptQuestion& kept) {
  const PlanStatistics& s = repair.statistics;
  const bool nothing_checked = kept.checker->model().problem_pairs().checked.empty();
  const char* claim = nothing_checked ? "nothing was checked" : "proven free";
  std::string text = fmt::format("{}: {}, {}; {:.3g} s\n", repair.detours.empty() ? "free as it was" : "repaired",
                                 waypoints_text(repair.waypoints.rows()), claim, s.seconds);
  for (const Detour& detour : repair.detours) text += "  replaced: " + detour_text(detour) + "\n";
  return text + (nothing_checked ? "" : clearance_line(kept.clearance));
}

void fill(PathPage& page, const RepairArguments& arguments, const KeptQuestion& kept, const WaypointMatrix& given,
          const Repair& repaired, const ClearanceProfile& least) {
  page.say("Seed", std::to_string(arguments.seed));
  if (repaired.end != PlanEnd::found) return show_not_repaired(page, given, why_not_repaired(repaired));
  page.say("Written to", arguments.out);
  if (kept.clearance.reduced()) page.report().notes.push_back(clearance_line(kept.clearance));
  show_repaired(page, given, repaired, repaired.waypoints, least, *kept.checker);
}

int run_repair(const RepairArguments& arguments) {
  const QuestionArguments& question = arguments.question;
  const PlannerSettings settings = arguments.settings();
  Warnings warnings;
  KeptQuestion kept;
  kept.problem = question.load(warnings);
  const WaypointMatrix given = load_straight_paths(question, kept.problem, warnings);
  require_apart({{"--out", "the path", arguments.out},
                 {"--json", "JSON", question.json},
                 {"--report", "the page", arguments.report}});
  const PathOutput output(arguments.out, kept.problem, question.is_problem() ? question.robot.robot : "");
  const std::unique_ptr<ThreadLimit> limit = question.threads.limit();
  kept.choose_for_repair(question, given, warnings);
  show(warnings);
  std::optional<PathPage> page;
  if (!arguments.report.empty()) {
    page.emplace(arguments.report, "repair", question, kept.problem, *kept.checker,
                 PathRecorder::Distances::curve_only);
  }

  const Interrupt interrupt;  // also while everything is written
  const Repair repaired = search(*kept.checker, given, settings);
  const bool found = repaired.end == PlanEnd::found;
  if (found) output.write(repaired.waypoints);
  const ClearanceProfile least =
      found ? least_distance(*kept.checker, repaired.waypoints, patience_for_distance()) : ClearanceProfile{};
  const bool proven = found && !kept.checker->model().problem_pairs().checked.empty();
  if (!question.json.empty()) {
    write_result(question.json, "--json", to_json(repaired, proven, least, kept.clearance));
  }
  if (page) {
    fill(*page, arguments, kept, given, repaired, least);
    page->finish(warnings);
  }
  if (question.json == "-" || arguments.report == "-") return found ? exit_done : exit_contact;
  if (!found) {
    print(fmt::format("not repaired: {}\n{}", why_not_repaired(repaired), clearance_line(kept.clearance)));
    return exit_contact;
  }
  print(lines(repaired, kept));
  print(least_distance_text(*kept.checker, least, repaired.waypoints.rows() - 1));
  print(fmt::format("written: {}\n", arguments.out));
  return exit_done;
}

}  // namespace

void add_repair(CLI::App& app, Action& action) {
  auto arguments = std::make_shared<RepairArguments>();
  CLI::App* verb = app.add_subcommand(
      "repair",
      "Lead a path around what it touches, only where it is not free: exit code 0 path written, 1 no way was found.");
  arguments->add_to(*verb);
  verb->footer(
      "tocca repair arm.urdf room.json path.csv --out repaired.csv\n"
      "tocca repair arm.urdf room.json path.csv --out repaired.csv --clearance 0.01\n"
      "tocca repair arm.urdf room.json path.csv --out repaired.csv --report repaired.html\n"
      "tocca repair problem.json --out repaired");
  verb->callback([arguments, &action] { action = [arguments] { return run_repair(*arguments); }; });
}

}  // namespace tocca::cli
