#include "tocca/shape/mesh.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <bit>
#include <cmath>
#include <string>

#include "shape/collinear.hpp"
#include "tocca/core/error.hpp"

namespace tocca {
namespace {

std::uint64_t hash_of(const Vector3& p) {
  std::uint64_t hash = 0;
  for (int i = 0; i < 3; ++i) {
    hash = (hash ^ std::bit_cast<std::uint64_t>(p[i])) * 0x9e3779b97f4a7c15ull;
    hash ^= hash >> 32;
  }
  return hash;
}

template <class T>
std::size_t bytes_of(const std::vector<T>& items) {
  return items.capacity() * sizeof(T);
}

/// Is its height so small that it may be all that rounding to single precision has left of three points on a line? A sliver that was
/// turned with its body, or written to an STL, has such an area. Nothing hangs on the constant: what may be left out adds ways to be
/// inside, and takes none away.
bool is_sliver(const Vector3& a, const Vector3& b, const Vector3& c) {
  const double size = std::max({a.cwiseAbs().maxCoeff(), b.cwiseAbs().maxCoeff(), c.cwiseAbs().maxCoeff()});
  const double longest_sq = std::max({(b - a).squaredNorm(), (c - b).squaredNorm(), (a - c).squaredNorm()});
  return (b - a).cross(c - a).squaredNorm() <= 0x1p-44 * size * size * longest_sq;
}

}  // namespace

TriangleMesh::TriangleMesh(std::vector<Vector3> vertices, std::vector<Triangle> triangles)
    : vertices_(std::move(vertices)), triangles_(std::move(triangles)) {
  check_input();
  weld_vertices();
  join_edges(find_zero_areas());
  own_vertices();
  find_cavities();
}

TriangleMesh::TriangleMesh(AsGiven, std::vector<Vector3> vertices, std::vector<Triangle> triangles)
    : vertices_(std::move(vertices)), triangles_(std::move(triangles)) {
  check_input();
  join_edges({});  // whatever has no area now may have some later
  own_vertices();
}

TriangleMesh TriangleMesh::unwelded(std::vector<Vector3> vertices, std::vector<Triangle> triangles) {
  return TriangleMesh(AsGiven{}, std::move(vertices), std::move(triangles));
}

void TriangleMesh::check_input() const {
  if (triangles_.empty()) throw InputError("", "", "the mesh has no triangles", "give at least one triangle");
  // Half-edges are numbered 3 * triangle + side, in 32 bits.
  if (triangles_.size() > no_index / 3 || vertices_.size() >= no_index) {
    throw InputError("", "", "the mesh is too large: " + std::to_string(triangles_.size()) + " triangles",
                     "give at most 1431655765 triangles; split the mesh");
  }
  for (std::size_t i = 0; i < vertices_.size(); ++i) {
    if (!(vertices_[i].cwiseAbs().array() <= largest_coordinate).all()) {  // true for NaN
      throw InputError("", "vertex " + std::to_string(i), "a coordinate is not a finite number of at most 1e30",
                       "give three finite coordinates in metres");
    }
  }
  for (std::size_t i = 0; i < triangles_.size(); ++i) {
    for (const Index vertex : triangles_[i]) {
      if (vertex >= vertices_.size()) {
        throw InputError("", "triangle " + std::to_string(i),
                         "vertex index " + std::to_string(vertex) + " is out of range",
                         "the mesh has " + std::to_string(vertices_.size()) + " vertices, numbered from 0");
      }
    }
  }
}

/// Keeps, in their order, the vertices that a triangle uses, the first of each place; renumbers the triangles.
void TriangleMesh::weld_vertices() {
  std::vector<Index> renamed(vertices_.size(), no_index);
  for (const Triangle& triangle : triangles_) {
    for (const Index vertex : triangle) renamed[vertex] = 0;  // used
  }
  // Open addressing over kept vertices; at most half full, so that probes stay short.
  std::vector<Index> table(std::bit_ceil(2 * vertices_.size()), no_index);
  const std::size_t mask = table.size() - 1;
  Index kept = 0;
  for (std::size_t i = 0; i < vertices_.size(); ++i) {
    if (renamed[i] == no_index) continue;
    const Vector3 p = vertices_[i].array() + 0.0;  // -0 + 0 = 0
    std::size_t slot = hash_of(p) & mask;
    while (table[slot] != no_index && vertices_[table[slot]] != p) slot = (slot + 1) & mask;
    if (table[slot] == no_index) {
      vertices_[kept] = p;  // kept <= i: nothing unread is overwritten
      table[slot] = kept++;
    }
    renamed[i] = table[slot];
  }
  vertices_.resize(kept);
  vertices_.shrink_to_fit();
  triangles_.shrink_to_fit();
  for (Triangle& triangle : triangles_) {
    for (Index& vertex : triangle) vertex = renamed[vertex];
  }
}

/// Counts triangles without area; returns those with three vertices that have none, or next to none.
std::vector<Index> TriangleMesh::find_zero_areas() {
  std::vector<Index> flat;
  for (Index i = 0; i < triangles_.size(); ++i) {
    const Triangle& t = triangles_[i];
    const bool segment = names_a_vertex_twice(t);
    if (!segment && !is_sliver(vertices_[t[0]], vertices_[t[1]], vertices_[t[2]])) continue;
    if (!segment) flat.push_back(i);
    if (segment || collinear(vertices_[t[0]], vertices_[t[1]], vertices_[t[2]])) ++zero_area_triangles_;
  }
  if (zero_area_triangles_ == triangles_.size()) {
    throw InputError("", "", "no triangle of the mesh has a positive area", "give a mesh with a surface");
  }
  return flat;
}

void TriangleMesh::own_vertices() {
  std::vector<bool> owned(vertices_.size(), false);
  for (std::size_t t = 0; t < triangles_.size(); ++t) {
    for (unsigned k = 0; k < 3; ++k) {
      const Index vertex = triangles_[t][k];
      if (!owned[vertex]) owned_features_[t] = static_cast<std::uint8_t>(owned_features_[t] | (1u << k));
      owned[vertex] = true;
    }
  }
}

std::size_t TriangleMesh::bytes() const noexcept {
  return bytes_of(vertices_) + bytes_of(triangles_) + bytes_of(edges_) + bytes_of(triangle_edges_) +
         bytes_of(owned_features_) + bytes_of(components_) + bytes_of(component_) + bytes_of(crossing_row_) +
         bytes_of(row_begin_) + bytes_of(crossings_);
}

}  // namespace tocca
