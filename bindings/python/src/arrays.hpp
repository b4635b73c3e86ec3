// Numbers of Python: arrays in and out, vectors, poses, joint values.
#pragma once

#include <pybind11/numpy.h>

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tocca/model/path.hpp"
#include "tocca/shape/mesh.hpp"

namespace tocca::python {

namespace py = pybind11;

/// Doubles in C order: NumPy's own memory.
using Doubles = py::array_t<double, py::array::c_style>;

/// `given` as doubles in C order: the same memory if it is such an array, otherwise one copy (of a list, of other numbers, of another
/// order). Never transposes. Throws TypeError where it holds anything but real numbers, or hides some of them under a mask.
Doubles doubles(py::handle given, const char* name);

/// A dict, or any other mapping as one; nothing if it is neither.
std::optional<py::dict> as_dict(py::handle given);
/// Finite numbers by name, out of any mapping. Throws TypeError for anything else.
std::map<std::string, double> named_numbers(py::handle given, const char* name);

/// "(3, 7)".
std::string shape_of(const py::array& array);
/// `name` has one shape and should have another: the message names both. An `expected` of -1 is "any number of".
[[noreturn]] void refuse_shape(const char* name, const py::array& array, const std::string& expected,
                               const std::string& hint);
/// Throws InputError, which names the entry, unless all numbers are finite.
void require_finite(const Doubles& array, const char* name);

/// An array (rows, columns) of finite numbers; `columns` is required, `rows` if it is not negative.
Doubles matrix(py::handle given, const char* name, py::ssize_t rows, py::ssize_t columns, const std::string& hint = {});

Vector3 vector3(py::handle given, const char* name);
std::vector<Vector3> vectors(py::handle given, const char* name);
/// Triangles as rows of three indices. Throws InputError if one is negative or too large for a vertex, TypeError for other than integers.
std::vector<Triangle> triangles(py::handle given, const char* name);

/// xyz (3), xyz and quaternion xyzw (7), or a 4 x 4 matrix; None is the identity. Throws InputError unless it is a rigid placement.
Pose pose(py::handle given, const char* name);
/// Of the two ways in which placements are given, `xyz=` and `pose=`, the one that is.
Pose placed(py::handle xyz, py::handle pose);

// Out. The array keeps what it is about alive and cannot be written to, or is a copy that its user may change.
py::array_t<double> array_of(const Vector3& v);
py::array_t<double> array_of(std::span<const Vector3> rows);
py::array_t<double> array_of(const Pose& pose);
py::array_t<double> array_of(const WaypointMatrix& rows, py::handle owner);  ///< a view that cannot be written to
/// Part of an answer: from now on nobody writes to it.
void make_read_only(py::array& array);

/// The names of a configuration's columns and where joints rest that nothing names.
struct Columns {
  std::vector<std::string> names;
  Configuration rest;
  std::string whose;  ///< for messages: "robot 'panda'"

  Eigen::Index count() const { return rest.size(); }
  std::string text() const;  ///< "7 joint values of robot 'panda': j1, j2, ..."
};

/// A configuration: one finite number for each column, or a dict of joint names. If it fits none of `choices`, the message names the shapes.
Configuration configuration(py::handle given, const char* name, std::span<const Columns* const> choices);

}  // namespace tocca::python
