// tocca._engine: the library as Python sees it. The package's __init__.py names what users call.
#include "module.hpp"

#include <string_view>

#include "working.hpp"

namespace tocca::python {
namespace {

/// pybind11 makes memory for an object of `cls.__new__(cls)`, or of a subclass that has not called `__init__` yet, when it is first
/// used, and reads it as it is. This takes the place of what makes the memory.
void* refuse_unmade(std::size_t) {
  throw py::type_error("this object has not been made: call its class, or super().__init__() before anything else");
}

py::object refuse_pickle(const py::object& self, const py::object&) {
  throw py::type_error("cannot pickle or copy a tocca." + std::string(py::str(py::type::of(self).attr("__name__"))) +
                       ": give other processes the files and let them load them, or fork");
}

/// What all classes have in common.
void finish(py::module_& module) {
  const py::cpp_function reduce(&refuse_pickle, py::name("__reduce_ex__"), py::is_method(py::none()));
  for (const auto& [name, value] : module.attr("__dict__").cast<py::dict>()) {
    if (!py::isinstance<py::type>(value) || PyExceptionClass_Check(value.ptr())) continue;
    py::detail::get_type_info(reinterpret_cast<PyTypeObject*>(value.ptr()))->operator_new = &refuse_unmade;
    value.attr("__reduce_ex__") = reduce;
  }
}

}  // namespace

std::string init_doc(const char* class_doc) {
  const std::string_view doc = class_doc;
  const std::string_view arguments = doc.substr(doc.find('(') + 1, doc.find(")\n--\n") - doc.find('(') - 1);
  return "__init__(self" + std::string(arguments.empty() ? "" : ", ") + std::string(arguments) + ")\n--\n\nMakes one.";
}

PYBIND11_MODULE(_engine, module) {
  py::options options;
  options.disable_function_signatures();  // docstrings begin with the one that people write
  const py::object own_name = module.attr("__name__");
  module.attr("__name__") = "tocca";  // users meet everything as tocca.Name, in messages and help()
  module.attr("__version__") = TOCCA_VERSION;
  remember_main_thread();
  add_errors(module);
  add_shapes(module);
  add_clouds(module);
  add_robot(module);
  add_problem(module);
  add_scene(module);
  add_path(module);
  add_verdict(module);
  add_edges(module);
  add_path_result(module);
  add_certificates(module);
  add_distances(module);
  add_plans(module);
  add_checker(module);
  add_deformable(module);
  add_world(module);
  add_screw(module);
  add_tool(module);
  finish(module);
  module.attr("__name__") = own_name;
}

}  // namespace tocca::python
