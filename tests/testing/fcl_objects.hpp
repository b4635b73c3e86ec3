// Bodies as FCL sees them: what the judge and the benchmark's peer share.
#pragma once

#include <fcl/narrowphase/collision_object.h>

#include <memory>

#include "tocca/model/kinematic_tree.hpp"

namespace tocca::testing {

/// Meshes and convex hulls become trees of triangles (surfaces; FCL knows no inside), primitives FCL's own solids.
std::shared_ptr<fcl::CollisionGeometryd> fcl_geometry(const Geometry& geometry);

/// All bodies in one tree of triangles, in the frame of their placements. Requires that all of them are meshes.
std::shared_ptr<fcl::CollisionGeometryd> fcl_merged(const std::vector<Collider>& bodies);

}  // namespace tocca::testing
