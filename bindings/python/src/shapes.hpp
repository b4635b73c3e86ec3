// The shapes that Python code builds scenes from.
#pragma once

#include <pybind11/pybind11.h>

#include "tocca/shape/primitives.hpp"

namespace tocca::python {

/// Any of them: what a scene's object, a world's body or a tool is made of.
struct Shape {
  Geometry geometry;
};

/// Throws InputError if a size makes no sense.
Shape checked_shape(Geometry geometry);
/// The mesh of a shape. Throws InputError if it is another one.
const MeshPointer& mesh_of(const Shape& shape, const char* name);

}  // namespace tocca::python
