#include "check_arguments.hpp"

#include <fmt/format.h>

#include <cmath>

#include "empty_question.hpp"
#include "given_configuration.hpp"
#include "io/file_kind.hpp"
#include "size_writer.hpp"
#include "tocca/check/collision_model.hpp"
#include "tocca/io/robot.hpp"
#ifdef TOCCA_HAS_GL
#include "tocca/sweep/gl_culling.hpp"
#endif

namespace tocca::cli {
namespace {

Strategy parse_strategy(const std::string& text) {
  if (text == "tube") return Strategy::tube;
  if (text == "interval") return Strategy::interval;
  if (text == "bisect") return Strategy::bisect;
  throw InputError("--strategy", "", fmt::format("unknown strategy '{}'", printable(text)),
                   "choose tube, interval or bisect");
}

IntervalStages parse_stages(const std::string& text) {
  IntervalStages stages;
  if (text != "1+2+3" && text != "1+3" && text != "2+3" && text != "3") {
    throw InputError("--stages", "", fmt::format("unknown stages '{}'", printable(text)),
                     "choose 1+2+3, 1+3, 2+3 or 3");
  }
  stages.dynamic_bvh = text.find('1') != std::string::npos;
  stages.swept_volume = text.find('2') != std::string::npos;
  return stages;
}

}  // namespace

void require_length(double value, std::string_view option, bool zero_allowed) {
  if (std::isfinite(value) && (zero_allowed ? value >= 0.0 : value > 0.0)) return;
  throw InputError(option, "",
                   fmt::format("must be finite and {} (got {})", zero_allowed ? "at least 0" : "greater than 0", value),
                   zero_allowed ? "give a length in metres, such as 0.01" : "give a length in metres, such as 1e-6");
}

void QuestionArguments::add_to(CLI::App& verb) {
  add_with_path(verb);
  verb.add_option("--config", config,
                  "In place of a path: one configuration, as \"j=v,k=w\", a group state of the SRDF or FILE[:ROW] "
                  "(rows count from 0)")
      ->type_name("VALUES");
}

void QuestionArguments::add_with_path(CLI::App& verb) {
  robot.add_to(verb);
  verb.add_option("PATH", path,
                  "Path of the robot: CSV of waypoints or of edges, or a ROS trajectory (YAML, JSON); - reads standard "
                  "input")
      ->type_name("FILE");
  add_limits(verb);
  verb.parse_complete_callback([this] { sort_files(); });
}

void QuestionArguments::add_without_path(CLI::App& verb) {
  robot.add_to(verb);
  add_limits(verb);
}

void QuestionArguments::add_without_files(CLI::App& verb) {
  robot.add_options(verb);
  add_limits(verb);
}

void QuestionArguments::add_limits(CLI::App& verb) {
  verb.add_option("--clearance", clearance_m,
                  "Distance to keep from the scene and between robots, as 0.01 or 1cm (default: the problem file's "
                  "value, or 0)")
      ->type_name("METRES");
  verb.add_option("--self-clearance", self_clearance_m, "Distance to keep between links of one robot (default: 0)")
      ->type_name("METRES");
  verb.add_flag("--allow-empty", allow_empty, "Continue if there is no pair to check (default: report an error)");
  threads.add_to(verb);
  verb.add_option("--json", json, "Write the result as JSON to a file, or to standard output with -")
      ->type_name("FILE|-");
}

void QuestionArguments::add_path_link(CLI::App& verb) {
  verb.add_option("--path-link", path_links,
                  "Whose way the page draws as a line: a link, ROBOT/LINK where there are several robots (default: a "
                  "tool frame, or the link that goes farthest); may be repeated")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->type_name("LINK")
      ->needs(verb.get_option("--report"));
}

bool QuestionArguments::is_problem() const { return is_problem_file(robot.robot); }

void QuestionArguments::sort_files() {
  if (is_problem() || !path.empty() || robot.scene.empty() || !holds_path(robot.scene)) return;
  path = std::move(robot.scene);
  robot.scene.clear();
}

Problem QuestionArguments::load(Warnings& warnings) const {
  if (is_problem()) {
    const auto refuse = [&](bool given, const char* what, const char* remedy) {
      if (given) throw InputError(robot.robot, what, "cannot be combined with a problem file", remedy);
    };
    refuse(!path.empty(), "PATH", "put the path into the file");
    refuse(config.has_value(), "--config", "leave out \"path\" in the file and give \"default\" there");
    return load_without_path(warnings);
  }
  if (!path.empty() && config) {
    throw InputError("--config", "", "replaces a path, but there is one", "leave out one of the two");
  }
  if (path.empty() && !config) {
    if (!robot.scene.empty()) {
      throw InputError(robot.scene, "", "is taken for a scene, and the path is missing",
                       "give ROBOT [SCENE] PATH, or a configuration with --config");
    }
    throw InputError("PATH", "", "is missing", "give ROBOT [SCENE] PATH, or a problem file (JSON)");
  }
  Problem problem = load_without_path(warnings);
  if (!config) return problem;
  RobotTask& task = problem.robots[0];
  task.path.waypoints =
      given_configuration(*config, task.robot, task.start(), "--config", FileRow::first, warnings, robot.path_options())
          .transpose();
  task.path.interpolation.assign(static_cast<std::size_t>(task.path.waypoints.cols()), Interpolation::linear);
  return problem;
}

Problem QuestionArguments::load_without_path(Warnings& warnings) const {
  if (clearance_m) require_length(*clearance_m, "--clearance", true);
  require_length(self_clearance_m, "--self-clearance", true);
  threads.check();
  Problem problem = robot.load(warnings);
  if (clearance_m) problem.clearance.default_m = *clearance_m;
  return problem;
}

Checker QuestionArguments::checker(const Problem& problem, const CheckSettings& settings, Warnings& warnings) const {
  Checker checker(problem, settings, pairs());
  require_pairs(checker, problem, warnings);
  return checker;
}

void QuestionArguments::require_pairs(const Checker& checker, const Problem& problem, Warnings& warnings) const {
  if (const ProblemPairs& found = checker.model().problem_pairs(); found.checked.empty()) {
    const bool may_be_visual = !is_problem() && !robot.visual;
    const EmptyQuestion empty =
        why_empty(found, may_be_visual ? visual_only_links(robot.robot).size() : 0, is_problem());
    if (!allow_empty)
      throw InputError(robot.robot, "", empty.problem, empty.remedy + ", or continue with --allow-empty");
    warnings.push_back(robot.robot + ": " + empty.problem);
  }
  warn_of_sizes(problem, extents_of(problem), warnings);
}

void CheckArguments::add_to(CLI::App& verb) {
  question.add_to(verb);
  add_search(verb);
  verb.add_flag("--first", first, "Stop at the first segment with a contact (default)")
      ->excludes(verb.get_option("--any"));
  verb.add_flag("--edges", edges, "Check every segment, each on its own; edge lists (a.*, b.*) imply it");
  verb.add_flag("--all", all, "List every stretch of contact along the path: when it begins and ends");
  verb.add_flag("--gpu", gpu, "Run stage 2 of the interval strategy in OpenGL; its verdicts are not proven");
  verb.add_option("--report", report, "Write an HTML page: the motion, its contacts, the distance over time")
      ->type_name("FILE.html");
  question.add_path_link(verb);
  verb.add_option("--certificate", certificate,
                  "Write the proof to a file that tocca-audit checks without trusting tocca")
      ->type_name("FILE");
  verb.add_flag("--no-times", no_times, "Leave times out of the JSON, so that the same question gives the same bytes");
  verb.add_flag("--verbose", verbose, "List every pair that is not checked, with the reason");
}

void CheckArguments::add_search(CLI::App& verb) {
  verb.add_option("--tolerance", tolerance_m,
                  "A pair within the clearance plus this distance may be reported as contact (default: 1e-6)")
      ->type_name("METRES");
  verb.add_flag("--any", any,
                "Stop at any contact, wherever it is found, and report the first of its segment; with edges: only "
                "answer whether each is free, and report any contact of it, as planners ask");
  verb.add_option("--strategy", strategy, "How first contacts are found: tube (default), interval or bisect")
      ->type_name("STRATEGY");
  verb.add_option("--stages", stages, "Stages of the interval strategy: 1+2+3 (default), 1+3, 2+3 or 3")
      ->type_name("STAGES");
  budget.add_to(verb);
}

CheckSettings CheckArguments::settings() const {
  require_length(tolerance_m, "--tolerance", false);
  CheckSettings result;
  result.tolerance_m = tolerance_m;
  result.strategy = parse_strategy(strategy);
  result.stages = parse_stages(stages);
  if (result.strategy != Strategy::interval && (gpu || stages != "1+2+3")) {
    throw InputError(gpu ? "--gpu" : "--stages", "", "needs the interval strategy", "add --strategy interval");
  }
  result.budget = budget.most();
  if (!gpu) return result;
#ifdef TOCCA_HAS_GL
  result.stages.culling = make_gl_culling;
  return result;
#else
  throw InputError("--gpu", "", "this program was built without OpenGL", "build with EGL and epoxy installed");
#endif
}

}  // namespace tocca::cli
