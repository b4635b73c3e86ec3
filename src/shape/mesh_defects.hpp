#pragma once

#include "tocca/shape/mesh.hpp"

namespace tocca {

/// What keeps a mesh from being the solid that it is probably meant to be.
struct MeshDefects {
  std::size_t components = 0;  ///< open ones that look like solids with a defect
  std::size_t edges = 0;       ///< of theirs
  std::size_t open_edges = 0;  ///< those of them with an odd number of distinct triangles
};

/// Open components that look like solids with a defect: those without any border, whose edges have two triangles or
/// more, yet not all an even number (a face laid over another one), and those whose holes are small: filling them all
/// takes at most 1 % of their area (T-junctions, a lost triangle of a fine mesh). Sheets, bins without a lid and scans
/// are neither.
///
/// Not claimed Correctness: it is a guess in plain doubles, for warnings; no answer depends on it.
/// Cost        O(n) in the triangles of open components.
MeshDefects find_defects(const TriangleMesh& mesh);

}  // namespace tocca
