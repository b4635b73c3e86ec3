#pragma once

#include <span>
#include <vector>

#include "tocca/core/error.hpp"
#include "tocca/model/kinematic_tree.hpp"

namespace tocca {

/// The colliders, with each mesh that bounds a convex solid except for faults within the tolerance replaced by its hull
/// (repaired_polytope), and one message per repaired mesh: what was done, and how far the surface moved at most.
/// Everything else stays as it is: exact meshes, those that are truly not convex, and open ones, where more is missing
/// than a seam as wide as the tolerance along every edge.
///
/// What is proven afterwards is proven about the repaired colliders: a gap to the given ones may be smaller by the
/// deviation.
/// Fails       InputError: the tolerance is not positive.
std::vector<Collider> repaired_colliders(std::span<const Collider> bodies, double tolerance_m, Warnings& messages);

}  // namespace tocca
