// What stands behind a Checker of Python: the problem, its checker, and how configurations are read.
#pragma once

#include <memory>
#include <optional>

#include "arrays.hpp"
#include "paths.hpp"
#include "tocca/check/checker.hpp"
#include "tocca/check/collision_model.hpp"
#include "tocca/model/problem.hpp"

namespace tocca::python {

/// How a question is asked, as Checker's keywords give it.
struct Asked {
  CheckSettings settings;
  PairSettings pairs;
  std::optional<double> clearance_m;
  int threads = 0;  ///< 0: all cores
};

/// Immutable, shared by the Checker and by every answer that can still be drawn: no answer outlives what it is about.
class Question {
 public:
  /// Takes the problem over. Throws InputError if nothing is checked, unless `allow_empty`.
  Question(Problem problem, const Asked& asked, bool allow_empty);

  const Problem& problem() const { return problem_; }
  const Checker& checker() const { return checker_; }
  const CollisionModel& model() const { return checker_.model(); }
  const Asked& asked() const { return asked_; }
  int threads() const { return asked_.threads; }
  std::size_t pairs_checked() const;

  Configuration configuration(py::handle given, const char* name) const;
  /// Of all robots: where it names or fits the first alone, the others keep their start.
  Configuration whole_configuration(py::handle given, const char* name) const;
  /// Throws InputError, which names `shape` and the one that fits, unless a path has the columns of the first robot or of all robots. Returns how many are missing for all.
  void require_columns(Eigen::Index columns, const char* name, const std::string& shape,
                       const std::string& before = "(N, ") const;
  /// A Path or an array of waypoints; None: the problem's own. Throws InputError if it does not fit the robots, or
  /// leaves a loop of the problem open.
  std::unique_ptr<const StepSequence> steps(py::handle path, PathPointer& kept) const;
  /// The same as straight motions of all robots, for planners.
  WaypointMatrix straight_rows(py::handle path) const;
  const Columns& columns() const { return all_; }

 private:
  std::unique_ptr<const StepSequence> steps_of_path(py::handle path, PathPointer& kept) const;
  void require_loops_closed(const StepSequence& path) const;

  Problem problem_;
  Asked asked_;
  Checker checker_;
  Columns first_, all_;
};
using QuestionPointer = std::shared_ptr<const Question>;

/// "free", "contact", "undecided".
const char* word(Outcome outcome);

}  // namespace tocca::python
