// The edges of a mesh, from its half-edges sorted by their two vertices, and the components that edges connect.
#include <algorithm>
#include <numeric>

#include "tocca/shape/mesh.hpp"
#include "union_find.hpp"

namespace tocca {
namespace {

/// Side k of triangle t runs from its vertex k to vertex k + 1; the half-edge's number is 3 t + k.
struct HalfEdges {
  const std::vector<Triangle>& triangles;

  Index from(Index half_edge) const { return triangles[half_edge / 3][half_edge % 3]; }
  Index to(Index half_edge) const { return triangles[half_edge / 3][(half_edge + 1) % 3]; }
  Index low(Index half_edge) const { return std::min(from(half_edge), to(half_edge)); }
  Index high(Index half_edge) const { return std::max(from(half_edge), to(half_edge)); }
  Index apex(Index half_edge) const { return triangles[half_edge / 3][(half_edge + 2) % 3]; }
  /// A triangle that names a vertex twice runs through its edges to and fro: it bounds nothing.
  bool bounds(Index half_edge) const { return !names_a_vertex_twice(triangles[half_edge / 3]); }

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

constexpr std::uint8_t odd_edge = 1, unbalanced_edge = 2, crowded_edge = 4;

/// What keeps the edge of half-edges [begin, end) from bounding a solid.
std::uint8_t edge_faults(const HalfEdges& half_edges, const Index* begin, const Index* end) {
  long forth = 0, back = 0;
  for (const Index* h = begin; h != end; ++h) {
    if (!half_edges.bounds(*h)) continue;
    ++(half_edges.from(*h) < half_edges.to(*h) ? forth : back);
  }
  return static_cast<std::uint8_t>(((forth + back) % 2 != 0 ? odd_edge : 0) | (forth != back ? unbalanced_edge : 0) |
                                   (forth + back > 2 ? crowded_edge : 0));
}

/// Finds equal triangles: at each of their edges they have the same third vertex.
class EqualTriangles {
 public:
  explicit EqualTriangles(const HalfEdges& half_edges) : half_edges_(half_edges) {}

  /// Looks at all half-edges of an edge, which are in ascending order.
  void look(const Index* begin, const Index* end) {
    const auto has_apex_of = [this](Index x) {
      return [this, x](Index y) { return half_edges_.apex(x) == half_edges_.apex(y); };
    };
    if (end - begin < 2 || (end - begin == 2 && !has_apex_of(begin[0])(begin[1]))) return;  // nearly always
    around_.clear();
    std::copy_if(begin, end, std::back_inserter(around_), [this](Index h) { return half_edges_.bounds(h); });
    std::stable_sort(around_.begin(), around_.end(),
                     [this](Index x, Index y) { return half_edges_.apex(x) < half_edges_.apex(y); });
    for (auto first = around_.begin(), last = first; first != around_.end(); first = last) {
      last = std::find_if_not(first, around_.end(), has_apex_of(*first));
      for (auto next = first + 1; next < last; ++next) note(*first / 3, *next / 3);
    }
  }

  /// For each triangle the first that is equal to it; empty where none is.
  const std::vector<Index>& first() const { return first_; }

 private:
  void note(Index first, Index later) {
    if (first_.empty()) {
      first_.resize(half_edges_.triangles.size());
      std::iota(first_.begin(), first_.end(), Index{0});
    }
    first_[later] = first;
  }

  const HalfEdges& half_edges_;
  std::vector<Index> around_, first_;
};

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
  EqualTriangles equal(half_edges);

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
    equal.look(&order[begin], order.data() + end);
    edges_.push_back(edge);
  }
  name_components(parent, faults);
  name_solids(equal.first());
}

void TriangleMesh::name_components(std::vector<Index>& parent, const std::vector<std::uint8_t>& faults) {
  component_.resize(triangles_.size());
  std::vector<std::uint8_t> bounds_something;
  for (Index t = 0; t < triangles_.size(); ++t) {
    const Index root = find_first(parent, t);  // root <= t: already named if it is not t itself
    if (root == t) {
      component_[t] = static_cast<Index>(components_.size());
      components_.push_back({t, true, true, true, false});
      bounds_something.push_back(0);
    }
    const Index name = component_[t] = component_[root];
    if (faults[t] & odd_edge) components_[name].closed = false;
    if (faults[t] & unbalanced_edge) components_[name].oriented = false;
    if (faults[t] & crowded_edge) components_[name].manifold = false;
    if (!names_a_vertex_twice(triangles_[t])) bounds_something[name] = 1;
  }
  for (std::size_t c = 0; c < components_.size(); ++c) {
    components_[c].closed = components_[c].closed && bounds_something[c];
    components_[c].oriented = components_[c].oriented && components_[c].closed;
    components_[c].manifold = components_[c].manifold && components_[c].oriented;
  }
  components_.shrink_to_fit();
  if (components_.size() == 1) std::vector<Index>().swap(component_);
}

/// Each closed component is a solid, unless its triangles must be read or it is found to be a cavity.
void TriangleMesh::name_solids(const std::vector<Index>& first_equal) {
  for (Index t = 0; t < first_equal.size(); ++t) {
    if (first_equal[t] == t) continue;
    ++repeated_triangles_;
    Component& component = components_[this->component(t)];
    component.repeated = true;
    component.oriented = component.manifold = false;
  }
  solid_count_ = static_cast<Index>(components_.size());
  row_begin_.push_back(0);
  for (Index c = 0; c < components_.size(); ++c) {
    if (components_[c].closed && !components_[c].repeated) crossings_.push_back({c, 1});
    row_begin_.push_back(static_cast<Index>(crossings_.size()));
  }
  if (repeated_triangles_ > 0) read_repeated(first_equal);
  closed_ = std::all_of(components_.begin(), components_.end(), [](const Component& c) { return c.closed; });
}

}  // namespace tocca
