#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "tocca/shape/mesh.hpp"

namespace tocca {

/// A mesh on a grid, for looking at: coordinate k of vertex v is lower[k] + step * positions[3 v + k], with 16 bits a number.
/// Vertices at the same place are one; triangles that have no area on the grid are gone.
struct QuantisedMesh {
  Vector3 lower = Vector3::Zero();
  double step = 1.0;
  std::vector<std::uint32_t> positions, indices;
};
QuantisedMesh quantise(const std::vector<Vector3>& vertices, const std::vector<Triangle>& triangles);

/// The meshes of a report's block: each is written once, however many shapes show it.
class ReportMeshes {
 public:
  enum class Precision { floats, grid };

  /// The number of a mesh, which is written the first time that it is asked for. `key` identifies it.
  std::size_t number(const void* key, const std::vector<Vector3>& vertices, const std::vector<Triangle>& triangles,
                     Precision precision);
  const std::string& text() const { return text_; }

 private:
  std::string text_;
  std::map<const void*, std::size_t> numbers_;
};

}  // namespace tocca
