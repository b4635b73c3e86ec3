// The edges of a mesh, from its half-edges sorted by their two vertices, and the components that edges connect.
#include <algorithm>
#include <numeric>

#include "shape/edge_tally.hpp"
#include "shape/union_find.hpp"
#include "tocca/core/parallel.hpp"
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
    const auto sort_at = [&](std::size_t v) {
      std::sort(order.begin() + first[v], order.begin() + first[v + 1], [this](Index x, Index y) {
        const Index high_x = high(x), high_y = high(y);
        return high_x != high_y ? high_x < high_y : x < y;
      });
    };
    parallel_for(vertex_count, sort_at, 4096);
    return order;
  }

  bool same_edge(Index x, Index y) const { return low(x) == low(y) && high(x) == high(y); }
};

/// What keeps an edge from bounding a solid, or one that may have a cavity. At the border of a surface it has one triangle, or equal ones.
constexpr std::uint8_t odd_edge = 1, unbalanced_edge = 2, crowded_edge = 4, border_edge = 8;
constexpr std::uint8_t every_fault = odd_edge | unbalanced_edge | crowded_edge | border_edge;

/// Which triangles edges connect, and what keeps them from bounding a solid.
class Connections {
 public:
  /// Triangles that were peeled off and those that were not are not connected with each other; empty: none was.
  Connections(const HalfEdges& half_edges, const std::vector<std::uint8_t>& peeled)
      : parent(half_edges.triangles.size()), faults(parent.size(), 0), half_edges_(half_edges), peeled_(peeled) {
    std::iota(parent.begin(), parent.end(), Index{0});
  }

  /// Looks at all half-edges of an edge.
  void look(const Index* begin, const Index* end) {
    if (half_edges_.low(*begin) == half_edges_.high(*begin)) return;  // a point connects nothing
    Index first = none, first_peeled = none;
    long forth = 0, back = 0;
    bool segments = false;
    for (const Index* h = begin; h != end; ++h) {
      const Index triangle = *h / 3;
      if (!half_edges_.bounds(*h)) {
        segments = true;
      } else if (!peeled_.empty() && peeled_[triangle]) {
        connect(first_peeled, triangle);
      } else {
        connect(first, triangle);
        ++(half_edges_.from(*h) < half_edges_.to(*h) ? forth : back);
      }
    }
    if (first != none) {
      faults[first] |=
          static_cast<std::uint8_t>(((forth + back) % 2 != 0 ? odd_edge : 0) | (forth != back ? unbalanced_edge : 0) |
                                    (forth + back > 2 ? crowded_edge : 0));
    }
    if (!segments) return;
    if (first == none) first = first_peeled;
    for (const Index* h = begin; h != end; ++h) {
      if (!half_edges_.bounds(*h)) connect(first, *h / 3);
    }
  }

  std::vector<Index> parent;         // union-find: each component's root is its first triangle
  std::vector<std::uint8_t> faults;  // of edges, at the first triangle of each

 private:
  static constexpr Index none = TriangleMesh::no_triangle;
  void connect(Index& first, Index triangle) {
    if (first == none) {
      first = triangle;
    } else {
      join(parent, first, triangle);
    }
  }

  const HalfEdges& half_edges_;
  const std::vector<std::uint8_t>& peeled_;
};

/// Finds equal triangles: at each of their edges they have the same third vertex.
class EqualTriangles {
 public:
  explicit EqualTriangles(const HalfEdges& half_edges) : half_edges_(half_edges) {}

  /// Looks at all half-edges of an edge, which are in ascending order. True if all its triangles are equal.
  bool look(const Index* begin, const Index* end) {
    const auto has_apex_of = [this](Index x) {
      return [this, x](Index y) { return half_edges_.apex(x) == half_edges_.apex(y); };
    };
    if (end - begin < 2) return half_edges_.bounds(*begin);
    if (end - begin == 2 && !has_apex_of(begin[0])(begin[1])) return false;  // nearly always
    around_.clear();
    std::copy_if(begin, end, std::back_inserter(around_), [this](Index h) { return half_edges_.bounds(h); });
    std::stable_sort(around_.begin(), around_.end(),
                     [this](Index x, Index y) { return half_edges_.apex(x) < half_edges_.apex(y); });
    for (auto first = around_.begin(), last = first; first != around_.end(); first = last) {
      last = std::find_if_not(first, around_.end(), has_apex_of(*first));
      for (auto next = first + 1; next < last; ++next) note(*first / 3, *next / 3);
    }
    return !around_.empty() && has_apex_of(around_.front())(around_.back());
  }

  /// For each triangle the first that is equal to it; empty if none is.
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

/// Triangles that no closed surface can contain: those with an edge that no other triangle has, and then those that have such an edge
/// without them. Equal triangles count as one. `of` has the faults of each triangle's component.
std::vector<std::uint8_t> peel(const HalfEdges& half_edges, std::size_t edge_count,
                               const std::vector<std::array<Index, 3>>& triangle_edges,
                               const std::vector<Index>& first_equal, const std::vector<std::uint8_t>& of) {
  std::vector<std::uint8_t> peeled(triangle_edges.size(), 0);
  EdgeTally tally(edge_count);
  for (Index t = 0; t < peeled.size(); ++t) {
    if (!(of[t] & border_edge) || !half_edges.bounds(3 * t)) continue;
    if (!(of[t] & crowded_edge)) {
      peeled[t] = 1;
    } else if (first_equal.empty() || first_equal[t] == t) {
      tally.add(triangle_edges[t], t);
    }
  }
  tally.settle_lonely(triangle_edges, [&](Index t, Index) { peeled[t] = 1; });
  for (Index t = 0; t < first_equal.size(); ++t) peeled[t] = peeled[first_equal[t]];
  return peeled;
}

/// Sets aside what hangs on the rest of a component: it becomes a component of its own.
template <class ForEachEdge>
void set_fins_aside(const HalfEdges& half_edges, const ForEachEdge& for_each_edge, std::size_t edge_count,
                    const std::vector<std::array<Index, 3>>& triangle_edges, const std::vector<Index>& first_equal,
                    Connections& connections) {
  std::vector<std::uint8_t> of(half_edges.triangles.size(), 0);
  for (Index t = 0; t < of.size(); ++t) of[find_first(connections.parent, t)] |= connections.faults[t];
  for (Index t = 0; t < of.size(); ++t) of[t] = of[find_first(connections.parent, t)];
  // From a border on everything is peeled that edges of two triangles connect: without a crowded edge nothing is left.
  const auto may_leave_something = [](std::uint8_t faults) {
    return (faults & border_edge) && (faults & crowded_edge);
  };
  if (std::none_of(of.begin(), of.end(), may_leave_something)) return;
  const std::vector<std::uint8_t> peeled = peel(half_edges, edge_count, triangle_edges, first_equal, of);
  Connections again(half_edges, peeled);
  for_each_edge([&](const Index* begin, const Index* end) { again.look(begin, end); });
  for (Index t = 0; t < peeled.size(); ++t) {
    if (peeled[t]) again.faults[t] = every_fault;
  }
  connections.parent.swap(again.parent);
  connections.faults.swap(again.faults);
}

}  // namespace

void TriangleMesh::join_edges(const std::vector<Index>& flat) {
  const HalfEdges half_edges{triangles_};
  const std::vector<Index> order = half_edges.sorted(vertices_.size());
  const auto for_each_edge = [&](const auto& look) {
    for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end) {
      for (end = begin + 1; end < order.size() && half_edges.same_edge(order[begin], order[end]);) ++end;
      look(&order[begin], order.data() + end);
    }
  };
  std::size_t edge_count = 1;
  for (std::size_t i = 1; i < order.size(); ++i) edge_count += !half_edges.same_edge(order[i - 1], order[i]);

  edges_.reserve(edge_count);
  triangle_edges_.resize(triangles_.size());
  owned_features_.assign(triangles_.size(), 0);
  const std::vector<std::uint8_t> nothing_peeled;
  Connections connections(half_edges, nothing_peeled);
  EqualTriangles equal(half_edges);
  bool has_border = false;
  for_each_edge([&](const Index* begin, const Index* end) {
    const Index owner = *begin;  // the lowest half-edge: the sort is by number last
    Edge edge{{half_edges.low(owner), half_edges.high(owner)}, {owner / 3, no_triangle}};
    for (const Index* h = begin; h != end; ++h) {
      const Index triangle = *h / 3;
      triangle_edges_[triangle][*h % 3] = static_cast<Index>(edges_.size());
      if (edge.triangles[1] == no_triangle && triangle != owner / 3) edge.triangles[1] = triangle;
    }
    owned_features_[owner / 3] = static_cast<std::uint8_t>(owned_features_[owner / 3] | (8u << (owner % 3)));
    connections.look(begin, end);
    if (equal.look(begin, end)) {
      has_border = true;
      connections.faults[owner / 3] |= border_edge;
    }
    edges_.push_back(edge);
  });
  if (has_border) {
    set_fins_aside(half_edges, for_each_edge, edges_.size(), triangle_edges_, equal.first(), connections);
  }
  name_components(connections.parent, connections.faults);
  for (std::uint8_t& fault : connections.faults) fault &= border_edge;
  name_solids(equal.first(), flat, connections.faults);
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
    if (faults[t] & (odd_edge | border_edge)) components_[name].closed = false;
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

/// Each closed component is a solid, unless there are several ways to read it or it is found to be a cavity.
void TriangleMesh::name_solids(const std::vector<Index>& first_equal, const std::vector<Index>& flat,
                               const std::vector<std::uint8_t>& peeled) {
  std::vector<std::uint8_t> doubtful(components_.size(), 0);
  for (Index t = 0; t < first_equal.size(); ++t) {
    if (first_equal[t] == t) continue;
    ++repeated_triangles_;
    Component& component = components_[this->component(t)];
    component.repeated = true;
    component.oriented = component.manifold = false;
    doubtful[this->component(t)] = 1;
  }
  for (const Index t : flat) {  // a closed component is closed with them: no way to read it encloses anything else
    if (!components_[component(t)].closed) doubtful[component(t)] = 1;
  }
  for (Index t = 0; t < peeled.size(); ++t) {  // a component is peeled as a whole, or nothing of it
    if (peeled[t]) doubtful[component(t)] = 0;
  }
  solid_count_ = static_cast<Index>(components_.size());
  row_begin_.push_back(0);
  for (Index c = 0; c < components_.size(); ++c) {
    if (components_[c].closed && !doubtful[c]) crossings_.push_back({c, 1});
    row_begin_.push_back(static_cast<Index>(crossings_.size()));
  }
  if (std::find(doubtful.begin(), doubtful.end(), 1) != doubtful.end()) read(doubtful, first_equal, flat);
  closed_ = std::all_of(components_.begin(), components_.end(), [](const Component& c) { return c.closed; });
}

}  // namespace tocca
