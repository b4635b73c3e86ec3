// The pairs of features that two triangles of deformable meshes must test, each pair of features once.
#pragma once

#include "deformable/end_boxes.hpp"
#include "tocca/deformable/deformable_mesh.hpp"
#include "tocca/deformable/linear_query.hpp"
#include "tocca/verdict/verdict.hpp"

namespace tocca {

/// A vertex of a and a face of b (vertex_face), the other way round (face_vertex), or two edges; by the caller's numbers.
struct FeatureNumbers {
  ContactKind kind;
  Index a, b;

  LinearKind linear_kind() const {
    return kind == ContactKind::edge_edge ? LinearKind::edge_edge : LinearKind::vertex_face;
  }
};

/// The four vertices of a pair of features, in the order that linear_contact() wants.
inline FourVertices vertices_of(const DeformableMesh& a, const DeformableMesh& b, const FeatureNumbers& pair) {
  FourVertices four;
  std::size_t count = 0;
  const auto add = [&](const DeformableMesh& mesh, Index vertex) {
    const Vector3 &p = mesh.from()[vertex], &q = mesh.to()[vertex];
    four.from[count] = {p.x(), p.y(), p.z()};
    four.to[count++] = {q.x(), q.y(), q.z()};
  };
  if (pair.kind == ContactKind::edge_edge) {
    for (const Index vertex : a.edges()[pair.a].vertices) add(a, vertex);
    for (const Index vertex : b.edges()[pair.b].vertices) add(b, vertex);
  } else if (pair.kind == ContactKind::vertex_face) {
    add(a, pair.a);
    for (const Index vertex : b.triangles()[pair.b]) add(b, vertex);
  } else {
    add(b, pair.b);
    for (const Index vertex : a.triangles()[pair.a]) add(a, vertex);
  }
  return four;
}

/// What may touch in two deformable meshes: boxes at both ends of their steps, in one frame. Keeps its memory. Within
/// one mesh: a == b.
class MeshPair {
 public:
  void set(const DeformableMesh& a, const DeformableMesh& b) {
    a_ = &a;
    b_ = &b;
    const EndFrame frame = EndFrame::around(a.tree().root().joined(b.tree().root()));
    boxes_a_.fit(a.tree(), a.from(), a.to(), frame);
    if (!same()) boxes_b_.fit(b.tree(), b.from(), b.to(), frame);
  }
  const DeformableMesh& a() const { return *a_; }
  const DeformableMesh& b() const { return *b_; }
  bool same() const { return a_ == b_; }
  const EndBoxes& boxes_a() const { return boxes_a_; }
  const EndBoxes& boxes_b() const { return same() ? boxes_a_ : boxes_b_; }

  /// visit(place_a, place_b) for each pair of triangles that the boxes' first four directions do not keep apart.
  template <class Visit>
  void for_each_triangles(Visit&& visit) const {
    if (same()) {
      for_each_pair_within(boxes_a_, visit);
    } else {
      for_each_pair(boxes_a_, boxes_b_, visit);
    }
  }

 private:
  const DeformableMesh *a_ = nullptr, *b_ = nullptr;
  EndBoxes boxes_a_, boxes_b_;
};

/// Offers visit(FeatureNumbers) the features that two triangles own and whose boxes overlap. Within one mesh: features with a common
/// vertex are left out, and the vertex comes first.
///
/// Complete    Two features that touch are each part of the triangle that owns them, whose boxes then overlap; the two triangles
///             are different ones, or the features have a vertex in common.
class FeaturePairs {
 public:
  explicit FeaturePairs(const MeshPair& meshes) : meshes_(meshes), same_(meshes.same()) {}

  /// Places in the orders of the trees.
  template <class Visit>
  void of_triangles(Index place_a, Index place_b, Visit&& visit) const {
    const Side x(meshes_.a(), meshes_.boxes_a(), place_a), y(meshes_.b(), meshes_.boxes_b(), place_b);
    if (!x.hull.overlaps(y.hull)) return;
    vertices(x, y, ContactKind::vertex_face, false, visit);
    vertices(y, x, same_ ? ContactKind::vertex_face : ContactKind::face_vertex, !same_, visit);
    if ((x.owned & 0x38) != 0 && (y.owned & 0x38) != 0) edges(x, y, visit);
  }

 private:
  /// One of the two triangles.
  struct Side {
    const EndBoxes& boxes;
    const Triangle& corners;
    const std::array<Index, 3>& edges;
    Index number;
    std::uint8_t owned;
    const EndHull& hull;

    Side(const DeformableMesh& mesh, const EndBoxes& end_boxes, Index place)
        : boxes(end_boxes),
          corners(mesh.tree().corners(place)),
          edges(mesh.topology().triangle_edges(mesh.tree().triangle(place))),
          number(mesh.tree().triangle(place)),
          owned(mesh.topology().owned_features(number)),
          hull(boxes.triangle(place)) {}
    bool owns_vertex(std::size_t k) const { return (owned >> k & 1) != 0; }
    bool owns_edge(std::size_t k) const { return (owned >> (k + 3) & 1) != 0; }
    Index start(std::size_t k) const { return corners[k]; }
    Index end(std::size_t k) const { return corners[k == 2 ? 0 : k + 1]; }
  };

  template <class Visit>
  void vertices(const Side& of, const Side& face, ContactKind kind, bool face_first, Visit& visit) const {
    for (std::size_t k = 0; k < 3; ++k) {
      if (!of.owns_vertex(k)) continue;
      const Index vertex = of.corners[k];
      if (same_ && (vertex == face.corners[0] || vertex == face.corners[1] || vertex == face.corners[2])) continue;
      if (!of.boxes.vertex_overlaps(vertex, face.hull)) continue;
      visit(face_first ? FeatureNumbers{kind, face.number, vertex} : FeatureNumbers{kind, vertex, face.number});
    }
  }

  template <class Visit>
  void edges(const Side& x, const Side& y, Visit& visit) const {
    for (std::size_t i = 0; i < 3; ++i) {
      if (!x.owns_edge(i)) continue;
      const EndHull hull = x.boxes.edge(x.start(i), x.end(i));
      if (!hull.overlaps(y.hull)) continue;
      for (std::size_t k = 0; k < 3; ++k) {
        if (!y.owns_edge(k)) continue;
        if (same_ &&
            (x.start(i) == y.start(k) || x.start(i) == y.end(k) || x.end(i) == y.start(k) || x.end(i) == y.end(k))) {
          continue;
        }
        if (!y.boxes.edge_overlaps(y.start(k), y.end(k), hull)) continue;
        visit(same_ && y.edges[k] < x.edges[i] ? FeatureNumbers{ContactKind::edge_edge, y.edges[k], x.edges[i]}
                                               : FeatureNumbers{ContactKind::edge_edge, x.edges[i], y.edges[k]});
      }
    }
  }

  const MeshPair& meshes_;
  bool same_;
};

}  // namespace tocca
