// Shells in shells: which of them bound a cavity. Proof: docs/maths/solids.md.
#include <algorithm>
#include <numeric>

#include "core/exact_sign.hpp"
#include "core/float_environment.hpp"
#include "core/interval_arithmetic.hpp"
#include "shape/aabb.hpp"
#include "shape/axis_ray.hpp"
#include "shape/tree.hpp"
#include "shape/triangles_meet.hpp"
#include "tocca/shape/mesh.hpp"

namespace tocca {
namespace {

/// A mesh of a hundred thousand shells, each in all others, must not take forever: beyond so many pairs of shells each
/// stays a solid of its own, which calls nothing free.
constexpr std::size_t most_cavity_steps = std::size_t{1} << 24;

bool holds(const Aabb& outer, const Aabb& inner) {
  return (outer.lower.array() <= inner.lower.array()).all() && (inner.upper.array() <= outer.upper.array()).all();
}

bool boxes_meet(const Aabb& a, const Aabb& b) {
  return (a.lower.array() <= b.upper.array()).all() && (b.lower.array() <= a.upper.array()).all();
}

/// Closed components whose box lies in that of another closed one: a sweep along the direction in which they are spread
/// most.
std::vector<Index> in_boxes_of_others(const TriangleMesh& mesh, const std::vector<Aabb>& boxes) {
  std::vector<Index> order, active, found;
  for (Index c = 0; c < boxes.size(); ++c) {
    if (mesh.components()[c].closed) order.push_back(c);
  }
  if (order.size() < 2) return found;
  const Aabb whole = Aabb::fit(mesh.vertices());
  int axis = 0;
  (whole.upper - whole.lower).maxCoeff(&axis);
  std::sort(order.begin(), order.end(), [&](Index x, Index y) {
    const Aabb &a = boxes[x], &b = boxes[y];
    return a.lower[axis] != b.lower[axis] ? a.lower[axis] < b.lower[axis] : a.upper[axis] > b.upper[axis];
  });
  std::size_t steps = 0;
  for (const Index c : order) {
    if ((steps += active.size()) > 16 * most_cavity_steps) return {};
    std::erase_if(active, [&](Index p) { return boxes[p].upper[axis] < boxes[c].lower[axis]; });
    if (std::any_of(active.begin(), active.end(), [&](Index p) { return holds(boxes[p], boxes[c]); })) {
      found.push_back(c);
    }
    active.push_back(c);
  }
  return found;
}

/// Which way each oriented component is wound, by its volume: 1 outwards, -1 inwards; 0 where rounding hides it, or it
/// is not oriented.
std::vector<int> windings(const TriangleMesh& mesh) {
  std::vector<Interval> volume(mesh.components().size());
  for (Index t = 0; t < mesh.triangles().size(); ++t) {
    const Index c = mesh.component(t);
    if (!mesh.components()[c].oriented) continue;
    const auto vertex = [&](Index triangle, unsigned k) { return mesh.vertices()[mesh.triangles()[triangle][k]]; };
    const Vector3 origin = vertex(mesh.components()[c].triangle, 0);
    std::array<std::array<Interval, 3>, 3> e;
    for (unsigned k = 0; k < 3; ++k) {
      for (unsigned d = 0; d < 3; ++d) e[k][d] = Interval(vertex(t, k)[d]) - Interval(origin[d]);
    }
    volume[c] = volume[c] + e[0][0] * (e[1][1] * e[2][2] - e[1][2] * e[2][1]) +
                e[0][1] * (e[1][2] * e[2][0] - e[1][0] * e[2][2]) + e[0][2] * (e[1][0] * e[2][1] - e[1][1] * e[2][0]);
  }
  std::vector<int> signs;
  for (const Interval& v : volume) signs.push_back(v.lo > 0.0 ? 1 : v.hi < 0.0 ? -1 : 0);
  return signs;
}

/// Decides which closed components of a mesh are cavities of which.
class CavitySearch {
 public:
  CavitySearch(const TriangleMesh& mesh, const std::vector<int>& winding, const std::vector<Index>& candidates)
      : mesh_(mesh), winding_(winding), tree_(mesh), around_(mesh.components().size()), candidates_(candidates) {}

  /// For each component the one whose solid it hollows out; itself where it is no cavity.
  std::vector<Index> run() {
    std::vector<Index> solid(mesh_.components().size());
    std::iota(solid.begin(), solid.end(), Index{0});
    std::size_t count = 0;
    for (const Index c : candidates_) {
      around_[c] = components_around(c);
      if ((count += around_[c].size()) > most_cavity_steps) return solid;
    }
    // From the outermost on: whether a shell is a cavity depends on what the one around it is.
    std::sort(candidates_.begin(), candidates_.end(),
              [&](Index x, Index y) { return std::pair(around_[x].size(), x) < std::pair(around_[y].size(), y); });
    list_triangles();
    for (const Index c : candidates_) {
      if (const Around* outer = innermost_around(c)) {
        const bool in_material = solid[outer->component] == outer->component;
        if (in_material && is_hollow(c, *outer)) solid[c] = outer->component;
      }
    }
    return solid;
  }

 private:
  /// A closed component that contains the first vertex of another, and its winding number there; in the order of
  /// components.
  struct Around {
    Index component;
    int winding;
  };

  const Vector3& vertex(Index triangle, unsigned k) const { return mesh_.vertices()[mesh_.triangles()[triangle][k]]; }

  template <class Meets, class Look>
  void for_each_triangle(const Meets& meets, const Look& look) const {
    stack_.assign(1, 0);
    while (!stack_.empty()) {
      const Index node = stack_.back();
      stack_.pop_back();
      const auto& here = tree_.nodes()[node];
      if (!meets(here.volume)) continue;
      if (here.is_leaf()) {
        for (const Index t : tree_.triangles(here)) look(t);
      } else {
        stack_.push_back(tree_.right(node));
        stack_.push_back(tree_.left(node));
      }
    }
  }

  std::vector<Around> components_around(Index c) const {
    struct Crossed {
      Index solid, component;
      std::uint64_t ways;
      int winding;
    };
    std::vector<Crossed> crossed;
    const AxisRay ray(vertex(mesh_.components()[c].triangle, 0), 0, 1.0);
    for_each_triangle([&](const Aabb& box) { return ray.may_meet(box.lower, box.upper); },
                      [&](Index t) {
                        if (mesh_.component(t) == c || mesh_.crossings(t).empty()) return;
                        const int way = ray.crossing(vertex(t, 0), vertex(t, 1), vertex(t, 2));
                        if (way == 0) return;
                        for (const auto& [solid, ways] : mesh_.crossings(t)) {
                          crossed.push_back({solid, mesh_.component(t), ways, way});
                        }
                      });
    std::sort(crossed.begin(), crossed.end(), [](const Crossed& x, const Crossed& y) {
      return std::pair(x.component, x.solid) < std::pair(y.component, y.solid);
    });
    std::vector<Around> found;
    for (std::size_t i = 0, end; i < crossed.size(); i = end) {
      Crossed sum = crossed[i];
      for (end = i + 1; end < crossed.size() && crossed[end].solid == sum.solid; ++end) {
        sum.ways ^= crossed[end].ways;
        sum.winding += crossed[end].winding;
      }
      if (sum.ways != 0 && (found.empty() || found.back().component != sum.component)) {
        found.push_back({sum.component, sum.winding});
      }
    }
    return found;
  }

  /// The one around c that all others around c are around of, and no more.
  const Around* innermost_around(Index c) const {
    const std::vector<Around>& all = around_[c];
    for (const Around& inner : all) {
      const std::vector<Around>& others = around_[inner.component];
      if (others.size() + 1 != all.size()) continue;
      const std::ptrdiff_t at = &inner - all.data();
      const auto same = [](const Around& x, const Around& y) { return x.component == y.component; };
      if (std::equal(all.begin(), all.begin() + at, others.begin(), same) &&
          std::equal(all.begin() + at + 1, all.end(), others.begin() + at, same)) {
        return &inner;
      }
    }
    return nullptr;
  }

  bool is_hollow(Index c, const Around& outer) const {
    if (!mesh_.components()[c].manifold || winding_[c] == 0) return false;
    if (outer.winding != -winding_[c] || winding_[outer.component] != -winding_[c]) return false;
    return std::none_of(triangles_.begin() + first_[c], triangles_.begin() + first_[c + 1],
                        [&](Index t) { return meets_any(t); });
  }

  Aabb box_of(Index t) const {
    const Vector3 corners[] = {vertex(t, 0), vertex(t, 1), vertex(t, 2)};
    return Aabb::fit(corners);
  }

  bool meets_any(Index t) const {
    const Aabb box = box_of(t);
    const Index own = mesh_.component(t);
    bool found = false;
    for_each_triangle([&](const Aabb& other) { return !found && boxes_meet(box, other); },
                      [&](Index u) {
                        if (u == t || found || !boxes_meet(box, box_of(u))) return;
                        const auto &s = mesh_.triangles()[t], &other = mesh_.triangles()[u];
                        found = mesh_.component(u) == own ? meet_beyond_shared(mesh_.vertices(), s, other)
                                                          : meet(mesh_.vertices(), s, other);
                      });
    return found;
  }

  /// The triangles of each component.
  void list_triangles() {
    const auto count = static_cast<Index>(mesh_.triangles().size());
    first_.assign(mesh_.components().size() + 1, 0);
    for (Index t = 0; t < count; ++t) ++first_[mesh_.component(t) + 1];
    std::partial_sum(first_.begin(), first_.end(), first_.begin());
    triangles_.resize(count);
    std::vector<Index> next(first_.begin(), first_.end() - 1);
    for (Index t = 0; t < count; ++t) triangles_[next[mesh_.component(t)]++] = t;
  }

  const TriangleMesh& mesh_;
  const std::vector<int>& winding_;  // of whole components
  Tree<Aabb> tree_;
  std::vector<std::vector<Around>> around_;
  std::vector<Index> candidates_;
  std::vector<Index> first_, triangles_;  // of each component
  mutable std::vector<Index> stack_;
};

}  // namespace

void TriangleMesh::find_cavities() {
  if (components_.size() < 2) return;
  std::vector<Aabb> boxes(components_.size(),
                          {Vector3::Constant(largest_coordinate), Vector3::Constant(-largest_coordinate)});
  for (Index t = 0; t < triangles_.size(); ++t) {
    Aabb& box = boxes[component(t)];
    for (const Index i : triangles_[t]) {
      box.lower = box.lower.cwiseMin(vertices_[i]);
      box.upper = box.upper.cwiseMax(vertices_[i]);
    }
  }
  const std::vector<Index> candidates = in_boxes_of_others(*this, boxes);
  if (candidates.empty()) return;
  const FloatEnvironment as_the_proofs_assume;
  // Signs of even smaller numbers cannot be determined: then every shell stays a solid.
  for (const Vector3& p : vertices_) {
    if (!(has_exact_range(p.x()) && has_exact_range(p.y()) && has_exact_range(p.z()))) return;
  }
  const std::vector<int> winding = windings(*this);
  const auto has = [&](int way) { return std::find(winding.begin(), winding.end(), way) != winding.end(); };
  if (!has(1) || !has(-1)) return;  // nearly always: all look outwards
  const std::vector<Index> solid = CavitySearch(*this, winding, candidates).run();
  for (Index c = 0; c < solid.size(); ++c) {
    if (solid[c] != c) crossings_[row_begin_[c]].solid = solid[c];
  }
}

}  // namespace tocca
