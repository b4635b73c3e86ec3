#include "body_count.hpp"

namespace tocca::cli {

BodyCount count(std::span<const Body> bodies) {
  BodyCount total;
  for (const auto& body : bodies) {
    if (const auto* mesh = std::get_if<MeshPointer>(&body.geometry)) {
      total.triangles += (*mesh)->triangles().size();
      total.closed_meshes += (*mesh)->closed() ? 1 : 0;
      ++total.meshes;
    } else {
      ++total.primitives;
    }
  }
  return total;
}

std::string solidity(const BodyCount& count) {
  if (count.meshes == 0) return "-";
  return count.closed_meshes == count.meshes ? "solid" : count.closed_meshes == 0 ? "surface" : "mixed";
}

}  // namespace tocca::cli
