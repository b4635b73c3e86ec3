#include "shape/mesh_defects.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <limits>
#include <numeric>
#include <set>
#include <span>
#include <tuple>

#include "shape/union_find.hpp"

namespace tocca {
namespace {

/// Of a surface's area; a cube without a lid lacks a fifth.
constexpr double small_hole = 0.01;

double area(const Vector3& a, const Vector3& b, const Vector3& c) { return 0.5 * (b - a).cross(c - a).norm(); }

/// An edge where an odd number of a component's triangles meet, seen from one of its ends.
struct BorderEdge {
  Index component, from, to;
  Index number;  ///< the same from both ends
};

/// Goes along the border of a component, loop by loop, and fills each loop with a fan about its middle.
class BorderWalk {
 public:
  BorderWalk(const std::vector<Vector3>& vertices, std::size_t edge_count)
      : vertices_(vertices), place_(vertices.size(), no_index), walked_(edge_count, 0) {}

  /// `border` is sorted by `from`. An even number of its edges ends at each vertex, so that a walk ends where it began.
  double area_of_holes(std::span<const BorderEdge> border) {
    double sum = 0.0;
    for (const BorderEdge& start : border) {
      for (const BorderEdge* edge = &start; edge != nullptr && !walked_[edge->number]; edge = next(border, *edge)) {
        walked_[edge->number] = 1;
        if (way_.empty()) step_to(edge->from);
        if (place_[edge->to] != no_index) sum += close_loop(place_[edge->to]);
        step_to(edge->to);
      }
      for (const Index vertex : way_) place_[vertex] = no_index;
      way_.clear();
    }
    return sum;
  }

 private:
  /// Where several loops meet the sharpest turn is taken, so that the two sides of a crack stay together.
  const BorderEdge* next(std::span<const BorderEdge> border, const BorderEdge& before) const {
    const Vector3 back = (vertices_[before.from] - vertices_[before.to]).normalized();
    const BorderEdge* found = nullptr;
    double most = -std::numeric_limits<double>::infinity();
    auto edge = std::lower_bound(border.begin(), border.end(), before.to,
                                 [](const BorderEdge& x, Index from) { return x.from < from; });
    for (; edge != border.end() && edge->from == before.to; ++edge) {
      if (walked_[edge->number]) continue;
      const double towards_back = back.dot((vertices_[edge->to] - vertices_[edge->from]).normalized());
      if (found == nullptr || towards_back > most) found = &*edge, most = towards_back;
    }
    return found;
  }

  void step_to(Index vertex) {
    place_[vertex] = static_cast<Index>(way_.size());
    way_.push_back(vertex);
  }

  /// Takes the vertices from the given place on off the way.
  double close_loop(std::size_t first) {
    const std::span<const Index> loop(way_.begin() + static_cast<std::ptrdiff_t>(first), way_.end());
    Vector3 middle = Vector3::Zero();
    for (const Index vertex : loop) middle += vertices_[vertex] / static_cast<double>(loop.size());
    double sum = 0.0;
    for (std::size_t i = 0; i < loop.size(); ++i) {
      sum += area(middle, vertices_[loop[i]], vertices_[loop[(i + 1) % loop.size()]]);
      place_[loop[i]] = no_index;
    }
    way_.resize(first);
    return sum;
  }

  const std::vector<Vector3>& vertices_;
  std::vector<Index> place_;  // of each vertex on the way
  std::vector<Index> way_;
  std::vector<std::uint8_t> walked_;
};

struct Looks {
  double area = 0.0, holes = 0.0;
  std::size_t components = 0, edges = 0, open_edges = 0;
  bool has_border = false;  // an edge with one triangle only

  bool like_a_solid() const { return area > 0.0 && (!has_border || holes <= small_hole * area); }
  void add(const Looks& other) {
    area += other.area;
    components += other.components, edges += other.edges, open_edges += other.open_edges;
    has_border = has_border || other.has_border;
  }
};

/// A component at an edge, and how many different triangles of it. There are at most two of them at an edge: what was peeled off a closed
/// surface, and that surface.
struct AtEdge {
  Index component = no_index, count = 0;
};

std::vector<AtEdge> count_triangles(const TriangleMesh& mesh, std::vector<Looks>& looks) {
  std::vector<AtEdge> edges(2 * mesh.edges().size());
  std::set<Triangle> known;
  for (Index t = 0; t < mesh.triangles().size(); ++t) {
    const Index c = mesh.component(t);
    const Triangle& own = mesh.triangles()[t];
    if (mesh.components()[c].closed || names_a_vertex_twice(own)) continue;
    if (mesh.components()[c].repeated) {
      Triangle sorted = own;
      std::sort(sorted.begin(), sorted.end());
      if (!known.insert(sorted).second) continue;
    }
    looks[c].components = 1;
    looks[c].area += area(mesh.vertices()[own[0]], mesh.vertices()[own[1]], mesh.vertices()[own[2]]);
    for (const Index edge : mesh.triangle_edges(t)) {
      AtEdge* at = &edges[2 * edge];
      if (at->component != no_index && at->component != c) ++at;
      at->component = c;
      ++at->count;
    }
  }
  return edges;
}

std::vector<BorderEdge> find_border(const TriangleMesh& mesh, const std::vector<AtEdge>& edges,
                                    std::vector<Looks>& looks) {
  std::vector<BorderEdge> border;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const auto [component, count] = edges[i];
    if (component == no_index) continue;
    ++looks[component].edges;
    if (count == 1) looks[component].has_border = true;
    if (count % 2 == 0) continue;
    ++looks[component].open_edges;
    const auto [a, b] = mesh.edges()[i / 2].vertices;
    const auto number = static_cast<Index>(border.size() / 2);
    border.push_back({component, a, b, number});
    border.push_back({component, b, a, number});
  }
  return border;
}

void measure_holes(const TriangleMesh& mesh, std::vector<BorderEdge>& border, std::vector<Looks>& looks) {
  std::sort(border.begin(), border.end(), [](const BorderEdge& x, const BorderEdge& y) {
    return std::tie(x.component, x.from, x.to) < std::tie(y.component, y.from, y.to);
  });
  BorderWalk walk(mesh.vertices(), border.size() / 2);
  for (auto first = border.begin(), last = first; first != border.end(); first = last) {
    last = std::find_if(first, border.end(), [&](const BorderEdge& x) { return x.component != first->component; });
    looks[first->component].holes = walk.area_of_holes({first, last});
  }
}

/// Cracks all around a face make it a component of its own: those whose borders meet at vertices are looked at as one.
void join_at_vertices(const TriangleMesh& mesh, std::vector<BorderEdge>& border, std::vector<Looks>& looks) {
  const auto settled = [&](Index component) { return looks[component].like_a_solid(); };
  std::vector<Index> group(looks.size()), first_at(mesh.vertices().size(), no_index);
  std::iota(group.begin(), group.end(), Index{0});
  for (const BorderEdge& edge : border) {
    if (settled(edge.component)) continue;
    Index& first = first_at[edge.from];
    if (first == no_index) first = edge.component;
    join(group, first, edge.component);
  }
  for (Index c = 0; c < group.size(); ++c) group[c] = find_first(group, c);
  for (BorderEdge& edge : border) edge.component = group[edge.component];
  for (Index c = 0; c < group.size(); ++c) {
    if (group[c] == c) continue;
    looks[group[c]].add(looks[c]);
    looks[c] = {};
  }
}

}  // namespace

MeshDefects find_defects(const TriangleMesh& mesh) {
  MeshDefects found;
  if (mesh.closed()) return found;
  std::vector<Looks> looks(mesh.components().size());
  std::vector<BorderEdge> border = find_border(mesh, count_triangles(mesh, looks), looks);
  measure_holes(mesh, border, looks);
  join_at_vertices(mesh, border, looks);
  measure_holes(mesh, border, looks);
  for (const Looks& of : looks) {
    if (!of.like_a_solid()) continue;
    found.components += of.components;
    found.edges += of.edges;
    found.open_edges += of.open_edges;
  }
  return found;
}

}  // namespace tocca
