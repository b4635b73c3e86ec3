#pragma once

#include <memory>
#include <span>
#include <vector>

#include "tocca/shape/mesh.hpp"

namespace tocca {

class DeformingTree;       // deformable/deforming_tree.hpp: boxes around what each triangle sweeps
struct DeformingTriangle;  // deformable/deforming_triangle.hpp

/// A body whose vertices the caller moves: cloth, tissue, a cable's skin. During a step each vertex moves on a straight
/// line between the start and the end that the caller gives; t runs from 0 to 1.
///
/// Features    Vertices, edges (numbered as edges() lists them: by their lower vertex, then by the other) and faces.
///             Each belongs to one triangle that tests it (TriangleMesh::owned_features), so that no pair is tested
///             twice.
/// Neighbours  Within one mesh, features that share a vertex do not count as touching: a vertex and a face of which it
///             is a corner, two edges with a common end. All others do, even those of neighbouring triangles (a fold
///             that closes).
/// Solids      Closed components bound a solid for other bodies: whatever is inside touches.
/// Cost        A step copies the positions and updates the tree (DeformingTree).
class DeformableMesh {
 public:
  /// At rest. Throws InputError if an index or a coordinate is out of range, or there is no triangle. Vertices keep
  /// their numbers, those at the same place remain distinct, and triangles without area are allowed.
  DeformableMesh(std::vector<Vector3> vertices, std::vector<Triangle> triangles);
  ~DeformableMesh();
  DeformableMesh(const DeformableMesh& other);
  DeformableMesh& operator=(const DeformableMesh& other);
  DeformableMesh(DeformableMesh&& other) noexcept;
  DeformableMesh& operator=(DeformableMesh&& other) noexcept;

  // The next step. Throws InputError, and changes nothing, where the number of positions differs from that of the
  // vertices, or a coordinate is not finite or exceeds largest_coordinate.
  void move(std::span<const Vector3> from, std::span<const Vector3> to);
  /// The same with the tree's order kept as it was made: what is then asked depends on this step alone, not on those before. For
  /// programs that play a recorded motion in any order, on several threads.
  void follow(std::span<const Vector3> from, std::span<const Vector3> to);
  /// From where the last step ended.
  void move_on(std::span<const Vector3> to);
  /// At rest, at the given place.
  void put(std::span<const Vector3> at) { move(at, at); }
  /// At rest where the last step ended; or where it began, as if the step had never happened.
  void rest();
  void go_back();
  /// A new topology, at rest.
  void replace(std::vector<Vector3> vertices, std::vector<Triangle> triangles);

  std::size_t vertex_count() const noexcept { return from_.size(); }
  std::span<const Vector3> from() const noexcept { return from_; }
  std::span<const Vector3> to() const noexcept { return to_; }
  /// Topology alone: its vertices are where the mesh was when it was made or replaced.
  const TriangleMesh& topology() const noexcept { return topology_; }
  const std::vector<Triangle>& triangles() const noexcept { return topology_.triangles(); }
  const std::vector<TriangleMesh::Edge>& edges() const noexcept { return topology_.edges(); }
  const DeformingTree& tree() const noexcept { return *tree_; }
  DeformingTriangle triangle(Index index) const;
  /// An upper bound on how far any vertex travels during the step.
  double travel_m() const noexcept { return travel_m_; }

 private:
  void take(std::span<const Vector3> from, std::span<const Vector3> to);
  void step(bool new_order = true);

  TriangleMesh topology_;
  std::vector<Vector3> from_, to_;
  std::unique_ptr<DeformingTree> tree_;
  double travel_m_ = 0.0;
};

}  // namespace tocca
