// The parts of the extension module, one function a part: each adds its classes and functions.
#pragma once

#include <pybind11/pybind11.h>

#include <string>

namespace tocca::python {

namespace py = pybind11;

/// The docstring of __init__ out of that of its class, "Box(size)\n--\n\n...": what help() and inspect tell is its signature.
std::string init_doc(const char* class_doc);

void add_errors(py::module_& module);
void add_shapes(py::module_& module);
void add_clouds(py::module_& module);
void add_robot(py::module_& module);
void add_problem(py::module_& module);
void add_scene(py::module_& module);
void add_path(py::module_& module);
void add_verdict(py::module_& module);
void add_edges(py::module_& module);
void add_path_result(py::module_& module);
void add_certificates(py::module_& module);
void add_distances(py::module_& module);
void add_plans(py::module_& module);
void add_checker(py::module_& module);
void add_deformable(py::module_& module);
void add_world(py::module_& module);
void add_screw(py::module_& module);
void add_tool(py::module_& module);

}  // namespace tocca::python
