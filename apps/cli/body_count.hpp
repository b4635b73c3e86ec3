// How much geometry a link or an object has.
#pragma once

#include <span>
#include <string>

#include "tocca/model/kinematic_tree.hpp"

namespace tocca::cli {

struct BodyCount {
  std::size_t triangles = 0, primitives = 0, closed_meshes = 0, meshes = 0;
};

BodyCount count(std::span<const Body> bodies);

/// "solid" if every mesh is closed, "surface" if none is, "mixed"; "-" where there is no mesh.
std::string solidity(const BodyCount& count);

}  // namespace tocca::cli
