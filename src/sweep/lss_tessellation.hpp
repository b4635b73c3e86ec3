#pragma once

#include <vector>

#include "sweep/lss_sweep.hpp"
#include "tocca/shape/mesh.hpp"

namespace tocca {

/// Triangles to look at, or to give to a graphics card: pieces that overlap, not one closed surface.
struct SweptMesh {
  std::vector<Vector3> vertices;
  std::vector<Triangle> triangles;  ///< counter-clockwise seen from outside
};

/// Appends the surface of a swept volume (redon-2004, Fig. 4), dilated by dilation_m: the offset of the ruled surface,
/// and around the edges of its triangles pipes with as many sides as Filip's bound requires for the tolerance.
///
/// Guarantee   Whatever lies in the true swept volume, dilated by dilation_m, is enclosed: each ray that starts there
///             meets a triangle. This holds even where the ruled surface is singular: pipes and balls are closed
///             polyhedra around the true ones, and the sides of the slab between two offset faces lie in them.
/// Returns     No vertex is farther than this from the triangles of the ruled surface (sweep.strips() pairs per
///             window): radius, dilation and all errors together.
/// Requires    A finite sweep.error_m(); dilation_m >= 0, tolerance_m > 0.
double append_tessellation(const LssSweep& sweep, double dilation_m, double tolerance_m, SweptMesh& mesh);

}  // namespace tocca
