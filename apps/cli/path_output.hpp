// Where a planned or smoothed path goes: whole, or not at all.
#pragma once

#include <string>
#include <vector>

#include "tocca/model/problem.hpp"

namespace tocca::cli {

/// Does this name ask for a JointTrajectory, in YAML?
bool is_trajectory_file(const std::string& target);

/// One robot: `target` is a CSV file, or a trajectory if it is called .yaml or .yml. Several: a folder, which gets one CSV
/// file per robot, its trajectory beside it if the path is timed, and a problem.json that names them, ready for `tocca
/// check`. Files appear under their names only once they are complete.
class PathOutput {
 public:
  /// Checks at once whether `target` can be written, so that this is known before long work. `problem_file`: where the
  /// problem came from, if from a file. Throws InputError.
  PathOutput(std::string target, const Problem& problem, std::string problem_file);

  /// `rows` of all robots, one after the other. Throws InputError if it cannot be written.
  void write(const WaypointMatrix& rows) const;
  /// One path per robot, with all that they have. `timed`: several robots get trajectories as well.
  void write(const std::vector<Path>& paths, bool timed = false) const;

 private:
  std::string target_, problem_file_;
  const Problem& problem_;
};

}  // namespace tocca::cli
