// tocca._engine: the library as Python sees it. The package's __init__.py names what users call.
#include "module.hpp"

namespace tocca::python {
namespace {

/// Users meet everything as tocca.Name, in messages, pickles and help().
void name_as_public(py::module_& module) {
  for (const auto& [name, value] : module.attr("__dict__").cast<py::dict>()) {
    const bool is_ours = py::isinstance<py::type>(value) || py::isinstance<py::function>(value);
    if (is_ours) value.attr("__module__") = "tocca";
  }
}

}  // namespace

PYBIND11_MODULE(_engine, module) {
  py::options options;
  options.disable_function_signatures();  // docstrings begin with the one that people write
  module.attr("__version__") = TOCCA_VERSION;
  add_errors(module);
  add_shapes(module);
  add_robot(module);
  add_scene(module);
  add_path(module);
  add_verdict(module);
  add_edges(module);
  add_path_result(module);
  add_distances(module);
  add_plans(module);
  add_checker(module);
  add_deformable(module);
  add_world(module);
  add_screw(module);
  add_tool(module);
  name_as_public(module);
}

}  // namespace tocca::python
