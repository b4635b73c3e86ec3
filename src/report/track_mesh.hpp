#pragma once

#include <vector>

#include "sweep/lss_tessellation.hpp"

namespace tocca {

/// Appends a thin prism around each piece of a line. Pieces without length are left out.
void append_line(const std::vector<Vector3>& points, double radius_m, SweptMesh& mesh);

}  // namespace tocca
