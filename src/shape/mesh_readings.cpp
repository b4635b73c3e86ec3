// Components some of whose triangles are equal, and the ways to read them. Proof: docs/maths/solids.md.
#include <algorithm>
#include <numeric>
#include <optional>

#include "parity_equations.hpp"
#include "tocca/shape/mesh.hpp"
#include "union_find.hpp"

namespace tocca {
namespace {

/// Systems of equations are cubic in time: with more unknowns only two ways are tried, each set of equal triangles read as one,
/// and all as they are given.
constexpr Index most_unknowns = 1024;
constexpr Index none = 0xffffffffu;

/// A component with equal triangles. Those that are equal to others are free to be read or not; all that hang together through edges
/// which only two triangles share are read or not as one patch.
struct Repeated {
  Index patches = 0;
  std::optional<ParityEquations> equations;          // where there are not too many patches
  bool closes_once = true, closes_as_given = true;   // else
  std::vector<Index> copies;                         // of each patch: how often its first triangle is given
  std::vector<ParityEquations::Bits> readings = {};  // which patches are read
  std::size_t single_readings = 0;                   // the first so many read what is given once, too

  void find_readings() {
    if (equations) {
      readings = equations->solutions();
      single_readings = std::min<std::size_t>(1, readings.size());
      return;
    }
    ParityEquations::Bits once(patches / 64 + 1, 0), odd = once;
    for (Index i = 0; i < patches; ++i) {
      once[i / 64] |= std::uint64_t{1} << (i % 64);
      odd[i / 64] |= std::uint64_t{copies[i] % 2} << (i % 64);
    }
    if (closes_once) readings.push_back(once);
    if (closes_as_given) readings.push_back(odd);
    single_readings = readings.size();
  }
  /// Bit r of word r / 64: is the patch (or, where it is none, what is given once) read in reading r?
  std::uint64_t ways(Index patch, std::size_t word) const {
    std::uint64_t bits = 0;
    for (std::size_t r = 64 * word; r < std::min(64 * word + 64, readings.size()); ++r) {
      const bool read = patch == none ? r < single_readings : ParityEquations::has(readings[r], patch);
      bits |= std::uint64_t{read} << (r % 64);
    }
    return bits;
  }
  std::size_t words() const { return (readings.size() + 63) / 64; }
};

/// The different triangles at each edge of components with equal ones.
class EdgeTriangles {
 public:
  template <class Counts>
  EdgeTriangles(std::size_t edge_count, const std::vector<std::array<Index, 3>>& triangle_edges, const Counts& counts)
      : first_(edge_count + 1, 0) {
    for (Index t = 0; t < triangle_edges.size(); ++t) {
      for (unsigned k = 0; k < 3 && counts(t); ++k) ++first_[triangle_edges[t][k] + 1];
    }
    std::partial_sum(first_.begin(), first_.end(), first_.begin());
    triangles_.resize(first_.back());
    std::vector<Index> next(first_.begin(), first_.end() - 1);
    for (Index t = 0; t < triangle_edges.size(); ++t) {
      for (unsigned k = 0; k < 3 && counts(t); ++k) triangles_[next[triangle_edges[t][k]]++] = t;
    }
  }
  std::size_t edge_count() const { return first_.size() - 1; }
  std::span<const Index> at(std::size_t edge) const {
    return {triangles_.data() + first_[edge], first_[edge + 1] - first_[edge]};
  }

 private:
  std::vector<Index> first_, triangles_;
};

/// Names the patches of each component, in the order of their first triangles: `none` for what is given once.
std::vector<Index> patches_of(const EdgeTriangles& edges, const std::vector<Index>& copies, const TriangleMesh& mesh,
                              std::vector<Repeated>& components) {
  std::vector<Index> parent(copies.size()), patch(copies.size(), none);
  std::iota(parent.begin(), parent.end(), Index{0});
  for (std::size_t e = 0; e < edges.edge_count(); ++e) {
    const auto around = edges.at(e);
    if (around.size() == 2 && copies[around[0]] > 1 && copies[around[1]] > 1) join(parent, around[0], around[1]);
  }
  for (Index t = 0; t < copies.size(); ++t) {
    if (copies[t] < 2) continue;
    const Index root = find_first(parent, t);  // root <= t: named before
    Repeated& component = components[mesh.component(t)];
    if (root == t) {
      patch[t] = component.patches++;
      component.copies.push_back(copies[t]);
    }
    patch[t] = patch[root];
  }
  return patch;
}

/// Every edge must have an even number of the triangles that are read.
void add_equations(const EdgeTriangles& edges, const std::vector<Index>& copies, const std::vector<Index>& patch,
                   const TriangleMesh& mesh, std::vector<Repeated>& components) {
  std::vector<Index> sum;
  for (std::size_t e = 0; e < edges.edge_count(); ++e) {
    const auto around = edges.at(e);
    if (around.empty()) continue;
    Repeated& component = components[mesh.component(around[0])];
    sum.clear();
    std::size_t singles = 0, given = 0;
    for (const Index t : around) {
      given += copies[t];
      if (patch[t] == none) ++singles;
      if (patch[t] != none) sum.push_back(patch[t]);
    }
    if (component.equations) {
      component.equations->add(sum, singles % 2 != 0);
    } else {
      component.closes_once = component.closes_once && around.size() % 2 == 0;
      component.closes_as_given = component.closes_as_given && given % 2 == 0;
    }
  }
}

}  // namespace

void TriangleMesh::read_repeated(const std::vector<Index>& first_equal) {
  std::vector<Index> copies(triangles_.size(), 0);  // of the first of equal ones
  for (Index t = 0; t < triangles_.size(); ++t) {
    if (components_[component(t)].repeated && !names_a_vertex_twice(triangles_[t])) ++copies[first_equal[t]];
  }
  const EdgeTriangles edges(edges_.size(), triangle_edges_, [&](Index t) { return copies[t] > 0; });
  std::vector<Repeated> repeated(components_.size());
  const std::vector<Index> patch = patches_of(edges, copies, *this, repeated);
  for (Repeated& component : repeated) {
    if (component.patches > 0 && component.patches <= most_unknowns) component.equations.emplace(component.patches);
  }
  add_equations(edges, copies, patch, *this, repeated);

  // Rows of crossings: one for what bounds nothing, and in each component one for what is given once and one for each patch.
  const auto add_row = [&] { row_begin_.push_back(static_cast<Index>(crossings_.size())); };
  const auto row_of_nothing = static_cast<Index>(components_.size());
  add_row();
  std::vector<Index> first_row(components_.size(), 0);
  for (Index c = 0; c < components_.size(); ++c) {
    if (!components_[c].repeated) continue;
    Repeated& component = repeated[c];
    component.find_readings();
    first_row[c] = static_cast<Index>(row_begin_.size() - 1);
    for (Index row = 0; row <= component.patches; ++row) {
      for (std::size_t word = 0; word < component.words(); ++word) {
        const std::uint64_t ways = component.ways(row == 0 ? none : row - 1, word);
        const Index solid = word == 0 ? c : solid_count_ + static_cast<Index>(word) - 1;
        if (ways != 0) crossings_.push_back({solid, ways});
      }
      add_row();
    }
    if (component.words() > 1) solid_count_ += static_cast<Index>(component.words()) - 1;
    components_[c].closed = false;
  }
  crossing_row_.resize(triangles_.size());
  for (Index t = 0; t < triangles_.size(); ++t) {
    Component& component = components_[this->component(t)];
    if (!component.repeated) {
      crossing_row_[t] = this->component(t);
    } else if (copies[t] == 0) {
      crossing_row_[t] = row_of_nothing;
    } else {
      crossing_row_[t] = first_row[this->component(t)] + (patch[t] == none ? 0 : patch[t] + 1);
      component.closed = component.closed || !crossings(t).empty();
    }
  }
}

}  // namespace tocca
