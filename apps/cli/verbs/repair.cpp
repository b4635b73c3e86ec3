// tocca repair: leads a path around what it touches; what it writes is proven free.
#include <fmt/format.h>

#include <memory>
#include <optional>

#include "certificate_output.hpp"
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
#include "self_hint.hpp"
#include "tocca/check/collision_model.hpp"
#include "tocca/check/path_checker.hpp"
#include "tocca/core/parallel.hpp"
#include "tocca/io/result_writers.hpp"
#include "tocca/plan/planner.hpp"
#include "verbs.hpp"

namespace tocca::cli {
namespace {

struct RepairArguments {
  QuestionArguments question;
  std::string out, report, certificate;
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
    question.add_path_link(verb);
    add_certificate_option(verb, certificate);
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

/// A path with time stamps is judged as it is driven, velocities included; one that is free is left as it is.
struct AsGiven {
  const Path* path = nullptr;  ///< null: it has no stamps, and repair() judges it
  SegmentVerdict verdict;      ///< of the first segment that is not free
  bool free = false;           ///< proven, all of it

  AsGiven(const Problem& problem, const Checker& checker) {
    if (problem.robots.size() > 1 || problem.robots[0].path.time_s.empty()) return;
    path = &problem.robots[0].path;
    const Verdict found = PathChecker(checker).first(*path);
    verdict = found.segments.back();  // free, or the first that is not
    free = found.outcome == Outcome::free && found.proven;
  }
  bool is_free() const { return free; }
  std::string text() const {
    if (!path || is_free()) return "";
    return "as given, with its times and velocities: " + touching_text(verdict) + "\n";
  }
};

/// What repair() would say of it.
Repair unchanged(const WaypointMatrix& rows) {
  Repair result;
  result.end = PlanEnd::found;
  result.waypoints = rows;
  result.statistics.segments = std::max<std::int64_t>(rows.rows() - 1, 1);
  return result;
}

std::string lines(const Repair& repair, const KeptQuestion& kept) {
  const PlanStatistics& s = repair.statistics;
  const bool nothing_checked = kept.checker->model().problem_pairs().checked.empty();
  const char* claim = nothing_checked ? "nothing was checked" : "proven free";
  std::string text = fmt::format("{}: {}, {}; {}\n", repair.detours.empty() ? "already free" : "repaired",
                                 waypoints_text(repair.waypoints.rows()), claim, time_text(1e6 * s.seconds));
  for (const Detour& detour : repair.detours) text += "  replaced: " + detour_text(detour) + "\n";
  return text + (nothing_checked ? "" : clearance_line(kept.clearance));
}

void fill(PathPage& page, const RepairArguments& arguments, const KeptQuestion& kept, const WaypointMatrix& given,
          const Repair& repaired, const ClearanceProfile& least) {
  page.say_settings();
  page.say("Seed", std::to_string(arguments.seed));
  if (repaired.end != PlanEnd::found)
    return show_not_repaired(page, given, why_not_repaired(repaired, kept.clearance.kept_m));
  page.say("Written to", file_name(arguments.out));
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
                 {"--report", "the page", arguments.report},
                 {"--certificate", "the certificate", arguments.certificate}});
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
  const AsGiven as_given(kept.problem, *kept.checker);
  const Repair repaired = as_given.is_free() ? unchanged(given) : search(*kept.checker, given, settings);
  const bool found = repaired.end == PlanEnd::found;
  std::string certificate;
  if (as_given.is_free()) {
    output.write(std::vector<Path>{*as_given.path});
    certificate = certify(arguments.certificate, kept.problem, *kept.checker, PathSteps(*as_given.path), arguments.out);
  } else if (found) {
    output.write(repaired.waypoints);
    certificate = certify(arguments.certificate, kept.problem, *kept.checker,
                          ConfigurationSteps(kept.checker->model(), repaired.waypoints), arguments.out);
  }
  const ClearanceProfile least = !found ? ClearanceProfile{}
                                 : as_given.is_free()
                                     ? least_distance(*kept.checker, PathSteps(*as_given.path), patience_for_distance())
                                     : least_distance(*kept.checker, repaired.waypoints, patience_for_distance());
  const bool proven = found && !kept.checker->model().problem_pairs().checked.empty();
  if (!question.json.empty()) {
    write_result(question.json, "--json", to_json(repaired, proven, least, kept.clearance));
  }
  if (page) {
    fill(*page, arguments, kept, given, repaired, least);
    page->report().certificate = certificate;
    page->finish(warnings);
  }
  if (question.json == "-" || arguments.report == "-") return found ? exit_done : exit_contact;
  if (!found) {
    print(fmt::format("not repaired: {}\n", why_not_repaired(repaired, kept.clearance.kept_m)) +
          self_hint(question, kept.problem, *kept.checker, repaired.contact));
    return exit_contact;
  }
  print(as_given.text() + lines(repaired, kept));
  print(least_distance_text(*kept.checker, least, repaired.waypoints.rows() - 1));
  print(written_line(arguments.out, question));
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
