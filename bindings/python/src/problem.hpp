// Problems as Python holds them: several robots, what they carry, a clock.
#pragma once

#include "arrays.hpp"
#include "paths.hpp"
#include "tocca/core/error.hpp"
#include "tocca/model/problem.hpp"

namespace tocca::python {

/// A problem as read.
struct LoadedProblem {
  Problem problem;
  std::string file;
};

bool has_paths(const Problem& problem);
/// The problem's own paths as straight motions of all robots, row by row; robots without a path stay where they start. Drops time stamps with a
/// warning. Throws InputError if several robots run by time stamps: their waypoints need not coincide.
WaypointMatrix straight_rows_of(const Problem& problem, Warnings& warnings);

/// Writes a path of all robots: a CSV file, or for several robots a folder with one for each of them and a problem file. Throws InputError.
void save_path_of(const LoadedProblem& problem, const Path& path, const std::string& file);

}  // namespace tocca::python
