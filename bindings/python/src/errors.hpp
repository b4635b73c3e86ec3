// Errors and warnings as Python knows them.
#pragma once

#include <pybind11/pybind11.h>

#include <cstdint>
#include <limits>
#include <string>

#include "tocca/core/error.hpp"

namespace tocca::python {

namespace py = pybind11;

/// Gives each line as a tocca.InputWarning. Throws if the user has turned warnings into errors.
void warn(const Warnings& warnings);

/// An argument that makes no sense: "PLACE: PROBLEM; REMEDY".
[[noreturn]] void refuse(const std::string& place, const std::string& problem, const std::string& remedy);

/// A file's name out of a str or a path object. Throws TypeError for anything else.
std::string file_name(py::handle given);

/// A whole number, of at least `least`. Throws TypeError for anything else than an integer, InputError for a smaller one.
std::int64_t whole_number(py::handle given, const char* place,
                          std::int64_t least = std::numeric_limits<std::int64_t>::min());
/// How many tests a query may take; None: any number.
std::uint64_t budget_of(py::handle given);

/// A positive finite number, or one that is not negative.
double require_positive(double value, const char* place);
double require_not_negative(double value, const char* place);

}  // namespace tocca::python
