// What `tocca plan` and `tocca smooth` share: configurations of all robots out of texts and problems.
#pragma once

#include <string>

#include "check_arguments.hpp"
#include "tocca/core/error.hpp"
#include "tocca/model/problem.hpp"

namespace tocca::cli {

/// Throws InputError if something moves that no planned path could wait for: objects with a motion of their own,
/// objects that are gripped or let go on the way.
void require_plannable(const Problem& problem, const std::string& file);

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

/// "j=v,k=w" (or "robot/j=v" where there are several robots) on top of `defaults`. Values outside of limits: a warning.
Configuration parse_robots(const std::string& text, const Problem& problem, const Configuration& defaults,
                           const std::string& option, Warnings& warnings);

/// The paths of all robots side by side, as straight motions. Throws InputError if they are cubic or quintic, or if
/// several robots run by time stamps; stamps of a single robot are dropped with a warning.
WaypointMatrix straight_paths(const Problem& problem, const std::string& file, Warnings& warnings);

}  // namespace tocca::cli
