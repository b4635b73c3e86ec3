// The shapes that Python code builds scenes from.
#pragma once

#include <pybind11/pybind11.h>

#include <string>

#include "tocca/io/cloud.hpp"
#include "tocca/shape/primitives.hpp"

namespace tocca::python {

/// Any of them: what a scene's object, a world's body or a tool is made of.
struct Shape {
  Geometry geometry;
};

/// Throws InputError if a size makes no sense.
Shape checked_shape(Geometry geometry);
/// Balls around the rows of an array (N, 3).
Shape points_shape(pybind11::handle xyz, double radius);
/// "free" or "occupied". Throws InputError for another word.
UnknownSpace unknown_space(const std::string& word);
/// The mesh of a shape. Throws InputError if it is another one.
const MeshPointer& mesh_of(const Shape& shape, const char* name);

}  // namespace tocca::python
