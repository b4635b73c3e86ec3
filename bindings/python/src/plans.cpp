// Planning, shortening and repairing: as the command line does it, with Python's callbacks and Ctrl-C.
#include "plans.hpp"

#include <algorithm>
#include <chrono>

#include "arrays.hpp"
#include "check/model/problem_pairs.hpp"
#include "errors.hpp"
#include "io/limit_watch.hpp"
#include "plan/proofs.hpp"
#include "tocca/check/path_checker.hpp"
#include "tocca/plan/pose_goal.hpp"
#include "working.hpp"

namespace tocca::python {
namespace {

/// What a plan keeps unless told otherwise: as the command line does, a millimetre, or less where its ends are nearer.
struct Kept {
  QuestionPointer question;
  KeptClearance clearance;
};

QuestionPointer with_clearance(const Question& question, double clearance_m) {
  Problem problem = question.problem();
  problem.clearance.default_m = clearance_m;
  return std::make_shared<const Question>(std::move(problem), question.asked(), true);
}

/// `least`: how much less can be kept. Called without the GIL.
template <class Least>
Kept kept_question(const QuestionPointer& question, const Least& least) {
  const double asked_m = question->problem().clearance.default_m;
  const bool by_default = !question->asked().clearance_m && asked_m == 0.0;
  Kept kept{question, {}};
  kept.clearance.asked_m = kept.clearance.kept_m = asked_m;
  if (!by_default) return kept;
  kept.question = with_clearance(*question, default_clearance_m);
  kept.clearance = least(kept.question->checker(), default_clearance_m);
  if (kept.clearance.reduced()) kept.question = with_clearance(*question, kept.clearance.kept_m);
  return kept;
}

/// A goal beyond the limits is taken, as on the command line, but nothing on the way to it lies beyond them.
void warn_of_limits(const Problem& problem, const Configuration& q, const std::string& place) {
  Warnings warnings;
  Eigen::Index first = 0;
  for (const RobotTask& task : problem.robots) {
    const Eigen::Index count = task.robot.tree.coordinate_count();
    LimitWatch(task.robot.tree).warn(q.segment(first, count), place, warnings);
    first += count;
  }
  warn(warnings);
}

void require_plannable(const Problem& problem) {
  if (!problem.loops.empty())
    refuse("loops", "a planned path would not close them", "check a path that does, or leave out the loops");
  if (!problem.moving.empty())
    refuse("plan", "an object moves by itself, but a planned path has no time stamps", "remove it from the problem");
  const ClockStretch clock = clock_of(problem);
  const auto always = [&](const ClockStretch& time) { return time.begin <= clock.begin && clock.end <= time.end; };
  for (const Attachment& held : problem.attached) {
    if (!always(when_held(problem, held)))
      refuse("plan", "an object is gripped or released along the path",
             "hold it all the time: leave out 'from' and 'to'");
  }
  for (const AllowedStretch& pair : problem.allowed_stretches) {
    if (!always(clock_stretch(problem, pair)))
      refuse("plan", "a pair may touch for part of the path, but a new path has other waypoints",
             "allow it all the time, or never");
  }
}

PlanMethod method(const std::string& name) {
  if (name == "rrtconnect") return PlanMethod::rrt_connect;
  if (name == "sbl") return PlanMethod::sbl;
  refuse("planner", "there is no planner '" + printable(name) + "'", "choose 'rrtconnect' or 'sbl'");
}

/// Calls the caller's function, at most ten times a second and once more at the end.
class Progress {
 public:
  explicit Progress(const py::object& callback) : callback_(callback) {}

  /// Without the GIL. False: the caller wants no more.
  bool tell(const PlanStatistics& now) {
    const Clock::time_point time = Clock::now();
    if (callback_.is_none() || time < next_) return true;
    next_ = time + std::chrono::milliseconds(100);
    const py::gil_scoped_acquire python;
    return goes_on_ = call(now);
  }
  /// With the GIL.
  void tell_end(const PlanStatistics& all) {
    if (!callback_.is_none() && goes_on_) call(all);
  }

 private:
  using Clock = std::chrono::steady_clock;
  bool call(const PlanStatistics& now) {
    const py::object answer = callback_(stats_of(now));
    return answer.is_none() || answer.cast<bool>();
  }

  const py::object& callback_;
  Clock::time_point next_ = Clock::now();
  bool goes_on_ = true;
};

PlannerSettings settings_of(const PlanAsked& asked, Working& working, Progress& progress) {
  PlannerSettings settings;
  settings.method = method(asked.planner);
  settings.seed = asked.seed;
  settings.time_limit_s = asked.time_limit_s;
  settings.optimise_s = asked.optimise_s;
  settings.wrap = asked.wrap;
  settings.progress = [&](const PlanStatistics& now) {
    working.poll();
    return progress.tell(now);
  };
  return settings;
}

/// The path as given, for pages; an array is one without a file.
PathPointer path_given(py::handle given) {
  if (given.is_none()) return nullptr;
  return py::isinstance<OwnPath>(given) ? given.cast<PathPointer>() : std::make_shared<OwnPath>();
}

/// A path with time stamps is judged as it is driven, velocities included; null unless it is one, of the only robot.
const Path* path_as_driven(const Question& question, py::handle given) {
  if (question.problem().robots.size() > 1) return nullptr;
  const Path* path = nullptr;
  if (given.is_none()) path = &question.problem().robots.front().path;
  if (py::isinstance<OwnPath>(given)) path = &given.cast<const OwnPath&>();
  return path && !path->time_s.empty() ? path : nullptr;
}

/// What repair() would say of a path that is free.
Repair unchanged(const WaypointMatrix& rows) {
  Repair result;
  result.end = PlanEnd::found;
  result.waypoints = rows;
  result.statistics.segments = std::max<std::int64_t>(rows.rows() - 1, 1);
  return result;
}

void require_callable(const py::object& progress) {
  if (progress.is_none() || PyCallable_Check(progress.ptr()) != 0) return;
  throw py::type_error("progress: must be a function or None (got " + std::string(py::repr(progress)) + ")");
}

/// (link, pose) as plan() takes it; the link by its name, "robot/link" if there are several robots.
PoseGoal pose_goal(const Problem& problem, const PlanAsked& asked) {
  const py::object& given = asked.goal_pose;
  if (!py::isinstance<py::sequence>(given) || py::isinstance<py::str>(given) || py::len(given) != 2)
    refuse("goal_pose", "is not a link and a pose", "give ('tool0', pose)");
  const std::string name = py::cast<std::string>(given[py::int_(0)]);
  PoseGoal goal;
  goal.link = -1;
  for (std::size_t robot = 0; robot < problem.robots.size(); ++robot) {
    for (std::size_t link = 0; link < problem.robots[robot].robot.tree.links().size(); ++link) {
      if (link_name(problem, robot, link) != name) continue;
      goal.robot = static_cast<int>(robot);
      goal.link = static_cast<int>(link);
    }
  }
  if (goal.link < 0) refuse("goal_pose", "there is no link '" + printable(name) + "'", "see robot.links");
  goal.X_WL = pose(given[py::int_(1)], "goal_pose");
  goal.tolerance_m = require_positive(asked.goal_tolerance.first, "goal_tolerance");
  goal.tolerance_rad = require_positive(asked.goal_tolerance.second, "goal_tolerance");
  return goal;
}

/// As the command line does it: the clearance is what the start allows, then what the nearest goal does that touches nothing.
PlanAnswer plan_to_pose(const QuestionPointer& question, const Configuration& start, const PlanAsked& asked) {
  const PoseGoal goal = pose_goal(question->problem(), asked);
  PlanAnswer answer;
  answer.planner = asked.planner;
  answer.seed = asked.seed;
  answer.time_limit_s = asked.time_limit_s;
  Progress progress(asked.progress);
  {
    Working working(question->threads());
    const Working::Heard heard(working);
    PoseSearch search;
    search.seed = asked.seed;
    search.counts = [&](const Configuration& q) { return is_proof(question->checker().check(q)); };
    const std::vector<Configuration> goals = reach_pose(question->checker().model(), start, goal, search);
    const auto clearance = [&](const Checker& checker, double metres) {
      const auto is_free = [](const Checker& judge) {
        return [&judge](const Configuration& q) { return is_proof(judge.check(q)); };
      };
      const KeptClearance at_start = kept_clearance(checker, metres, start, start);
      if (at_start.reduced() || std::any_of(goals.begin(), goals.end(), is_free(checker))) return at_start;
      const auto nearest = std::find_if(goals.begin(), goals.end(), is_free(question->checker()));
      return nearest == goals.end() ? at_start : kept_clearance(checker, metres, start, *nearest);
    };
    const Kept kept = kept_question(question, clearance);
    answer.question = kept.question;
    answer.kept = kept.clearance;
    answer.plan = plan_to_any(kept.question->checker(), start, goals, settings_of(asked, working, progress));
    working.throw_raised();
  }
  progress.tell_end(answer.plan.statistics);
  if (answer.plan.end == PlanEnd::found) answer.path = straight_path(answer.plan.waypoints);
  return answer;
}

CurveSettings timed_settings(const Question& question, const TimeAsked& asked, Warnings& warnings) {
  CurveSettings settings;
  if (asked.blend_m) settings.blend_m = require_not_negative(*asked.blend_m, "blend");
  LimitSettings limits = LimitSettings::of(question.problem());
  if (asked.acceleration) limits.acceleration = require_positive(*asked.acceleration, "acceleration");
  limits.velocity_scale = asked.velocity_scale.value_or(limits.velocity_scale);
  limits.acceleration_scale = asked.acceleration_scale.value_or(limits.acceleration_scale);
  settings.limits = motion_limits(question.checker().model(), limits, warnings);
  return settings;
}

/// Paths of all robots on one clock, side by side.
Path side_by_side(const std::vector<Path>& paths) {
  Path all = paths.front();
  for (std::size_t robot = 1; robot < paths.size(); ++robot) {
    const Path& own = paths[robot];
    const auto widen = [](WaypointMatrix& rows, const WaypointMatrix& more) {
      const Eigen::Index count = rows.cols();
      rows.conservativeResize(Eigen::NoChange, count + more.cols());
      rows.rightCols(more.cols()) = more;
    };
    widen(all.waypoints, own.waypoints);
    widen(all.velocities, own.velocities);
    widen(all.accelerations, own.accelerations);
    all.interpolation.insert(all.interpolation.end(), own.interpolation.begin(), own.interpolation.end());
  }
  return all;
}

}  // namespace

py::dict stats_of(const PlanStatistics& work) {
  py::dict dict;
  dict["milestones"] = work.milestones;
  dict["samples"] = work.samples;
  dict["segments"] = work.segments;
  dict["segments_refuted"] = work.segments_refuted;
  dict["paths"] = work.paths;
  dict["seconds"] = work.seconds;
  dict["search"] = work.search_s;
  dict["proof"] = work.proof_s;
  dict["simplification"] = work.simplification_s;
  return dict;
}

PlanAnswer plan(const QuestionPointer& question, py::handle from, py::handle to, const PlanAsked& asked) {
  require_positive(asked.time_limit_s, "time_limit");
  require_not_negative(asked.optimise_s, "optimise");
  require_callable(asked.progress);
  require_plannable(question->problem());
  if (to.is_none() == asked.goal_pose.is_none())
    refuse("goal", "give a goal or a goal_pose, one of them", "leave out the other");
  const Configuration start = question->whole_configuration(from, "start");
  warn_of_limits(question->problem(), start, "start");
  if (to.is_none()) return plan_to_pose(question, start, asked);
  const Configuration goal = question->whole_configuration(to, "goal");
  warn_of_limits(question->problem(), goal, "goal");
  PlanAnswer answer;
  answer.planner = asked.planner;
  answer.seed = asked.seed;
  answer.time_limit_s = asked.time_limit_s;
  Progress progress(asked.progress);
  {
    Working working(question->threads());
    const Working::Heard heard(working);
    const Kept kept = kept_question(
        question, [&](const Checker& checker, double metres) { return kept_clearance(checker, metres, start, goal); });
    answer.question = kept.question;
    answer.kept = kept.clearance;
    answer.plan = Planner(kept.question->checker(), settings_of(asked, working, progress)).plan(start, goal);
    working.throw_raised();
  }
  progress.tell_end(answer.plan.statistics);
  if (answer.plan.end == PlanEnd::found) answer.path = straight_path(answer.plan.waypoints);
  return answer;
}

SmoothAnswer smooth(const QuestionPointer& question, py::handle path, std::optional<double> time_limit_s,
                    std::uint64_t seed) {
  SmoothSettings settings;
  settings.seed = seed;
  if (time_limit_s) settings.time_limit_s = require_positive(*time_limit_s, "time_limit");
  require_plannable(question->problem());
  SmoothAnswer answer;
  answer.seed = seed;
  answer.before = question->straight_rows(path);
  answer.given = path_given(path);
  const WaypointMatrix& rows = answer.before;
  {
    Working working(question->threads());
    const Working::Heard heard(working);
    settings.progress = [&](const SmoothStatistics&) {
      working.poll();
      return true;
    };
    const auto smoothed = [&](const Kept& kept) {
      answer.question = kept.question;
      answer.kept = kept.clearance;
      answer.result = Smoother(kept.question->checker(), settings).smooth(rows);
      working.throw_raised();
    };
    const Configuration start = rows.row(0), goal = rows.row(rows.rows() - 1);
    const Kept kept = kept_question(
        question, [&](const Checker& checker, double metres) { return kept_clearance(checker, metres, start, goal); });
    smoothed(kept);
    if (answer.result.end == SmoothEnd::not_free &&
        kept.question != question) {  // by default, a path keeps what it can
      KeptClearance nearer = kept_clearance(kept.question->checker(), kept.clearance.kept_m, rows);
      nearer.asked_m = kept.clearance.asked_m;
      if (nearer.kept_m < kept.clearance.kept_m) smoothed({with_clearance(*question, nearer.kept_m), nearer});
    }
  }
  if (answer.result.waypoints.rows() > 0) answer.path = straight_path(answer.result.waypoints);
  return answer;
}

TimeAnswer time(const QuestionPointer& question, py::handle path, const TimeAsked& asked) {
  require_plannable(question->problem());
  const WaypointMatrix rows = question->straight_rows(path);
  Warnings warnings;
  const CurveSettings settings = timed_settings(*question, asked, warnings);
  warn(warnings);
  TimeAnswer answer;
  {
    Working working(question->threads());
    const Working::Heard heard(working);
    const Kept kept = kept_question(
        question, [&](const Checker& checker, double metres) { return kept_clearance(checker, metres, rows); });
    answer.question = kept.question;
    answer.kept = kept.clearance;
    answer.curve = curve_of(kept.question->checker(), rows, settings);
    working.throw_raised();
  }
  if (answer.curve.proven) answer.path = path_pointer(side_by_side(answer.curve.paths));
  return answer;
}

RepairAnswer repair(const QuestionPointer& question, py::handle path, const PlanAsked& asked) {
  require_positive(asked.time_limit_s, "time_limit");
  require_callable(asked.progress);
  require_plannable(question->problem());
  RepairAnswer answer;
  answer.seed = asked.seed;
  const WaypointMatrix rows = question->straight_rows(path);
  answer.given = path_given(path);
  const Path* const driven = path_as_driven(*question, path);
  PathPointer kept_alive;
  const std::unique_ptr<const StepSequence> steps = driven ? question->steps(path, kept_alive) : nullptr;
  Progress progress(asked.progress);
  {
    Working working(question->threads());
    const Working::Heard heard(working);
    const Kept kept = kept_question(
        question, [&](const Checker& checker, double metres) { return kept_at_waypoints(checker, metres, rows); });
    answer.question = kept.question;
    answer.kept = kept.clearance;
    const Checker& checker = kept.question->checker();
    const Verdict as_given = driven ? PathChecker(checker).first(*steps) : Verdict{};
    answer.as_driven = driven && as_given.outcome == Outcome::free && as_given.proven;
    answer.repair =
        answer.as_driven ? unchanged(rows) : tocca::repair(checker, rows, settings_of(asked, working, progress));
    working.throw_raised();
  }
  progress.tell_end(answer.repair.statistics);
  if (answer.repair.end == PlanEnd::found) {
    answer.path = answer.as_driven ? path_pointer(*driven) : straight_path(answer.repair.waypoints);
  }
  return answer;
}

}  // namespace tocca::python
