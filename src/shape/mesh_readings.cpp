// Components some of whose triangles may be read or not (equal ones, and those without area), and the ways to do so.
// Proof: docs/maths/solids.md.
#include <algorithm>
#include <numeric>
#include <optional>

#include "shape/edge_tally.hpp"
#include "shape/parity_equations.hpp"
#include "shape/union_find.hpp"
#include "tocca/shape/mesh.hpp"

namespace tocca {
namespace {

/// Systems of equations are cubic in time: with more unknowns only some ways are tried (FewWays).
constexpr Index most_unknowns = 1024;

/// How the first of equal triangles is read. Those that come after it are never.
enum class Role : std::uint8_t { never, always, optional };

struct Sets {
  std::vector<Role> role;
  std::vector<Index> copies;
  std::vector<std::uint8_t> flat;
};

/// Too many unknowns: triangles with area are read each once or all as they are given, and those without area each once, as
/// given, or not at all.
struct FewWays {
  static constexpr unsigned count = 6;
  std::array<bool, count> closes{true, true, true, true, true, true};

  static bool takes(unsigned way, Index copies, bool flat) {
    const unsigned how = flat ? way / 2 : way % 2;
    return how == 0 || (how == 1 && copies % 2 != 0);
  }
};

/// A component with optional triangles. Those that hang together through edges which only two triangles share are read or not as one
/// patch.
struct Doubtful {
  std::vector<Index> patches;                        // the first triangle of each
  std::optional<ParityEquations> equations;          // where there are not too many patches
  FewWays few;                                       // else
  std::vector<ParityEquations::Bits> readings = {};  // which patches are read
  std::size_t single_readings = 0;                   // the first so many read what is always read, too

  void find_readings(const Sets& sets) {
    if (equations) {
      readings = equations->solutions();
      single_readings = std::min<std::size_t>(1, readings.size());
      return;
    }
    for (unsigned way = 0; way < FewWays::count; ++way) {
      if (!few.closes[way]) continue;
      ParityEquations::Bits reading(patches.size() / 64 + 1, 0);
      for (std::size_t i = 0; i < patches.size(); ++i) {
        const bool taken = FewWays::takes(way, sets.copies[patches[i]], sets.flat[patches[i]] != 0);
        reading[i / 64] |= std::uint64_t{taken} << (i % 64);
      }
      readings.push_back(std::move(reading));
    }
    single_readings = readings.size();
  }
  /// Bit r of word r / 64: is the patch (or, where it is none, what is always read) read in reading r?
  std::uint64_t ways(Index patch, std::size_t word) const {
    std::uint64_t bits = 0;
    for (std::size_t r = 64 * word; r < std::min(64 * word + 64, readings.size()); ++r) {
      const bool read = patch == no_index ? r < single_readings : ParityEquations::has(readings[r], patch);
      bits |= std::uint64_t{read} << (r % 64);
    }
    return bits;
  }
  std::size_t words() const { return (readings.size() + 63) / 64; }
};

/// At an edge where all triangles but one are settled, that one is read if the others leave the edge odd. Nearly always this settles
/// triangles without area, and no unknown is left.
void settle(std::size_t edge_count, const std::vector<std::array<Index, 3>>& triangle_edges, Sets& sets) {
  EdgeTally open(edge_count);
  std::vector<std::uint8_t> odd(edge_count, 0);
  const auto read = [&](Index t) {
    for (const Index edge : triangle_edges[t]) odd[edge] ^= 1;
  };
  for (Index t = 0; t < sets.role.size(); ++t) {
    if (sets.role[t] == Role::optional) open.add(triangle_edges[t], t);
    if (sets.role[t] == Role::always) read(t);
  }
  open.settle_lonely(triangle_edges, [&](Index t, Index edge) {
    sets.role[t] = odd[edge] ? Role::always : Role::never;
    if (odd[edge]) read(t);
  });
}

/// The triangles at each edge that are read in some way.
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

/// Names the patches of each component, in the order of their first triangles: `none` for what is no unknown.
std::vector<Index> patches_of(const EdgeTriangles& edges, const Sets& sets, const TriangleMesh& mesh,
                              std::vector<Doubtful>& components) {
  const auto& role = sets.role;
  std::vector<Index> parent(role.size()), patch(role.size(), no_index);
  std::iota(parent.begin(), parent.end(), Index{0});
  for (std::size_t e = 0; e < edges.edge_count(); ++e) {
    const auto around = edges.at(e);
    if (around.size() == 2 && role[around[0]] == Role::optional && role[around[1]] == Role::optional) {
      join(parent, around[0], around[1]);
    }
  }
  for (Index t = 0; t < role.size(); ++t) {
    if (role[t] != Role::optional) continue;
    const Index root = find_first(parent, t);  // root <= t: named before
    std::vector<Index>& patches = components[mesh.component(t)].patches;
    if (root == t) {
      patch[t] = static_cast<Index>(patches.size());
      patches.push_back(t);
    }
    patch[t] = patch[root];
  }
  return patch;
}

/// Every edge must have an even number of the triangles that are read.
void add_equations(const EdgeTriangles& edges, const Sets& sets, const std::vector<Index>& patch,
                   const TriangleMesh& mesh, std::vector<Doubtful>& components) {
  std::vector<Index> sum;
  for (std::size_t e = 0; e < edges.edge_count(); ++e) {
    const auto around = edges.at(e);
    if (around.empty()) continue;
    Doubtful& component = components[mesh.component(around[0])];
    sum.clear();
    for (const Index t : around) {
      if (patch[t] != no_index) sum.push_back(patch[t]);
    }
    const std::size_t always = around.size() - sum.size();
    if (component.equations) {
      component.equations->add(sum, always % 2 != 0);
      continue;
    }
    for (unsigned way = 0; way < FewWays::count; ++way) {
      std::size_t taken = always;
      for (const Index t : around)
        taken += patch[t] != no_index && FewWays::takes(way, sets.copies[t], sets.flat[t] != 0);
      if (taken % 2 != 0) component.few.closes[way] = false;
    }
  }
}

}  // namespace

/// Finds the ways to read those components, and whether one of them is closed.
void TriangleMesh::read(const std::vector<std::uint8_t>& doubtful, const std::vector<Index>& first_equal,
                        const std::vector<Index>& flat) {
  Sets sets{std::vector<Role>(triangles_.size(), Role::never), std::vector<Index>(triangles_.size(), 0),
            std::vector<std::uint8_t>(triangles_.size(), 0)};
  for (const Index t : flat) sets.flat[t] = 1;
  for (Index t = 0; t < triangles_.size(); ++t) {
    if (!doubtful[component(t)] || names_a_vertex_twice(triangles_[t])) continue;
    const Index first = first_equal.empty() ? t : first_equal[t];
    sets.role[first] = ++sets.copies[first] > 1 || sets.flat[first] ? Role::optional : Role::always;
  }
  settle(edges_.size(), triangle_edges_, sets);
  const EdgeTriangles edges(edges_.size(), triangle_edges_, [&](Index t) { return sets.role[t] != Role::never; });
  std::vector<Doubtful> read(components_.size());
  const std::vector<Index> patch = patches_of(edges, sets, *this, read);
  for (Index c = 0; c < components_.size(); ++c) {
    const auto unknowns = static_cast<Index>(read[c].patches.size());
    if (doubtful[c] && unknowns <= most_unknowns) read[c].equations.emplace(unknowns);
  }
  add_equations(edges, sets, patch, *this, read);

  // Rows of crossings: one for what bounds nothing, and in each component one for what is always read and one for each patch.
  const auto add_row = [&] { row_begin_.push_back(static_cast<Index>(crossings_.size())); };
  const auto row_of_nothing = static_cast<Index>(components_.size());
  add_row();
  std::vector<Index> first_row(components_.size(), 0);
  for (Index c = 0; c < components_.size(); ++c) {
    if (!doubtful[c]) continue;
    Doubtful& component = read[c];
    component.find_readings(sets);
    first_row[c] = static_cast<Index>(row_begin_.size() - 1);
    for (Index row = 0; row <= component.patches.size(); ++row) {
      for (std::size_t word = 0; word < component.words(); ++word) {
        const std::uint64_t ways = component.ways(row == 0 ? no_index : row - 1, word);
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
    const Index c = component(t);
    if (!doubtful[c]) {
      crossing_row_[t] = c;
    } else if (sets.role[t] == Role::never) {
      crossing_row_[t] = row_of_nothing;
    } else {
      crossing_row_[t] = first_row[c] + (patch[t] == no_index ? 0 : patch[t] + 1);
      components_[c].closed = components_[c].closed || !crossings(t).empty();
    }
  }
}

}  // namespace tocca
