// The edges of a mesh, from its half-edges sorted by their two vertices, and the components that edges connect.
#include <algorithm>

#include "tocca/shape/mesh.hpp"

namespace tocca {
namespace {

/// Side k of triangle t runs from its vertex k to vertex k + 1; the half-edge's number is 3 t + k.
struct HalfEdges {
  const std::vector<Triangle>& triangles;

  Index from(Index half_edge) const { return triangles[half_edge / 3][half_edge % 3]; }
  Index to(Index half_edge) const { return triangles[half_edge / 3][(half_edge + 1) % 3]; }
  Index low(Index half_edge) const { return std::min(from(half_edge), to(half_edge)); }
  Index high(Index half_edge) const { return std::max(from(half_edge), to(half_edge)); }
  /// A triangle that names a vertex twice runs through its edges to and fro: it bounds nothing.
  bool bounds(Index half_edge) const {
    const Triangle& t = triangles[half_edge / 3];
    return t[0] != t[1] && t[1] != t[2] && t[2] != t[0];
  }

  /// All half-edges in the order of (low, high, number): a counting sort by `low`, then each short run by the rest.
  std::vector<Index> sorted(std::size_t vertex_count) const {
    const auto count = static_cast<Index>(3 * triangles.size());
    std::vector<Index> first(vertex_count + 1, 0);
    for (Index h = 0; h < count; ++h) ++first[low(h) + 1];
    for (std::size_t v = 0; v < vertex_count; ++v) first[v + 1] += first[v];
    std::vector<Index> order(count), next(first.begin(), first.end() - 1);
    for (Index h = 0; h < count; ++h) order[next[low(h)]++] = h;
    for (std::size_t v = 0; v < vertex_count; ++v) {
      std::sort(order.begin() + first[v], order.begin() + first[v + 1], [this](Index x, Index y) {
        const Index high_x = high(x), high_y = high(y);
        return high_x != high_y ? high_x < high_y : x < y;
      });
    }
    return order;
  }

  bool same_edge(Index x, Index y) const { return low(x) == low(y) && high(x) == high(y); }
};

/// The first triangle of t's component; shortens the way for the next who asks.
Index find_first(std::vector<Index>& parent, Index t) {
  while (parent[t] != t) t = parent[t] = parent[parent[t]];
  return t;
}

void join(std::vector<Index>& parent, Index s, Index t) {
  const Index root_s = find_first(parent, s), root_t = find_first(parent, t);
  parent[std::max(root_s, root_t)] = std::min(root_s, root_t);
}

constexpr std::uint8_t odd_edge = 1, unbalanced_edge = 2;

/// What keeps the edge of half-edges [begin, end) from bounding a solid.
std::uint8_t edge_faults(const HalfEdges& half_edges, const Index* begin, const Index* end) {
  long forth = 0, back = 0;
  for (const Index* h = begin; h != end; ++h) {
    if (!half_edges.bounds(*h)) continue;
    ++(half_edges.from(*h) < half_edges.to(*h) ? forth : back);
  }
  return static_cast<std::uint8_t>(((forth + back) % 2 != 0 ? odd_edge : 0) | (forth != back ? unbalanced_edge : 0));
}

}  // namespace

void TriangleMesh::join_edges() {
  const HalfEdges half_edges{triangles_};
  const std::vector<Index> order = half_edges.sorted(vertices_.size());
  std::size_t edge_count = 1;
  for (std::size_t i = 1; i < order.size(); ++i) edge_count += !half_edges.same_edge(order[i - 1], order[i]);

  edges_.reserve(edge_count);
  triangle_edges_.resize(triangles_.size());
  owned_features_.assign(triangles_.size(), 0);
  std::vector<Index> parent(triangles_.size());  // union-find: each component's root is its first triangle
  for (Index t = 0; t < parent.size(); ++t) parent[t] = t;
  std::vector<std::uint8_t> faults(triangles_.size(), 0);

  for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end) {
    const Index owner = order[begin];  // the lowest half-edge: the sort is by number last
    Edge edge{{half_edges.low(owner), half_edges.high(owner)}, {owner / 3, no_triangle}};
    for (end = begin; end < order.size() && half_edges.same_edge(owner, order[end]); ++end) {
      const Index triangle = order[end] / 3;
      triangle_edges_[triangle][order[end] % 3] = static_cast<Index>(edges_.size());
      if (edge.triangles[1] == no_triangle && triangle != owner / 3) edge.triangles[1] = triangle;
      join(parent, owner / 3, triangle);
    }
    owned_features_[owner / 3] = static_cast<std::uint8_t>(owned_features_[owner / 3] | (8u << (owner % 3)));
    faults[owner / 3] |= edge_faults(half_edges, &order[begin], order.data() + end);
    edges_.push_back(edge);
  }
  name_components(parent, faults);
}

void TriangleMesh::name_components(std::vector<Index>& parent, const std::vector<std::uint8_t>& faults) {
  component_.resize(triangles_.size());
  std::vector<std::uint8_t> bounds_something;
  for (Index t = 0; t < triangles_.size(); ++t) {
    const Index root = find_first(parent, t);  // root <= t: already named if it is not t itself
    if (root == t) {
      component_[t] = static_cast<Index>(components_.size());
      components_.push_back({t, true, true});
      bounds_something.push_back(0);
    }
    const Index name = component_[t] = component_[root];
    if (faults[t] & odd_edge) components_[name].closed = false;
    if (faults[t] & unbalanced_edge) components_[name].oriented = false;
    if (HalfEdges{triangles_}.bounds(3 * t)) bounds_something[name] = 1;
  }
  closed_ = true;
  for (std::size_t c = 0; c < components_.size(); ++c) {
    components_[c].closed = components_[c].closed && bounds_something[c];
    components_[c].oriented = components_[c].oriented && components_[c].closed;
    closed_ = closed_ && components_[c].closed;
  }
  components_.shrink_to_fit();
  if (components_.size() == 1) std::vector<Index>().swap(component_);
}

}  // namespace tocca
