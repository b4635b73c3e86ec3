// Paths as Python holds them.
#pragma once

#include <pybind11/pybind11.h>

#include <memory>

#include "tocca/model/path.hpp"

namespace tocca::python {

namespace py = pybind11;

/// Waypoints and how they are joined. Immutable: arrays that Python sees are views of it.
using PathPointer = std::shared_ptr<Path>;  // not const: Python has none

/// Straight motions from row to row.
PathPointer straight_path(WaypointMatrix rows);
/// Rows of finite numbers, copied, out of an array (N, columns) or a list of configurations.
WaypointMatrix rows_of(py::handle given, const char* name);
/// Are the motions between waypoints straight lines in the space of joints?
bool is_straight(const Path& path);

}  // namespace tocca::python
