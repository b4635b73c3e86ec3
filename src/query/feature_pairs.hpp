// The pairs of features that two triangles of deformable meshes are to test, each pair of features once.
#pragma once

#include "tocca/query/deformable_mesh.hpp"
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

/// Offers visit(FeatureNumbers) the features that two triangles own and whose boxes overlap. Within one mesh (&a == &b): features
/// with a common vertex are left out, and the vertex comes first.
///
/// Complete    Two features that touch are each part of the triangle that owns them, whose boxes then overlap; the two triangles
///             are different ones, or the features have a vertex in common.
class FeaturePairs {
 public:
  FeaturePairs(const DeformableMesh& a, const DeformableMesh& b) : a_(a), b_(b), same_(&a == &b) {}

  /// Places in the orders of the trees.
  template <class Visit>
  void of_triangles(Index place_a, Index place_b, Visit&& visit) const {
    const Side x(a_, place_a), y(b_, place_b);
    vertices(x, y, ContactKind::vertex_face, false, visit);
    vertices(y, x, same_ ? ContactKind::vertex_face : ContactKind::face_vertex, !same_, visit);
    if ((x.owned & 0x38) != 0 && (y.owned & 0x38) != 0) edges(x, y, visit);
  }

 private:
  /// One of the two triangles.
  struct Side {
    const DeformingTree& tree;
    const Triangle& corners;
    const std::array<Index, 3>& edges;
    Index number;
    std::uint8_t owned;
    FloatBox box;

    Side(const DeformableMesh& mesh, Index place)
        : tree(mesh.tree()),
          corners(tree.corners(place)),
          edges(mesh.topology().triangle_edges(tree.triangle(place))),
          number(tree.triangle(place)),
          owned(mesh.topology().owned_features(number)),
          box(tree.triangle_box(place)) {}
    bool owns_vertex(std::size_t k) const { return (owned >> k & 1) != 0; }
    bool owns_edge(std::size_t k) const { return (owned >> (k + 3) & 1) != 0; }
    Index start(std::size_t k) const { return corners[k]; }
    Index end(std::size_t k) const { return corners[k == 2 ? 0 : k + 1]; }
    FloatBox edge_box(std::size_t k) const { return tree.vertex_box(start(k)).joined(tree.vertex_box(end(k))); }
  };

  template <class Visit>
  void vertices(const Side& of, const Side& face, ContactKind kind, bool face_first, Visit& visit) const {
    for (std::size_t k = 0; k < 3; ++k) {
      if (!of.owns_vertex(k)) continue;
      const Index vertex = of.corners[k];
      if (same_ && (vertex == face.corners[0] || vertex == face.corners[1] || vertex == face.corners[2])) continue;
      if (!of.tree.vertex_box(vertex).overlaps(face.box)) continue;
      visit(face_first ? FeatureNumbers{kind, face.number, vertex} : FeatureNumbers{kind, vertex, face.number});
    }
  }

  template <class Visit>
  void edges(const Side& x, const Side& y, Visit& visit) const {
    for (std::size_t i = 0; i < 3; ++i) {
      if (!x.owns_edge(i)) continue;
      const FloatBox box = x.edge_box(i);
      if (!box.overlaps(y.box)) continue;
      for (std::size_t k = 0; k < 3; ++k) {
        if (!y.owns_edge(k)) continue;
        if (same_ &&
            (x.start(i) == y.start(k) || x.start(i) == y.end(k) || x.end(i) == y.start(k) || x.end(i) == y.end(k))) {
          continue;
        }
        if (!box.overlaps(y.edge_box(k))) continue;
        visit(same_ && y.edges[k] < x.edges[i] ? FeatureNumbers{ContactKind::edge_edge, y.edges[k], x.edges[i]}
                                               : FeatureNumbers{ContactKind::edge_edge, x.edges[i], y.edges[k]});
      }
    }
  }

  const DeformableMesh &a_, &b_;
  bool same_;
};

}  // namespace tocca
