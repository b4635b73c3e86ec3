#include "plan_question.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "closed_loops.hpp"
#include "plan/kept_clearance.hpp"
#include "rigid_question.hpp"
#include "tocca/io/path.hpp"

namespace tocca::cli {
namespace {

Configuration waypoints(const Problem& problem, bool last) {
  Eigen::Index count = 0;
  for (const RobotTask& task : problem.robots) count += task.robot.tree.coordinate_count();
  Configuration q(count);
  Eigen::Index first = 0;
  for (const RobotTask& task : problem.robots) {
    const WaypointMatrix& rows = task.path.waypoints;
    const Eigen::Index own = task.robot.tree.coordinate_count();
    q.segment(first, own) = last && rows.rows() > 0 ? Configuration(rows.row(rows.rows() - 1)) : task.start();
    first += own;
  }
  return q;
}

WaypointMatrix straight_paths(const Problem& problem, const std::string& file, Warnings& warnings) {
  Eigen::Index rows = 1, columns = 0;
  for (const RobotTask& task : problem.robots) {
    const Path& path = task.path;
    rows = std::max(rows, path.waypoints.rows());
    columns += task.robot.tree.coordinate_count();
    const auto is_curved = [](Interpolation kind) { return kind != Interpolation::linear; };
    const bool curved = std::any_of(path.interpolation.begin(), path.interpolation.end(), is_curved);
    if (path.time_s.empty()) continue;  // curves have stamps
    if (problem.robots.size() > 1) {
      throw InputError(file, task.robot.name, "the robots run by time stamps, so their waypoints need not coincide",
                       "give paths with the same number of waypoints and no column 'time'");
    }
    warnings.push_back(fmt::format("{}: the time stamps{} are dropped: another path has other times{}", file,
                                   curved ? " and velocities" : "",
                                   curved ? "; it is taken as straight from waypoint to waypoint" : ""));
  }
  WaypointMatrix all(rows, columns);
  Eigen::Index first = 0;
  for (const RobotTask& task : problem.robots) {
    const WaypointMatrix& path = task.path.waypoints;
    const WaypointMatrix own = path.rows() > 0 ? path : WaypointMatrix(task.start().transpose());
    for (Eigen::Index k = 0; k < rows; ++k) {
      all.row(k).segment(first, own.cols()) = own.row(std::min(k, own.rows() - 1));
    }
    first += own.cols();
  }
  return all;
}

}  // namespace

void require_plannable(const Problem& problem, const std::string& file) {
  const auto stands = [](const RobotTask& task) { return task.robot.tree.coordinate_count() == 0; };
  if (std::all_of(problem.robots.begin(), problem.robots.end(), stands)) {
    throw InputError(file, "", "has no joint that moves, so there is nothing to plan",
                     "give a robot with movable joints");
  }
  refuse_loops(problem, file);
  if (!problem.moving.empty()) {
    throw InputError(file, "moving", "an object moves by itself, but a planned path has no time stamps",
                     "remove it from the problem");
  }
  require_rigid(problem, file, "it deforms by itself, but a planned path has no time stamps");
  const ClockStretch clock = clock_of(problem);
  const auto always = [&](const ClockStretch& time) { return time.begin <= clock.begin && clock.end <= time.end; };
  for (const Attachment& held : problem.attached) {
    if (always(when_held(problem, held))) continue;
    throw InputError(file, "attached", "an object is gripped or released along the path",
                     "hold it all the time: leave out 'from' and 'to'");
  }
  for (const AllowedStretch& pair : problem.allowed_stretches) {
    if (always(clock_stretch(problem, pair))) continue;
    throw InputError(file, "allow", "a pair may touch for part of the path, but a new path has other waypoints",
                     "allow it all the time, or never");
  }
}

void describe_default_clearance(CLI::App& verb) {
  verb.get_option("--clearance")
      ->description(
          "Distance to keep from the scene and between robots, as 0.01 or 1cm (default: the problem file's value if it "
          "is "
          "above 0; else 0.001, or less where the path's ends are nearer)");
}

std::string written_line(const std::string& out, const QuestionArguments& question) {
  return fmt::format("written: {}{}\n", out, question.robot.degrees ? " (in radians: read it without --degrees)" : "");
}

AskedClearance ask_clearance(const QuestionArguments& question, Problem& problem) {
  const bool by_default = !question.clearance_m && problem.clearance.default_m == 0.0;
  if (by_default) problem.clearance.default_m = default_clearance_m;
  return {problem.clearance.default_m, by_default};
}

Configuration first_waypoints(const Problem& problem) { return waypoints(problem, false); }
Configuration last_waypoints(const Problem& problem) { return waypoints(problem, true); }

WaypointMatrix load_straight_paths(const QuestionArguments& question, Problem& problem, Warnings& warnings) {
  if (!question.is_problem()) {
    RobotTask& task = problem.robots[0];
    task.path = load_path(question.path, task.robot.tree, task.start(), warnings, question.robot.path_options());
  }
  const std::string& file = question.is_problem() ? question.robot.robot : question.path;
  require_plannable(problem, file);
  return straight_paths(problem, file, warnings);
}

}  // namespace tocca::cli
