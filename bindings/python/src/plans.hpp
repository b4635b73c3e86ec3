// Planning and shortening from Python.
#pragma once

#include <optional>

#include "plan/kept_clearance.hpp"
#include "question.hpp"
#include "tocca/plan/planner.hpp"
#include "tocca/plan/smoother.hpp"

namespace tocca::python {

/// A path that was looked for, with the question that it is proven by: its clearance may be less than asked for by default.
struct PlanAnswer {
  QuestionPointer question;
  Plan plan;
  KeptClearance kept;
  PathPointer path;  ///< null: none was found
  std::string planner;
  std::uint64_t seed = 1;
  double time_limit_s = 0.0;
};

struct SmoothAnswer {
  QuestionPointer question;
  SmoothResult result;
  KeptClearance kept;
  WaypointMatrix before;
  PathPointer given;  ///< null: the problem's own
  PathPointer path;   ///< null: the path given is not proven free
  std::uint64_t seed = 1;
};

struct RepairAnswer {
  QuestionPointer question;
  Repair repair;
  KeptClearance kept;
  PathPointer given;       ///< null: the problem's own
  PathPointer path;        ///< null: there is no way around
  bool as_driven = false;  ///< the path given has time stamps and is free: it stays as it is
  std::uint64_t seed = 1;
};

struct TimeAnswer {
  QuestionPointer question;
  Curve curve;
  KeptClearance kept;
  PathPointer path;  ///< of all robots; null: none is proven
};

/// How fast a path is to be run.
struct TimeAsked {
  std::optional<double> blend_m, acceleration, velocity_scale, acceleration_scale;
};
TimeAnswer time(const QuestionPointer& question, py::handle path, const TimeAsked& asked);

/// How a plan is asked for.
struct PlanAsked {
  double time_limit_s;
  std::uint64_t seed;
  std::string planner;
  double optimise_s;
  bool wrap;
  py::object
      progress;  ///< called with a dict, at most ten times a second and at the end; returning False ends the search
  py::object goal_pose;  ///< (link, pose); None: the goal is a configuration
  std::pair<double, double> goal_tolerance;
};
PlanAnswer plan(const QuestionPointer& question, py::handle start, py::handle goal, const PlanAsked& asked);

SmoothAnswer smooth(const QuestionPointer& question, py::handle path, std::optional<double> time_limit_s,
                    std::uint64_t seed);

/// Work and seconds, by name.
py::dict stats_of(const PlanStatistics& work);

/// Of `asked`, what matters to detours: the time limit, the seed, the progress.
RepairAnswer repair(const QuestionPointer& question, py::handle path, const PlanAsked& asked);

}  // namespace tocca::python
