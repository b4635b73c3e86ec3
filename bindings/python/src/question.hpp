// What stands behind a Checker of Python: the problem, its checker, and how configurations are read.
#pragma once

#include <memory>
#include <mutex>
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

/// What a Checker was made with: the same for every state of its scene.
struct Given {
  Given(Problem the_problem, const Asked& the_asked);

  Problem problem;
  Asked asked;
  Columns first, all;                  ///< of the first robot, of all robots
  std::optional<DegreeWatch> degrees;  ///< of the first robot
};

/// One state of a scene and everything that answers questions about it. Immutable, shared by the Checker and by every answer that can
/// still be drawn: no answer outlives what it is about, whatever becomes of the Checker's scene.
class Question : public std::enable_shared_from_this<Question> {
 public:
  /// Of a scene that nobody has changed. Takes the problem over. Throws InputError if nothing is checked, unless `allow_empty`.
  Question(Problem problem, const Asked& asked, bool allow_empty);
  /// Of the scene as `live` has it now.
  Question(std::shared_ptr<const Given> given, const Checker& live);

  /// The scene as it is, with the robots' own paths.
  const Problem& problem() const;
  const Checker& checker() const { return checker_; }
  const CollisionModel& model() const { return checker_.model(); }
  const std::shared_ptr<const Given>& given() const { return given_; }
  const Asked& asked() const { return given_->asked; }
  int threads() const { return asked().threads; }
  std::size_t pairs_checked() const;
  /// Names of bodies: links, then objects in the order of the scene, then what deforms.
  const std::vector<std::string>& bodies() const;
  /// The same with a model that is made of this scene alone, for what describes a scene as a whole: pages, certificates, the problem's
  /// own paths.
  std::shared_ptr<const Question> settled() const;

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
  const Columns& columns() const { return given_->all; }

 private:
  void warn_of_degrees(const double* q, const char* name) const;
  void require_own_path() const;
  std::unique_ptr<const StepSequence> steps_of_path(py::handle path, PathPointer& kept) const;

  std::shared_ptr<const Given> given_;
  Checker checker_;  ///< nobody changes it
  mutable std::once_flag problem_once_, bodies_once_;
  mutable Problem changed_problem_;  ///< once it is asked for
  mutable std::vector<std::string> bodies_;
};
using QuestionPointer = std::shared_ptr<const Question>;

/// Rows of one or two configurations.
WaypointMatrix rows_of(const Configuration& from, const Configuration& to);
/// "free", "contact", "undecided".
const char* word(Outcome outcome);

}  // namespace tocca::python
