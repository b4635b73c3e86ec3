# What the Python module is built with: an interpreter with its headers, NumPy for the tests, pybind11.
# The interpreter is Debian's own, by its path: the first `python3` on PATH may be one without these packages.
set(TOCCA_PYTHON_PROGRAM /usr/bin/python3 CACHE FILEPATH "The Python that the module is built for")
set(Python3_EXECUTABLE ${TOCCA_PYTHON_PROGRAM})
find_package(Python3 QUIET COMPONENTS Interpreter Development.Module)
find_path(PYBIND11_HEADERS pybind11/pybind11.h)
set(PythonModule_FOUND OFF)
if(Python3_Interpreter_FOUND AND Python3_Development.Module_FOUND AND PYBIND11_HEADERS)
  set(PythonModule_FOUND ON)
endif()
mark_as_advanced(PYBIND11_HEADERS)
