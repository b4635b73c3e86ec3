#include "errors.hpp"

#include <cmath>

#include "module.hpp"

namespace tocca::python {
namespace {

// Both live as long as the interpreter.
PyObject* input_error = nullptr;
PyObject* input_warning = nullptr;

constexpr const char* error_doc =
    "Bad input, in one line that says where it is, what is wrong and what to do.\n\n"
    "A ValueError with the parts of its message: .file, .place, .problem, .remedy (str, empty where there is none).\n\n"
    ">>> try:\n"
    "...     tocca.load_robot('missing.urdf')\n"
    "... except tocca.InputError as error:\n"
    "...     error.file\n"
    "'missing.urdf'\n";

constexpr const char* warning_doc =
    "What a loader noticed but could work around: a joint beyond its limits, a mesh with triangles of no area.";

void raise(const InputError& error) {
  const py::object instance = py::reinterpret_borrow<py::object>(input_error)(py::str(error.what()));
  instance.attr("file") = error.file();
  instance.attr("place") = error.place();
  instance.attr("problem") = error.problem();
  instance.attr("remedy") = error.remedy();
  PyErr_SetObject(input_error, instance.ptr());
}

std::string text_of(double value) { return py::str(py::float_(value)); }

}  // namespace

void warn(const Warnings& warnings) {
  for (const std::string& line : warnings) {
    if (PyErr_WarnEx(input_warning, line.c_str(), 1) != 0) throw py::error_already_set();
  }
}

void refuse(const std::string& place, const std::string& problem, const std::string& remedy) {
  throw InputError("", place, problem, remedy);
}

std::string file_name(py::handle given) {
  PyObject* bytes = nullptr;
  if (PyUnicode_FSConverter(given.ptr(), &bytes) == 0) throw py::error_already_set();
  return py::reinterpret_steal<py::bytes>(bytes);
}

double require_positive(double value, const char* place) {
  if (std::isfinite(value) && value > 0.0) return value;
  refuse(place, "must be finite and greater than 0 (got " + text_of(value) + ")", "give such a number");
}

double require_not_negative(double value, const char* place) {
  if (std::isfinite(value) && value >= 0.0) return value;
  refuse(place, "must be finite and at least 0 (got " + text_of(value) + ")", "give such a number");
}

void add_errors(py::module_& module) {
  input_error = PyErr_NewExceptionWithDoc("tocca.InputError", error_doc, PyExc_ValueError, nullptr);
  input_warning = PyErr_NewExceptionWithDoc("tocca.InputWarning", warning_doc, PyExc_UserWarning, nullptr);
  if (!input_error || !input_warning) throw py::error_already_set();
  module.attr("InputError") = py::handle(input_error);
  module.attr("InputWarning") = py::handle(input_warning);
  py::register_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const InputError& error) {
      raise(error);
    }
  });
}

}  // namespace tocca::python
