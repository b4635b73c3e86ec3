#include "plan_question.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "plan/kept_clearance.hpp"
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

void warn_of_limits(const RobotTask& task, const Configuration& q, const std::string& prefix, const std::string& option,
                    Warnings& warnings) {
  for (const Joint& joint : task.robot.tree.joints()) {
    if (!joint.limits || joint.mimic || joint.first_coordinate < 0 || coordinate_count(joint.type) != 1) continue;
    const double value = q[joint.first_coordinate];
    if (value >= joint.limits->lower && value <= joint.limits->upper) continue;
    warnings.push_back(fmt::format("{}: joint '{}{}' is at {}, outside its limits {} to {}", option, prefix, joint.name,
                                   value, joint.limits->lower, joint.limits->upper));
  }
}

/// The parts of "left/a=1,right/b=2" about one robot, without its name.
std::string part_of(const std::string& text, const Problem& problem, const std::string& robot,
                    const std::string& option) {
  std::string own;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t comma = std::min(text.find(',', begin), text.size());
    std::string part = text.substr(begin, comma - begin);
    begin = comma + 1;
    part.erase(0, part.find_first_not_of(' '));
    if (part.empty()) continue;
    const std::string name = part.substr(0, part.find('/'));
    const bool known = part.find('/') != std::string::npos &&
                       std::any_of(problem.robots.begin(), problem.robots.end(),
                                   [&](const RobotTask& task) { return task.robot.name == name; });
    if (!known) {
      throw InputError(option, printable(part), "does not begin with the name of a robot",
                       fmt::format("there are several: write {}/joint=value", problem.robots.front().robot.name));
    }
    if (name != robot) continue;
    if (!own.empty()) own += ',';
    own += part.substr(name.size() + 1);
  }
  return own;
}

}  // namespace

void require_plannable(const Problem& problem, const std::string& file) {
  const auto stands = [](const RobotTask& task) { return task.robot.tree.coordinate_count() == 0; };
  if (std::all_of(problem.robots.begin(), problem.robots.end(), stands)) {
    throw InputError(file, "", "has no joint that moves, so there is nothing to plan",
                     "give a robot with movable joints");
  }
  if (!problem.moving.empty()) {
    throw InputError(file, "moving", "an object moves by itself, but a planned path has no time stamps",
                     "remove it from the problem");
  }
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
          "Distance to keep from the scene and between robots, in metres (default: the problem file's value if it is "
          "above 0; else 0.001, or less where the path's ends are nearer)");
}

AskedClearance ask_clearance(const QuestionArguments& question, Problem& problem) {
  const bool by_default = !question.clearance_m && problem.clearance.default_m == 0.0;
  if (by_default) problem.clearance.default_m = default_clearance_m;
  return {problem.clearance.default_m, by_default};
}

Configuration first_waypoints(const Problem& problem) { return waypoints(problem, false); }
Configuration last_waypoints(const Problem& problem) { return waypoints(problem, true); }

Configuration parse_robots(const std::string& text, const Problem& problem, const Configuration& defaults,
                           const std::string& option, Warnings& warnings) {
  Configuration q = defaults;
  Eigen::Index first = 0;
  const bool several = problem.robots.size() > 1;
  for (const RobotTask& task : problem.robots) {
    const Eigen::Index count = task.robot.tree.coordinate_count();
    const std::string& name = task.robot.name;
    const Configuration own = parse_configuration(several ? part_of(text, problem, name, option) : text,
                                                  task.robot.tree, option, q.segment(first, count));
    warn_of_degrees(task.robot.tree, own, option, warnings);
    warn_of_limits(task, own, several ? name + "/" : "", option, warnings);
    q.segment(first, count) = own;
    first += count;
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
    if (std::any_of(path.interpolation.begin(), path.interpolation.end(), is_curved)) {
      throw InputError(file, task.robot.name, "its path is cubic or quintic between waypoints",
                       "smooth the straight path, without columns 'vel.' and 'acc.'");
    }
    if (path.time_s.empty()) continue;
    if (problem.robots.size() > 1) {
      throw InputError(file, task.robot.name, "the robots run by time stamps, so their waypoints need not coincide",
                       "give paths with the same number of waypoints and no column 'time'");
    }
    warnings.push_back(fmt::format("{}: the time stamps are dropped: a shorter path has other times", file));
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

}  // namespace tocca::cli
