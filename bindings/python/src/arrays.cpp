#include "arrays.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <cstring>
#include <new>

#include "errors.hpp"
#include "io/nearest_name.hpp"

namespace tocca::python {
namespace {

/// What NumPy is asked for: a copy, unless the numbers lie in C order where doubles may lie.
constexpr int anything_to_plain = py::array::c_style | py::array::forcecast | py::detail::npy_api::NPY_ARRAY_ALIGNED_;

/// A few names, for messages.
std::string listed(const std::vector<std::string>& names) {
  constexpr std::size_t most = 8;
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), most); ++i) text += (i == 0 ? "" : ", ") + names[i];
  return names.size() > most ? text + ", ..." : text;
}

[[noreturn]] void refuse_kind(const char* name, const std::string& what) {
  throw py::type_error(std::string(name) + ": must hold numbers (got " + what + ")");
}

bool is_plain(const py::array& array) {
  return py::isinstance<py::array_t<double>>(array) && (array.flags() & py::array::c_style) != 0 &&
         (array.flags() & py::detail::npy_api::NPY_ARRAY_ALIGNED_) != 0;
}

/// A masked array is an array whose numbers are there all the same: reading them would be silent nonsense.
void require_no_mask(py::handle array, const char* name) {
  if (Py_TYPE(array.ptr()) == py::detail::npy_api::get().PyArray_Type_ || !py::hasattr(array, "mask")) return;
  throw py::type_error(std::string(name) + ": is a masked array; fill it, or leave out what is masked");
}

py::array any_array(py::handle given, const char* name) {
  if (py::isinstance<py::array>(given)) {
    require_no_mask(given, name);
    return py::reinterpret_borrow<py::array>(given);
  }
  if (py::isinstance<py::str>(given) || py::isinstance<py::bytes>(given) || as_dict(given)) {
    refuse_kind(name, py::str(py::type::of(given).attr("__name__")));
  }
  try {
    return py::module_::import("numpy").attr("asarray")(given);
  } catch (const py::error_already_set& error) {  // what the object itself raises is the caller's
    if (!error.matches(PyExc_TypeError) && !error.matches(PyExc_ValueError)) throw;
  }
  refuse_kind(name, py::str(py::type::of(given).attr("__name__")));
}

double finite(py::handle value, const char* name, const std::string& whose) {
  const double number = PyFloat_AsDouble(value.ptr());
  if (number == -1.0 && PyErr_Occurred()) {
    PyErr_Clear();
    throw py::type_error(std::string(name) + ": " + whose + " must be a number (got " + std::string(py::repr(value)) +
                         ")");
  }
  if (!std::isfinite(number)) refuse(name, whose + " is not finite", "give a finite number");
  return number;
}

Configuration from_dict(const py::dict& given, const char* name, const Columns& columns) {
  Configuration q = columns.rest;
  for (const auto& [key, value] : given) {
    if (!py::isinstance<py::str>(key)) throw py::type_error(std::string(name) + ": the keys must be names of joints");
    const std::string joint = py::str(key);
    const auto found = std::find(columns.names.begin(), columns.names.end(), joint);
    if (found == columns.names.end()) {
      const std::vector<std::string_view> known(columns.names.begin(), columns.names.end());
      refuse(name, "there is no joint '" + printable(joint) + "' that has a value of its own",
             did_you_mean(joint, known));
    }
    const double number = finite(value, name, "joint '" + joint + "'");
    q[static_cast<Eigen::Index>(found - columns.names.begin())] = number;
  }
  return q;
}

Pose matrix_pose(const Doubles& m, const char* name) {
  Pose pose;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) pose.rotation(i, j) = m.at(i, j);
    pose.translation[i] = m.at(i, 3);
  }
  if (m.at(3, 0) != 0.0 || m.at(3, 1) != 0.0 || m.at(3, 2) != 0.0 || m.at(3, 3) != 1.0) {
    refuse(name, "the last row of the matrix is not 0 0 0 1",
           "give a rigid placement, with the translation in the last column");
  }
  const double skew = (pose.rotation.transpose() * pose.rotation - Matrix3::Identity()).cwiseAbs().maxCoeff();
  if (!(skew <= 0x1p-21) || pose.rotation.determinant() < 0.0) {
    refuse(name, "the matrix is not a rotation and a translation: it stretches, shears or mirrors",
           "give a rigid placement");
  }
  return pose;
}

}  // namespace

std::optional<py::dict> as_dict(py::handle given) {
  if (PyDict_Check(given.ptr())) return py::reinterpret_borrow<py::dict>(given);
  const bool is_sequence = PyList_Check(given.ptr()) || PyTuple_Check(given.ptr()) || py::isinstance<py::array>(given);
  if (is_sequence || given.is_none()) return {};
  const py::object mapping = py::module_::import("collections.abc").attr("Mapping");
  if (!py::isinstance(given, mapping)) return {};
  return py::dict(py::reinterpret_borrow<py::object>(given));
}

std::map<std::string, double> named_numbers(py::handle given, const char* name) {
  const std::optional<py::dict> dict = as_dict(given);
  if (!dict) {
    throw py::type_error(std::string(name) + ": must be a dict of names and numbers (got " +
                         std::string(py::repr(given)) + ")");
  }
  std::map<std::string, double> numbers;
  for (const auto& [key, value] : *dict) {
    if (!py::isinstance<py::str>(key)) throw py::type_error(std::string(name) + ": the keys must be names");
    const std::string whose = py::str(key);
    numbers[whose] = finite(value, name, std::string("'").append(printable(whose)).append("'"));
  }
  return numbers;
}

void make_read_only(py::array& array) {
  py::detail::array_proxy(array.ptr())->flags &= ~py::detail::npy_api::NPY_ARRAY_WRITEABLE_;
}

std::string shape_of(const py::array& array) {
  std::string text = "(";
  for (py::ssize_t i = 0; i < array.ndim(); ++i) text += (i == 0 ? "" : ", ") + std::to_string(array.shape(i));
  return text + (array.ndim() == 1 ? ",)" : ")");
}

void refuse_shape(const char* name, const py::array& array, const std::string& expected, const std::string& hint) {
  refuse(name, "has shape " + shape_of(array), "give shape " + expected + (hint.empty() ? "" : ": " + hint));
}

Doubles doubles(py::handle given, const char* name) {
  const py::array array = any_array(given, name);
  if (is_plain(array)) return py::reinterpret_borrow<Doubles>(array);
  const char kind = array.dtype().kind();
  if (array.size() > 0 && std::strchr("iuf", kind) == nullptr) {
    refuse_kind(name, "an array of " + std::string(py::str(array.dtype())));
  }
  const auto copy = py::array_t<double, anything_to_plain>::ensure(array);
  if (!copy) throw std::bad_alloc();  // the only thing that can go wrong with numbers
  return py::reinterpret_borrow<Doubles>(copy);
}

void require_finite(const Doubles& array, const char* name) {
  const double* const data = array.data();
  for (py::ssize_t i = 0; i < array.size(); ++i) {
    if (std::isfinite(data[i])) continue;
    std::string place;
    for (py::ssize_t axis = array.ndim() - 1, rest = i; axis >= 0; rest /= array.shape(axis), --axis) {
      place.insert(0, std::to_string(rest % array.shape(axis)) + (place.empty() ? "" : ", "));
    }
    refuse(std::string(name) + "[" + place + "]",
           "is not finite (got " + std::string(py::str(py::float_(data[i]))) + ")", "give finite numbers");
  }
}

Doubles matrix(py::handle given, const char* name, py::ssize_t rows, py::ssize_t columns, const std::string& hint) {
  Doubles array = doubles(given, name);
  if (array.ndim() != 2 || array.shape(1) != columns || (rows >= 0 && array.shape(0) != rows)) {
    refuse_shape(name, array, "(" + (rows >= 0 ? std::to_string(rows) : "N") + ", " + std::to_string(columns) + ")",
                 hint);
  }
  require_finite(array, name);
  return array;
}

Vector3 vector3(py::handle given, const char* name) {
  const Doubles array = doubles(given, name);
  if (array.ndim() != 1 || array.shape(0) != 3) refuse_shape(name, array, "(3,)", "x, y, z");
  require_finite(array, name);
  return {array.at(0), array.at(1), array.at(2)};
}

std::vector<Vector3> vectors(py::handle given, const char* name) {
  const Doubles array = matrix(given, name, -1, 3, "x, y, z of each vertex");
  std::vector<Vector3> result;
  result.reserve(static_cast<std::size_t>(array.shape(0)));
  for (const double* p = array.data(); result.size() < static_cast<std::size_t>(array.shape(0)); p += 3) {
    result.emplace_back(p[0], p[1], p[2]);
  }
  return result;
}

std::vector<Triangle> triangles(py::handle given, const char* name) {
  const py::array array = any_array(given, name);
  if (array.ndim() != 2 || array.shape(1) != 3) refuse_shape(name, array, "(N, 3)", "the vertices of each triangle");
  if (array.size() > 0 && std::strchr("iu", array.dtype().kind()) == nullptr) {
    throw py::type_error(std::string(name) + ": must hold integers (got an array of " +
                         std::string(py::str(array.dtype())) + ")");
  }
  const auto whole = py::array_t<std::int64_t, anything_to_plain>::ensure(array);
  if (!whole) throw std::bad_alloc();
  std::vector<Triangle> result(static_cast<std::size_t>(array.shape(0)));
  for (py::ssize_t i = 0; i < array.shape(0); ++i) {
    for (py::ssize_t k = 0; k < 3; ++k) {
      const std::int64_t index = whole.at(i, k);
      if (index < 0 || index >= no_index) {
        refuse(std::string(name) + "[" + std::to_string(i) + "]", "there is no vertex " + std::to_string(index),
               "count vertices from 0");
      }
      result[static_cast<std::size_t>(i)][static_cast<std::size_t>(k)] = static_cast<Index>(index);
    }
  }
  return result;
}

Pose pose(py::handle given, const char* name) {
  if (given.is_none()) return {};
  const Doubles array = doubles(given, name);
  const bool is_matrix = array.ndim() == 2 && array.shape(0) == 4 && array.shape(1) == 4;
  const bool is_row = array.ndim() == 1 && (array.shape(0) == 3 || array.shape(0) == 7);
  if (!is_matrix && !is_row) {
    refuse_shape(name, array, "(3,), (7,) or (4, 4)", "xyz; xyz and quaternion xyzw; a matrix");
  }
  require_finite(array, name);
  if (is_matrix) return matrix_pose(array, name);
  const Vector3 xyz(array.at(0), array.at(1), array.at(2));
  if (array.shape(0) == 3) return {Matrix3::Identity(), xyz};
  const double x = array.at(3), y = array.at(4), z = array.at(5), w = array.at(6);
  if (x == 0.0 && y == 0.0 && z == 0.0 && w == 0.0) {
    refuse(name, "a zero quaternion is not a rotation", "give 0 0 0 1 for none");
  }
  return Pose::from_quaternion(xyz, x, y, z, w);
}

Pose placed(py::handle xyz, py::handle given) {
  if (xyz.is_none()) return pose(given, "pose");
  if (!given.is_none()) refuse("xyz", "cannot be combined with pose", "give one of them");
  return {Matrix3::Identity(), vector3(xyz, "xyz")};
}

py::array_t<double> array_of(const Vector3& v) { return py::array_t<double>(3, v.data()); }

py::array_t<double> array_of(std::span<const Vector3> rows) {
  py::array_t<double> array({static_cast<py::ssize_t>(rows.size()), py::ssize_t{3}});
  if (!rows.empty()) std::memcpy(array.mutable_data(), rows.data(), rows.size_bytes());
  return array;
}

py::array_t<double> array_of(const Pose& pose) {
  py::array_t<double> array({4, 4});
  double* const m = array.mutable_data();
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) m[4 * i + j] = pose.rotation(i, j);
    m[4 * i + 3] = pose.translation[i];
  }
  m[12] = m[13] = m[14] = 0.0;
  m[15] = 1.0;
  return array;
}

py::array_t<double> array_of(const WaypointMatrix& rows, py::handle owner) {
  py::array_t<double> array({rows.rows(), rows.cols()}, rows.data(), owner);
  make_read_only(array);
  return array;
}

std::string Columns::text() const {
  return std::to_string(count()) + (count() == 1 ? " joint value of " : " joint values of ") + whose +
         (names.empty() ? "" : ": " + listed(names));
}

Configuration configuration(py::handle given, const char* name, std::span<const Columns* const> choices) {
  if (const std::optional<py::dict> dict = as_dict(given)) return from_dict(*dict, name, *choices.back());
  const Doubles array = doubles(given, name);
  const auto fits = [&](const Columns* columns) { return array.ndim() == 1 && array.shape(0) == columns->count(); };
  if (!std::any_of(choices.begin(), choices.end(), fits)) {
    std::string expected, hint;
    for (const Columns* columns : choices) {
      expected += (expected.empty() ? "(" : " or (") + std::to_string(columns->count()) + ",)";
      hint += (hint.empty() ? "" : "; ") + columns->text();
    }
    refuse_shape(name, array, expected, hint);
  }
  const double* const data = array.data();
  Configuration q(array.shape(0));
  for (Eigen::Index i = 0; i < q.size(); ++i) q[i] = data[i];
  if (!q.allFinite()) require_finite(array, name);
  return q;
}

}  // namespace tocca::python
