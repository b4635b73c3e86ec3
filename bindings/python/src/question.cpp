#include "question.hpp"

#include <algorithm>

#include "check/model/problem_pairs.hpp"
#include "errors.hpp"
#include "io/result_json.hpp"
#include "problem.hpp"
#include "robot.hpp"
#include "tocca/check/path_checker.hpp"

namespace tocca::python {
namespace {

const Columns& widest(const Columns& first, const Columns& all) { return all.count() > first.count() ? all : first; }

void require_polynomials_fit(const KinematicTree& tree, const Path& path) {
  if (is_straight(path)) return;
  for (const Joint& joint : tree.joints()) {
    if (joint.type != JointType::floating) continue;
    refuse("path", "has velocities, but joint '" + joint.name + "' is floating", "give straight motions");
  }
}

void require_rotations(const KinematicTree& tree, const WaypointMatrix& rows) {
  for (const Joint& joint : tree.joints()) {
    if (joint.type != JointType::floating || joint.first_coordinate < 0) continue;
    for (Eigen::Index row = 0; row < rows.rows(); ++row) {
      if ((rows.row(row).segment<4>(joint.first_coordinate + 3).array() != 0.0).any()) continue;
      refuse("path, row " + std::to_string(row),
             "joint '" + joint.name + "' has a zero quaternion, which is not a rotation",
             "give qw = 1 for no rotation");
    }
  }
}

std::string shape_of(const WaypointMatrix& rows) {
  return "(" + std::to_string(rows.rows()) + ", " + std::to_string(rows.cols()) + ")";
}

}  // namespace

WaypointMatrix rows_of(const Configuration& from, const Configuration& to) {
  WaypointMatrix rows(to.size() == 0 ? 1 : 2, from.size());
  rows.row(0) = from.transpose();
  if (to.size() > 0) rows.row(1) = to.transpose();
  return rows;
}

const char* word(Outcome outcome) { return name_of(outcome); }

Question::Question(Problem problem, const Asked& asked, bool allow_empty)
    : problem_(std::move(problem)), asked_(asked), checker_(problem_, asked.settings, asked.pairs) {
  if (pairs_checked() == 0 && !allow_empty) {
    refuse("Checker", "nothing is checked: no two bodies are left to compare",
           "add objects to the scene, allow fewer pairs, or say allow_empty=True");
  }
  const bool several = problem_.robots.size() > 1;
  Configuration rest;
  for (const RobotTask& task : problem_.robots) {
    const Columns own =
        columns_of(task.robot.tree, task.start(), task.robot.name, several ? task.robot.name + "/" : "");
    if (&task == &problem_.robots.front()) first_ = own;
    all_.names.insert(all_.names.end(), own.names.begin(), own.names.end());
    const Eigen::Index before = rest.size();
    rest.conservativeResize(before + own.count());
    rest.tail(own.count()) = own.rest;
  }
  degrees_.emplace(problem_.robots.front().robot.tree);
  all_.rest = rest;
  all_.whose = several ? "all robots" : first_.whose;
}

std::size_t Question::pairs_checked() const { return model().checked_pair_count(); }

Configuration Question::configuration(py::handle given, const char* name) const {
  const Columns* const choices[] = {&first_, &all_};
  Configuration q = python::configuration(given, name, std::span(choices).first(problem_.robots.size() > 1 ? 2 : 1));
  warn_of_degrees(q.data(), name);
  return q;
}

void Question::warn_of_degrees(const double* q, const char* name) const {
  const Eigen::Map<const Configuration> first(q, first_.count());
  if (!degrees_->suspects(first)) return;
  Warnings warnings;
  DegreeWatch(*degrees_).warn(first, name, warnings);
  warn(warnings);
}

Configuration Question::whole_configuration(py::handle given, const char* name) const {
  Configuration q = configuration(given, name);
  if (q.size() == all_.count()) return q;
  Configuration whole = all_.rest;
  whole.head(q.size()) = q;
  return whole;
}

void Question::require_columns(Eigen::Index columns, const char* name, const std::string& shape,
                               const std::string& before) const {
  if (columns == first_.count() || columns == all_.count()) return;
  refuse(name, "has shape " + shape,
         "give " + before + std::to_string(first_.count()) + ")" +
             (all_.count() == first_.count() ? "" : " or " + before + std::to_string(all_.count()) + ")") +
             ", one configuration per row: " + widest(first_, all_).text());
}

void Question::require_loops_closed(const StepSequence& steps, const char* what, const char* part) const {
  if (problem_.loops.empty()) return;
  for (const LoopClosure& loop : check_loops(checker_, problem_.loops, steps)) {
    if (loop.state == LoopClosure::State::closed) continue;
    const std::string where = part ? std::string(" in ") + part + " " + std::to_string(loop.at.segment) : "";
    refuse("loop '" + loop.name + "'",
           loop.state == LoopClosure::State::open ? std::string("the ") + what + " leaves it open" + where
                                                  : "it cannot be proven to stay closed" + where,
           std::string("correct the ") + what + ", or raise \"tolerance\" in the problem file");
  }
}

void Question::require_loops_closed(const Configuration& from, const Configuration& to) const {
  if (problem_.loops.empty()) return;
  const WaypointMatrix rows = python::rows_of(from, to);
  require_loops_closed(ConfigurationSteps(model(), rows), to.size() == 0 ? "configuration" : "motion", nullptr);
}

std::unique_ptr<const StepSequence> Question::steps(py::handle given, PathPointer& kept) const {
  std::unique_ptr<const StepSequence> path = steps_of_path(given, kept);
  require_loops_closed(*path, "path", "segment");
  return path;
}

std::unique_ptr<const StepSequence> Question::steps_of_path(py::handle given, PathPointer& kept) const {
  if (given.is_none()) {
    require_own_path();
    return steps_of(problem_, model());
  }
  const bool is_path = py::isinstance<OwnPath>(given);
  if (is_path) static_cast<void>(given.cast<const OwnPath&>());  // throws TypeError if it was never made
  kept = is_path ? given.cast<PathPointer>() : straight_path(rows_of(given, "path"));
  require_columns(kept->waypoints.cols(), "path", shape_of(kept->waypoints));
  if (!is_path) warn_of_degrees(kept->waypoints.row(kept->waypoints.rows() - 1).data(), "path");
  const KinematicTree& tree = problem_.robots.front().robot.tree;
  if (kept->waypoints.cols() == first_.count()) {
    require_polynomials_fit(tree, *kept);
    require_rotations(tree, kept->waypoints);
    return std::make_unique<PathSteps>(*kept);
  }
  if (!is_straight(*kept))
    refuse("path", "has velocities and the columns of several robots", "give straight motions, or a problem file");
  return std::make_unique<ConfigurationSteps>(model(), kept->waypoints);
}

void Question::require_own_path() const {
  if (!has_paths(problem_))
    refuse("path", "is missing, and the problem has none of its own", "give a Path or an array (N, dof)");
}

WaypointMatrix Question::straight_rows(py::handle given) const {
  Warnings warnings;
  WaypointMatrix rows;
  if (given.is_none()) {
    require_own_path();
    rows = straight_rows_of(problem_, warnings);
  } else if (py::isinstance<OwnPath>(given)) {
    const auto& path = given.cast<const OwnPath&>();
    warn_of_dropped_times(path, warnings);
    rows = path.waypoints;
  } else {
    rows = rows_of(given, "path");
  }
  require_columns(rows.cols(), "path", shape_of(rows));
  warn(warnings);
  if (rows.cols() == all_.count()) return rows;
  WaypointMatrix whole = all_.rest.transpose().replicate(rows.rows(), 1);
  whole.leftCols(rows.cols()) = rows;
  return whole;
}

}  // namespace tocca::python
