// Bodies whose vertices move, and elementary queries.
#pragma once

#include <memory>

#include "arrays.hpp"
#include "tocca/deformable/deformable_mesh.hpp"

namespace tocca::python {

/// Positions of all vertices of a mesh. Throws InputError, which names both shapes, if they are not as many.
std::vector<Vector3> positions(py::handle given, const char* name, std::size_t count);

}  // namespace tocca::python
