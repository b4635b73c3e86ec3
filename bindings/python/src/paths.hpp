// Paths as Python holds them.
#pragma once

#include <pybind11/pybind11.h>

#include <memory>
#include <string>

#include "tocca/core/error.hpp"
#include "tocca/model/path.hpp"

namespace tocca::python {

namespace py = pybind11;

/// Waypoints and how they are joined, and the file that they came from, if any. Immutable: arrays that Python sees are views of it.
struct OwnPath : Path {
  std::string file;
};
using PathPointer = std::shared_ptr<OwnPath>;  // not const: Python has none

/// Straight motions from row to row.
PathPointer straight_path(WaypointMatrix rows);
PathPointer path_pointer(const Path& path);
/// Rows of finite numbers, copied, out of an array (N, columns) or a list of configurations.
WaypointMatrix rows_of(py::handle given, const char* name);
/// Are the motions between waypoints straight lines in the space of joints?
bool is_straight(const Path& path);
/// Another path has other times: says that these, and velocities, are lost.
void warn_of_dropped_times(const Path& path, Warnings& warnings);

}  // namespace tocca::python
