// tocca plan: finds a path between two configurations, or to a pose of a link; what it writes is proven free.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <optional>

#include "certificate_output.hpp"
#include "check_arguments.hpp"
#include "finished_path.hpp"
#include "given_configuration.hpp"
#include "goal_pose.hpp"
#include "interrupt.hpp"
#include "kept_question.hpp"
#include "least_distance.hpp"
#include "output.hpp"
#include "pages/plan_page.hpp"
#include "path_output.hpp"
#include "plan/plan_space.hpp"
#include "plan/proofs.hpp"
#include "plan_question.hpp"
#include "plan_writer.hpp"
#include "progress.hpp"
#include "result_places.hpp"
#include "self_hint.hpp"
#include "tocca/core/parallel.hpp"
#include "tocca/io/result_writers.hpp"
#include "tocca/plan/planner.hpp"
#include "tocca/plan/random_walk.hpp"
#include "too_near.hpp"
#include "verbs.hpp"

namespace tocca::cli {
namespace {

constexpr double seconds_to_optimise = 5.0;

/// As `--planner` spells them.
enum class PlannerName { rrtconnect, sbl, walk };
const std::map<std::string, PlannerName> planner_names{
    {"rrtconnect", PlannerName::rrtconnect}, {"sbl", PlannerName::sbl}, {"walk", PlannerName::walk}};

std::string name_of(PlannerName planner) {
  return std::ranges::find(planner_names, planner, [](const auto& entry) { return entry.second; })->first;
}

struct PlanArguments {
  QuestionArguments question;
  std::optional<std::string> start, goal;
  std::optional<double> below_m;
  std::optional<PlannerName> planner;
  std::string out, report;
  double time_limit_s = 60.0;
  std::optional<double> neighbourhood, optimise_s;
  std::int64_t milestones = PlannerSettings{}.most_milestones;
  std::uint64_t seed = 1;
  bool smooth = false, raw = false, optimise = false, no_wrap = false;
  FinishOptions finish;
  GoalPoseOption pose;

  void add_to(CLI::App& verb) {
    question.add_without_path(verb);
    describe_default_clearance(verb);
    verb.add_option("--start", start,
                    "Where the path begins, as \"j=v,k=w\", a group state of the SRDF or FILE[:ROW] (default: the "
                    "first row); with a "
                    "problem file: changes to its first waypoints")
        ->type_name("VALUES");
    CLI::Option* to =
        verb.add_option(
                "--goal", goal,
                "Where it ends, likewise (of a file: the last row); with a problem file: changes to its last waypoints")
            ->type_name("VALUES");
    CLI::Option* below =
        verb.add_option("--below", below_m,
                        "Instead of a goal: end where every moving link is below this height, found by a random walk")
            ->excludes(to)
            ->type_name("METRES");
    pose.add_to(verb, to, below);
    verb.add_option("--planner", planner,
                    "How to search: rrtconnect (default), sbl (schwarzer-2002), walk (with --below, its default)")
        ->transform(CLI::CheckedTransformer(planner_names).description(""))
        ->type_name("PLANNER");
    verb.add_option("--out", out,
                    "Where to write the path: a CSV file, with --timed also a JointTrajectory (.yaml), or a folder if "
                    "there are "
                    "several robots")
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
                    "SBL: how far from a milestone the next one is sought, as a fraction of each joint's range "
                    "(default: 0.15); walk: how far its first steps go (default: 0.01)")
        ->type_name("PART");
    CLI::Option* as_found = verb.add_flag("--raw", raw, "Do not simplify the path that was found");
    verb.add_flag("--smooth", smooth, "Shorten the path as tocca smooth does, in the remaining time")
        ->excludes(as_found);
    verb.add_flag("--optimise", optimise, "Go on looking for shorter paths, for --time seconds")->excludes(as_found);
    verb.add_option("--time", optimise_s, "With --optimise: how long (default: 5 seconds)")->type_name("SECONDS");
    verb.add_flag("--no-wrap", no_wrap,
                  "Continuous joints end with the very numbers of the goal, not whole turns away where that is nearer");
    finish.add_to(verb, question.robot);
    verb.add_option("--report", report, "Write an HTML page: the path found, or why there is none")
        ->type_name("FILE.html");
    question.add_path_link(verb);
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
    if (optimise_s && !optimise) throw InputError("--time", "", "goes with --optimise", "give both, or --time-limit");
    if (optimise_s && !(*optimise_s > 0.0)) {
      throw InputError("--time", "", fmt::format("must be greater than 0 seconds (got {})", *optimise_s), "");
    }
    if (planner && (*planner == PlannerName::walk) != below_m.has_value()) {
      throw InputError("--planner", "", "a walk has no goal but a height, and only a walk has one",
                       "give --planner walk and --below, or neither");
    }
    if (optimise && (below_m || planner == PlannerName::sbl)) {
      throw InputError("--optimise", "", "is for rrtconnect alone", "leave out --planner and --below");
    }
    if (below_m && !std::isfinite(*below_m)) {
      throw InputError("--below", "", fmt::format("must be a finite height (got {})", *below_m), "give metres");
    }
  }
};

struct Ends {
  Configuration start, goal;
  std::optional<std::vector<Configuration>>
      goals{};  ///< of a pose: the configurations that reach it, the nearest first
};

Ends ends_of(const PlanArguments& arguments, const Problem& problem, Warnings& warnings) {
  const bool is_problem = arguments.question.is_problem(),
             walks = arguments.below_m.has_value() || arguments.pose.given();
  if (!is_problem && (!arguments.start || (!arguments.goal && !walks))) {
    throw InputError(
        arguments.start ? "--goal" : "--start", "", "is missing",
        "give --start and --goal (or --goal-pose), each as \"j=v,k=w\", a group state of the SRDF or FILE[:ROW]");
  }
  const Configuration first = first_waypoints(problem), last = last_waypoints(problem);
  if (!arguments.goal && !walks && first == last) {
    throw InputError(arguments.question.robot.robot, "--goal",
                     "is missing, and the problem's paths end where they begin",
                     "give --goal \"j=v,k=w\", or paths that end at the goal");
  }
  const PathOptions options = arguments.question.robot.path_options();
  const Configuration start =
      given_configurations(arguments.start.value_or(""), problem, first, "--start", FileRow::first, warnings, options);
  if (walks) return {start, start};
  return {start,
          given_configurations(arguments.goal.value_or(""), problem, last, "--goal", FileRow::last, warnings, options)};
}

/// Configurations that reach the pose, if one is asked for. The checker comes later: it depends on what they allow.
void reach(const PlanArguments& arguments, const Problem& problem, Ends& ends, Warnings& warnings) {
  if (!arguments.pose.given()) return;
  const PoseGoal goal = arguments.pose.goal(problem, arguments.question.robot.degrees, warnings);
  PoseSearch search;
  search.seed = arguments.seed;
  const Checker checker = without_clearance(problem, arguments.question);
  search.counts = [&checker](const Configuration& q) { return is_proof(checker.check(q)); };
  ends.goals = reach_pose(checker.model(), ends.start, goal, search);
  if (!ends.goals->empty()) ends.goal = ends.goals->front();
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
    Plan plan = RandomWalk(checker, settings).walk(ends.start, {Vector3::UnitZ(), *arguments.below_m});
    plan.statistics.search_s = plan.statistics.seconds;
    plan.raw_waypoints = plan.waypoints.rows();
    plan.raw_length_m = plan.length_m = PlanSpace(checker.model(), {&ends.start, 1}).length(plan.waypoints);
    return plan;
  }
  PlannerSettings settings;
  settings.method = arguments.planner == PlannerName::sbl ? PlanMethod::sbl : PlanMethod::rrt_connect;
  settings.seed = arguments.seed;
  settings.time_limit_s = arguments.time_limit_s;
  settings.most_milestones = arguments.milestones;
  settings.neighbourhood = arguments.neighbourhood.value_or(settings.neighbourhood);
  settings.simplify = !arguments.raw;
  settings.optimise_s = arguments.optimise ? arguments.optimise_s.value_or(seconds_to_optimise) : 0.0;
  settings.wrap = !arguments.no_wrap;
  settings.progress = tell;
  if (ends.goals) return plan_to_any(checker, ends.start, *ends.goals, settings);
  return Planner(checker, settings).plan(ends.start, ends.goal);
}

SmoothSettings smoothing_of(const PlanArguments& arguments, const Plan& plan, Progress& progress) {
  SmoothSettings settings;
  settings.seed = arguments.seed;
  settings.time_limit_s = arguments.time_limit_s - plan.statistics.seconds;
  settings.progress = [&progress](const SmoothStatistics& now) {
    progress.show(now.steps);
    return !Interrupt::asked();
  };
  return settings;
}

/// "j=v,k=w" as it was given; of a file the name, which may end in a row.
std::string given_values(const std::string& values) {
  return values.find('=') == std::string::npos ? file_name(values) : values;
}

void describe(const PlanArguments& arguments, PathPage& page) {
  page.report().title += " · " + file_name(arguments.out);
  if (arguments.start) page.say("Start", given_values(*arguments.start));
  if (arguments.goal) page.say("Goal", given_values(*arguments.goal));
  if (arguments.pose.given()) page.say("Goal", arguments.pose.text());
  if (arguments.below_m) page.say("Goal", fmt::format("below {} m", *arguments.below_m));
  page.say_settings();
  page.say("Planner",
           name_of(arguments.planner.value_or(arguments.below_m ? PlannerName::walk : PlannerName::rrtconnect)));
  page.say("Seed", std::to_string(arguments.seed));
  page.say("Time limit", fmt::format("{} s", arguments.time_limit_s));
}

/// A plan on its way to the file.
class Planning {
 public:
  Planning(const PlanArguments& arguments, const KeptQuestion& kept, std::optional<CurveSettings> curve)
      : arguments_(arguments), kept_(kept), finished_(arguments.finish, arguments.question, kept, std::move(curve)) {}

  /// Returns whether there is a path: every motion of it is proven.
  bool run(const Ends& ends) {
    plan_ = search(*kept_.checker, arguments_, ends);
    if (plan_.end != PlanEnd::found) return false;
    Progress progress("smoothing steps", std::nullopt);
    const SmoothSettings settings = smoothing_of(arguments_, plan_, progress);
    if (arguments_.smooth) smoothed_ = Smoother(*kept_.checker, settings).smooth_proven(plan_.waypoints);
    if (!finished_.finish(smoothed_ ? smoothed_->waypoints : plan_.waypoints, settings)) return false;
    if (smoothed_) smoothed_->waypoints = finished_.waypoints();
    return true;
  }

  const Plan& plan() const { return plan_; }
  const SmoothResult* smoothed() const { return smoothed_ ? &*smoothed_ : nullptr; }
  const FinishedPath& finished() const { return finished_; }

  std::string lines(bool nothing_checked) const {
    const double milliseconds = 1e3 * plan_.statistics.seconds;
    std::string text = fmt::format("found: {}, {:.4g} m long, {}; {}\n{}", waypoints_text(plan_.waypoints.rows()),
                                   plan_.length_m, nothing_checked ? "nothing was checked" : "proven free",
                                   milliseconds < 100.0 ? fmt::format("{:.2f} ms", milliseconds)
                                                        : fmt::format("{:.2f} s", plan_.statistics.seconds),
                                   plan_table(plan_));
    text += turns_line(plan_, PlanSpace(kept_.checker->model(), {}).names());
    if (smoothed_) text += smooth_line(*smoothed_);
    return text + (nothing_checked ? "" : clearance_line(kept_.clearance)) + finished_.lines();
  }
  std::string why_not() const {
    if (plan_.end == PlanEnd::found) return finished_.why_no_curve();
    const double clearance_mm = 1e3 * kept_.clearance.kept_m;
    if (!(clearance_mm > 0.0) || plan_.end == PlanEnd::unreachable) return why_no_plan(plan_);
    const bool at_an_end = plan_.end == PlanEnd::start_in_contact || plan_.end == PlanEnd::goal_in_contact;
    if (at_an_end && !is_too_near(plan_.contact, kept_.checker->settings().tolerance_m)) return why_no_plan(plan_);
    return why_no_plan(plan_) + fmt::format(
                                    " ({}a clearance of {:.6g} mm from the scene and between robots; "
                                    "--clearance 0 asks for none)",
                                    at_an_end ? "nearer than " : "with ", clearance_mm);
  }

 private:
  const PlanArguments& arguments_;
  const KeptQuestion& kept_;
  Plan plan_;
  std::optional<SmoothResult> smoothed_;
  FinishedPath finished_;
};

void fill(PathPage& page, const PlanArguments& arguments, const Ends& ends, const KeptQuestion& kept,
          const Planning& planning, bool found, const ClearanceProfile& least) {
  if (!found) {
    return show_no_plan(
        page, planning.plan(), planning.why_not(), ends.start,
        arguments.below_m || planning.plan().end == PlanEnd::unreachable ? std::nullopt : std::optional(ends.goal));
  }
  page.say("Written to", file_name(arguments.out));
  if (kept.clearance.reduced()) page.report().notes.push_back(clearance_line(kept.clearance));
  if (const PreferredClearance* preferred = planning.finished().preferred()) {
    page.say("Preferred clearance", fmt::format("{} m", preferred->clearance_m));
  }
  planning.finished().describe_curve(page);
  show_plan(page, planning.plan(), planning.smoothed(), planning.finished().waypoints().rows(),
            planning.finished().length_m(), planning.finished().steps(), least);
}

int run_plan(const PlanArguments& arguments) {
  const QuestionArguments& question = arguments.question;
  arguments.require_sensible();
  arguments.finish.require_sensible(question.robot, arguments.out);
  Warnings warnings;
  KeptQuestion kept;
  kept.problem = question.load_without_path(warnings);
  require_plannable(kept.problem, question.robot.robot);
  Ends ends = ends_of(arguments, kept.problem, warnings);
  reach(arguments, kept.problem, ends, warnings);
  require_apart({{"--out", "the path", arguments.out},
                 {"--json", "JSON", question.json},
                 {"--report", "the page", arguments.report},
                 {"--certificate", "the certificate", arguments.finish.certificate}});
  const PathOutput output(arguments.out, kept.problem, question.is_problem() ? question.robot.robot : "");
  const std::unique_ptr<ThreadLimit> limit = question.threads.limit();
  if (ends.goals) {
    choose_for_goals(kept, question, ends.start, *ends.goals, warnings);
  } else {
    kept.choose(question, ends.start, ends.goal, warnings);
  }
  std::optional<CurveSettings> curve = arguments.finish.curve_settings(kept, warnings);
  show(warnings);
  std::optional<PathPage> page;
  if (!arguments.report.empty()) {
    page.emplace(arguments.report, "plan", question, kept.problem, *kept.checker, PathRecorder::Distances::curve_only);
    describe(arguments, *page);
  }

  const Interrupt interrupt;  // also while everything is written
  Planning planning(arguments, kept, std::move(curve));
  const bool found = planning.run(ends);
  const FinishedPath& path = planning.finished();
  std::string certificate;
  if (found) {
    path.write(output);
    certificate = certify(arguments.finish.certificate, kept.problem, path.judge(), path.steps(), arguments.out);
  }
  const ClearanceProfile least =
      found ? least_distance(path.judge(), path.steps(), patience_for_distance()) : ClearanceProfile{};
  const bool nothing_checked = kept.checker->model().problem_pairs().checked.empty();
  if (!question.json.empty()) {
    write_result(question.json, "--json",
                 to_json(planning.plan(), found, found && !nothing_checked, least, kept.clearance, planning.smoothed(),
                         path.preferred(), path.curve()));
  }
  if (page) {
    fill(*page, arguments, ends, kept, planning, found, least);
    page->report().certificate = certificate;
    page->finish(warnings);
  }
  if (question.json == "-" || arguments.report == "-") return found ? exit_done : exit_contact;
  if (!found) {
    print(fmt::format("no path: {}\n{}", planning.why_not(), plan_table(planning.plan())) +
          self_hint(question, kept.problem, *kept.checker, planning.plan().contact));
    return exit_contact;
  }
  print(planning.lines(nothing_checked));
  print(least_distance_text(path.judge(), least, path.steps().segment_count()));
  print(written_line(arguments.out, question));
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
      "tocca plan arm.urdf room.json --start \"\" --goal-pose tool0 \"0.4 0.1 0.6 0 3.14 0\" --out path.csv\n"
      "tocca plan arm.urdf room.json --start \"\" --goal \"elbow=1\" --out path.csv --optimise --time 2\n"
      "tocca plan arm.urdf room.json --start \"\" --goal \"elbow=1\" --out curve.csv --curve --prefer-clearance\n"
      "tocca plan arm.urdf room.json --start \"\" --goal \"elbow=1\" --out timed.yaml --timed --limits "
      "joint_limits.yaml\n"
      "tocca plan arm.urdf room.json --start \"\" --goal \"elbow=1\" --out path.csv --report plan.html\n"
      "tocca plan problem.json --goal \"left/elbow=1\" --out planned\n"
      "tocca plan problem.json --below 0.29 --out planned --smooth");
  verb->callback([arguments, &action] { action = [arguments] { return run_plan(*arguments); }; });
}

}  // namespace tocca::cli
