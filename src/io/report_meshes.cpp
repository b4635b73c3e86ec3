#include "io/report_meshes.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "io/packed_numbers.hpp"
#include "io/result_json.hpp"

namespace tocca {
namespace {

constexpr double most_steps = 65535.0;  // 15 µm on a link of a metre

}  // namespace

QuantisedMesh quantise(const std::vector<Vector3>& vertices, const std::vector<Triangle>& triangles) {
  QuantisedMesh mesh;
  if (vertices.empty()) return mesh;
  Vector3 upper = mesh.lower = vertices.front();
  for (const Vector3& vertex : vertices) {
    mesh.lower = mesh.lower.cwiseMin(vertex);
    upper = upper.cwiseMax(vertex);
  }
  if (const double size = (upper - mesh.lower).maxCoeff(); size > 0.0) mesh.step = size / most_steps;
  std::unordered_map<std::uint64_t, std::uint32_t> places;
  std::vector<std::uint32_t> place_of(vertices.size());
  for (std::size_t v = 0; v < vertices.size(); ++v) {
    std::uint64_t key = 0;
    std::array<std::uint32_t, 3> steps;
    for (int k = 0; k < 3; ++k) {
      const double along = std::clamp(std::round((vertices[v][k] - mesh.lower[k]) / mesh.step), 0.0, most_steps);
      steps[static_cast<std::size_t>(k)] = static_cast<std::uint32_t>(along);
      key = key << 16 | steps[static_cast<std::size_t>(k)];
    }
    const auto [place, fresh] = places.try_emplace(key, static_cast<std::uint32_t>(places.size()));
    if (fresh) mesh.positions.insert(mesh.positions.end(), steps.begin(), steps.end());
    place_of[v] = place->second;
  }
  for (const Triangle& triangle : triangles) {
    const Triangle drawn{place_of[triangle[0]], place_of[triangle[1]], place_of[triangle[2]]};
    if (!names_a_vertex_twice(drawn)) mesh.indices.insert(mesh.indices.end(), drawn.begin(), drawn.end());
  }
  return mesh;
}

std::size_t ReportMeshes::number(const void* key, const std::vector<Vector3>& vertices,
                                 const std::vector<Triangle>& triangles, Precision precision) {
  const auto [found, fresh] = numbers_.try_emplace(key, numbers_.size());
  if (!fresh) return found->second;
  text_ += text_.empty() ? "\n{\"positions\":" : ",\n{\"positions\":";
  std::vector<std::uint32_t> indices;
  if (precision == Precision::grid) {
    QuantisedMesh mesh = quantise(vertices, triangles);
    append_packed(text_, std::span<const std::uint32_t>(mesh.positions));
    text_ += ",\"lower\":";
    append_numbers(text_, mesh.lower);
    text_ += ",\"step\":";
    append_json_number(text_, mesh.step);
    indices = std::move(mesh.indices);
  } else {
    std::vector<float> positions;
    for (const Vector3& vertex : vertices) {
      for (const double coordinate : vertex) positions.push_back(static_cast<float>(coordinate));
    }
    append_packed(text_, std::span<const float>(positions));
    for (const Triangle& t : triangles) indices.insert(indices.end(), t.begin(), t.end());
  }
  text_ += ",\"indices\":";
  append_packed(text_, std::span<const std::uint32_t>(indices));
  text_ += '}';
  return found->second;
}

}  // namespace tocca
