#include "body_count.hpp"

#include "tocca/shape/cloud.hpp"

namespace tocca::cli {

BodyCount count(std::span<const Collider> bodies) {
  BodyCount total;
  for (const auto& body : bodies) {
    if (const auto* mesh = std::get_if<MeshPointer>(&body.geometry)) {
      total.triangles += (*mesh)->triangles().size();
      for (const TriangleMesh::Component& component : (*mesh)->components()) {
        (component.closed ? total.solid : total.surface) = true;
      }
    } else if (const auto* cloud = std::get_if<CloudPointer>(&body.geometry)) {
      total.primitives += (*cloud)->size();
    } else {
      ++total.primitives;
    }
  }
  return total;
}

std::string solidity(const BodyCount& count) {
  if (count.solid) return count.surface ? "mixed" : "solid";
  return count.surface ? "surface" : "-";
}

}  // namespace tocca::cli
