// How much geometry a link or an object has.
#pragma once

#include <span>
#include <string>

#include "tocca/model/kinematic_tree.hpp"

namespace tocca::cli {

struct BodyCount {
  std::size_t triangles = 0, primitives = 0;
  bool solid = false, surface = false;  ///< some component of a mesh is closed, is open
};

BodyCount count(std::span<const Collider> bodies);

/// "solid" if every component of its meshes is closed, "surface" if none is, "mixed"; "-" where there is no mesh.
std::string solidity(const BodyCount& count);

}  // namespace tocca::cli
