// What the verbs that plan share: paths and clearances of all robots.
#pragma once

#include <string>

#include "check_arguments.hpp"
#include "tocca/core/error.hpp"
#include "tocca/model/problem.hpp"

namespace tocca::cli {

/// Throws InputError if something moves that no planned path could wait for: objects with a motion of their own,
/// objects that are gripped or let go on the way.
void require_plannable(const Problem& problem, const std::string& file);

/// "written: path.csv"; whoever asked in degrees is told that the file has radians.
std::string written_line(const std::string& out, const QuestionArguments& question);

/// The help of `--clearance` for verbs that keep a clearance by default.
void describe_default_clearance(CLI::App& verb);
/// Such a verb's clearance: what the option or the problem file asks for, which is then kept strictly; else
/// default_clearance_m, as far as the path's ends allow: kept_clearance().
struct AskedClearance {
  double metres;
  bool by_default;
};
/// Puts it into the problem.
AskedClearance ask_clearance(const QuestionArguments& question, Problem& problem);

/// First waypoints of all robots, one after the other, or the last ones.
Configuration first_waypoints(const Problem& problem);
Configuration last_waypoints(const Problem& problem);

/// The paths of all robots side by side, as straight motions that may be replaced by others: those of the problem, or the
/// path file that the question names. Throws InputError if several robots run by time stamps, or if the problem is not
/// plannable; stamps and velocities of a single robot are dropped with a warning.
WaypointMatrix load_straight_paths(const QuestionArguments& question, Problem& problem, Warnings& warnings);

}  // namespace tocca::cli
