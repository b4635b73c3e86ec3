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

Given::Given(Problem the_problem, const Asked& the_asked) : problem(std::move(the_problem)), asked(the_asked) {
  const bool several = problem.robots.size() > 1;
  Configuration rest;
  for (const RobotTask& task : problem.robots) {
    const Columns own =
        columns_of(task.robot.tree, task.start(), task.robot.name, several ? task.robot.name + "/" : "");
    if (&task == &problem.robots.front()) first = own;
    all.names.insert(all.names.end(), own.names.begin(), own.names.end());
    const Eigen::Index before = rest.size();
    rest.conservativeResize(before + own.count());
    rest.tail(own.count()) = own.rest;
  }
  degrees.emplace(problem.robots.front().robot.tree);
  all.rest = rest;
  all.whose = several ? "all robots" : first.whose;
}

Question::Question(Problem problem, const Asked& asked, bool allow_empty)
    : given_(std::make_shared<const Given>(std::move(problem), asked)),
      checker_(given_->problem, asked.settings, asked.pairs) {
  if (pairs_checked() == 0 && !allow_empty) {
    refuse("Checker", "nothing is checked: no two bodies are left to compare",
           "add objects to the scene, allow fewer pairs, or say allow_empty=True");
  }
}

Question::Question(std::shared_ptr<const Given> given, const Checker& live)
    : given_(std::move(given)), checker_(live) {}

const Problem& Question::problem() const {
  if (checker_.version() == 0) return given_->problem;
  std::call_once(problem_once_, [this] {
    changed_problem_ = checker_.problem();
    changed_problem_.robots = given_->problem.robots;
  });
  return changed_problem_;
}

const std::vector<std::string>& Question::bodies() const {
  std::call_once(bodies_once_, [this] {
    const auto add = [&](const auto& whether) {
      for (const ProblemPairs::Body& body : model().problem_pairs().bodies)
        if (whether(body)) bodies_.push_back(body.name);
    };
    add([](const ProblemPairs::Body& body) { return body.object < 0 && body.deforming < 0; });
    for (std::size_t k = 0; k < problem().scene.objects.size(); ++k) {
      const int body = model().body_of_object(static_cast<int>(k));
      if (body >= 0) bodies_.push_back(model().name(body));
    }
    add([](const ProblemPairs::Body& body) { return body.deforming >= 0; });
  });
  return bodies_;
}

QuestionPointer Question::settled() const {
  Checker compact(checker_);
  compact.compact();
  if (&compact.model() == &model()) return shared_from_this();
  return std::make_shared<const Question>(given_, compact);
}

std::size_t Question::pairs_checked() const { return model().checked_pair_count(); }

Configuration Question::configuration(py::handle given, const char* name) const {
  const Columns* const choices[] = {&given_->first, &given_->all};
  Configuration q =
      python::configuration(given, name, std::span(choices).first(given_->problem.robots.size() > 1 ? 2 : 1));
  warn_of_degrees(q.data(), name);
  return q;
}

void Question::warn_of_degrees(const double* q, const char* name) const {
  const Eigen::Map<const Configuration> first(q, given_->first.count());
  if (!given_->degrees->suspects(first)) return;
  Warnings warnings;
  DegreeWatch(*given_->degrees).warn(first, name, warnings);
  warn(warnings);
}

Configuration Question::whole_configuration(py::handle given, const char* name) const {
  Configuration q = configuration(given, name);
  if (q.size() == given_->all.count()) return q;
  Configuration whole = given_->all.rest;
  whole.head(q.size()) = q;
  return whole;
}

void Question::require_columns(Eigen::Index columns, const char* name, const std::string& shape,
                               const std::string& before) const {
  if (columns == given_->first.count() || columns == given_->all.count()) return;
  refuse(
      name, "has shape " + shape,
      "give " + before + std::to_string(given_->first.count()) + ")" +
          (given_->all.count() == given_->first.count() ? ""
                                                        : " or " + before + std::to_string(given_->all.count()) + ")") +
          ", one configuration per row: " + widest(given_->first, given_->all).text());
}

void Question::require_loops_closed(const StepSequence& steps, const char* what, const char* part) const {
  if (given_->problem.loops.empty()) return;
  for (const LoopClosure& loop : check_loops(checker_, given_->problem.loops, steps)) {
    if (loop.state == LoopClosure::State::closed) continue;
    const std::string where = part ? std::string(" in ") + part + " " + std::to_string(loop.at.segment) : "";
    refuse("loop '" + loop.name + "'",
           loop.state == LoopClosure::State::open ? std::string("the ") + what + " leaves it open" + where
                                                  : "it cannot be proven to stay closed" + where,
           std::string("correct the ") + what + ", or raise \"tolerance\" in the problem file");
  }
}

void Question::require_loops_closed(const Configuration& from, const Configuration& to) const {
  if (given_->problem.loops.empty()) return;
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
    return steps_of(problem(), model());
  }
  const bool is_path = py::isinstance<OwnPath>(given);
  if (is_path) static_cast<void>(given.cast<const OwnPath&>());  // throws TypeError if it was never made
  kept = is_path ? given.cast<PathPointer>() : straight_path(rows_of(given, "path"));
  require_columns(kept->waypoints.cols(), "path", shape_of(kept->waypoints));
  if (!is_path) warn_of_degrees(kept->waypoints.row(kept->waypoints.rows() - 1).data(), "path");
  const KinematicTree& tree = given_->problem.robots.front().robot.tree;
  if (kept->waypoints.cols() == given_->first.count()) {
    require_polynomials_fit(tree, *kept);
    require_rotations(tree, kept->waypoints);
    return std::make_unique<PathSteps>(*kept);
  }
  if (!is_straight(*kept))
    refuse("path", "has velocities and the columns of several robots", "give straight motions, or a problem file");
  return std::make_unique<ConfigurationSteps>(model(), kept->waypoints);
}

void Question::require_own_path() const {
  if (!has_paths(given_->problem))
    refuse("path", "is missing, and the problem has none of its own", "give a Path or an array (N, dof)");
}

WaypointMatrix Question::straight_rows(py::handle given) const {
  Warnings warnings;
  WaypointMatrix rows;
  if (given.is_none()) {
    require_own_path();
    rows = straight_rows_of(given_->problem, warnings);
  } else if (py::isinstance<OwnPath>(given)) {
    const auto& path = given.cast<const OwnPath&>();
    warn_of_dropped_times(path, warnings);
    rows = path.waypoints;
  } else {
    rows = rows_of(given, "path");
  }
  require_columns(rows.cols(), "path", shape_of(rows));
  warn(warnings);
  if (rows.cols() == given_->all.count()) return rows;
  WaypointMatrix whole = given_->all.rest.transpose().replicate(rows.rows(), 1);
  whole.leftCols(rows.cols()) = rows;
  return whole;
}

}  // namespace tocca::python
