#pragma once

#include <array>
#include <vector>

#include "tocca/shape/mesh.hpp"

namespace tocca {

/// How many triangles are left at each edge, and which one if there is only one: the exclusive or of their numbers is
/// then its own.
class EdgeTally {
 public:
  explicit EdgeTally(std::size_t edge_count) : at_(edge_count) {}

  void add(const std::array<Index, 3>& edges, Index triangle) {
    for (const Index edge : edges) {
      ++at_[edge].count;
      at_[edge].names ^= triangle;
    }
  }

  /// Calls settle(triangle, edge) for the triangle at an edge that has only this one left, and removes it from its
  /// three edges, until there is no such edge. Linear time.
  template <class Settle>
  void settle_lonely(const std::vector<std::array<Index, 3>>& triangle_edges, const Settle& settle) {
    std::vector<Index> lonely;
    for (Index edge = 0; edge < at_.size(); ++edge) {
      if (at_[edge].count == 1) lonely.push_back(edge);
      while (!lonely.empty()) {
        const Index at = lonely.back();
        lonely.pop_back();
        if (at_[at].count != 1) continue;  // settled from another edge
        const Index triangle = at_[at].names;
        settle(triangle, at);
        for (const Index own : triangle_edges[triangle]) {
          at_[own].names ^= triangle;
          if (--at_[own].count == 1) lonely.push_back(own);
        }
      }
    }
  }

 private:
  struct AtEdge {
    Index count = 0, names = 0;
  };
  std::vector<AtEdge> at_;
};

}  // namespace tocca
