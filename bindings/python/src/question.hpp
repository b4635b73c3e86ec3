// What stands behind a Checker of Python: the problem, its checker, and how configurations are read.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "io/degree_watch.hpp"
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
  /// Where things came from, for pages: ("Robot", "arm.urdf"), ("Base", "0 0 1"), ...; and the names of the files.
  std::vector<std::pair<std::string, std::string>> sources;
  std::vector<std::string> files;
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

  /// Warns if it looks like degrees.
  Configuration configuration(py::handle given, const char* name) const;
  /// Of all robots: where it names or fits the first alone, the others keep their start.
  Configuration whole_configuration(py::handle given, const char* name) const;
  /// Throws InputError, which names `shape` and the one that fits, unless a path has the columns of the first robot or of all robots.
  void require_columns(Eigen::Index columns, const char* name, const std::string& shape,
                       const std::string& before = "(N, ") const;
  /// A Path or an array of waypoints; None: the problem's own. Throws InputError if it does not fit the robots, or
  /// leaves a loop of the problem open.
  std::unique_ptr<const StepSequence> steps(py::handle path, PathPointer& kept) const;
  /// The same as straight motions of all robots, for planners; warns of what is lost.
  WaypointMatrix straight_rows(py::handle path) const;
  /// Throws InputError if a loop of the problem is open somewhere. `what` is asked about; its parts are numbered: ("path", "segment").
  void require_loops_closed(const StepSequence& steps, const char* what, const char* part) const;
  void require_loops_closed(const Configuration& from, const Configuration& to) const;  ///< `to` may be empty
  const Columns& columns() const { return all_; }

 private:
  void warn_of_degrees(const double* q, const char* name) const;
  void require_own_path() const;
  std::unique_ptr<const StepSequence> steps_of_path(py::handle path, PathPointer& kept) const;

  Problem problem_;
  Asked asked_;
  Checker checker_;
  Columns first_, all_;
  std::optional<DegreeWatch> degrees_;  ///< of the first robot
};
using QuestionPointer = std::shared_ptr<const Question>;

/// Rows of one or two configurations.
WaypointMatrix rows_of(const Configuration& from, const Configuration& to);
/// "free", "contact", "undecided".
const char* word(Outcome outcome);

}  // namespace tocca::python
