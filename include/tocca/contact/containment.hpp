// Layer: contact.  May include: motion, verdict and what they use.  Checked by tools/check_layers.py.
#pragma once

#include "tocca/model/part.hpp"

namespace tocca {

/// Is the point (in the part's frame) inside a closed component of one of the part's meshes?
///
/// Guarantee   Exact for the stored vertices and the given doubles: even-odd rule, component by component, decided with
///             exact signs whatever the ray meets (edges, vertices, zero-area triangles). On the surface: either answer.
/// Cost        One ray through the part's tree: about log(n) boxes. Allocates nothing.
bool inside_closed_mesh(const Part& part, const Vector3& point);

}  // namespace tocca
