#include "errors.hpp"

#include <cmath>
#include <string_view>
#include <utility>

#include "module.hpp"

namespace tocca::python {
namespace {

// Both live as long as the interpreter.
PyObject* input_error = nullptr;
PyObject* input_warning = nullptr;

constexpr const char* error_doc = R"(Bad input, in one line that says where it is, what is wrong and what to do.

A ValueError with the parts of its message: .file, .place, .problem, .remedy (str, empty where there is none).

>>> try:
...     tocca.load_robot('missing.urdf')
... except tocca.InputError as error:
...     error.file
'missing.urdf'
)";

constexpr const char* warning_doc =
    R"(What a loader noticed but could work around: a joint beyond its limits, a mesh with triangles of no area.

>>> import warnings
>>> with warnings.catch_warnings():
...     warnings.simplefilter('ignore', tocca.InputWarning)
...     robot = tocca.load_robot('robot.urdf')
)";

/// What loaders say to people at a command line, and what it is called here.
constexpr std::pair<std::string_view, std::string_view> words_of_the_command_line[] = {
    {" first: ROBOT SCENE PATH", ""},
    {"this file with --srdf", "this file as srdf=..."},
    {"--visual uses", "visual=True uses"},
    {"with --degrees", "with degrees=True where the file is read"},
};

std::string in_python(std::string text) {
  for (const auto& [theirs, ours] : words_of_the_command_line) {
    const std::size_t place = text.find(theirs);
    if (place != std::string::npos) text.replace(place, theirs.size(), ours);
  }
  return text;
}

void raise(const InputError& given) {
  const std::string remedy = in_python(given.remedy());
  const InputError error =
      remedy == given.remedy() ? given : InputError(given.file(), given.place(), given.problem(), remedy);
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
    if (PyErr_WarnEx(input_warning, in_python(line).c_str(), 1) != 0) throw py::error_already_set();
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

std::int64_t whole_number(py::handle given, const char* place, std::int64_t least) {
  const bool is_whole = PyIndex_Check(given.ptr()) != 0 && !py::isinstance<py::bool_>(given);
  const py::object index = is_whole ? py::reinterpret_steal<py::object>(PyNumber_Index(given.ptr())) : py::object();
  if (!index) {
    PyErr_Clear();
    throw py::type_error(std::string(place) + ": must be a whole number (got " + std::string(py::repr(given)) + ")");
  }
  const std::int64_t number = PyLong_AsLongLong(index.ptr());
  if (number == -1 && PyErr_Occurred()) {
    PyErr_Clear();
    refuse(place, "is too large (got " + std::string(py::str(index)) + ")", "give a number of fewer digits");
  }
  if (number < least) {
    refuse(place, "must be at least " + std::to_string(least) + " (got " + std::to_string(number) + ")",
           "give such a number");
  }
  return number;
}

std::uint64_t budget_of(py::handle given) {
  if (given.is_none()) return std::numeric_limits<std::uint64_t>::max();
  return static_cast<std::uint64_t>(whole_number(given, "budget", 1));
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
