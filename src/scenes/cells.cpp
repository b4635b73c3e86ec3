// The boundary of a set of grid cells, and the splitting of edges: the two parts of the kit that work on indices.
#include <algorithm>
#include <map>
#include <queue>
#include <unordered_map>

#include "scenes/solids.hpp"

namespace tocca::scenes {

Solid cells(const std::vector<double>& xs, const std::vector<double>& ys, const std::vector<double>& zs,
            const std::function<bool(int, int, int)>& filled) {
  const std::array<int, 3> count{static_cast<int>(xs.size()) - 1, static_cast<int>(ys.size()) - 1,
                                 static_cast<int>(zs.size()) - 1};
  auto is_filled = [&](const std::array<int, 3>& cell) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      if (cell[axis] < 0 || cell[axis] >= count[axis]) return false;
    }
    return filled(cell[0], cell[1], cell[2]);
  };
  Solid solid;
  std::map<std::array<int, 3>, Index> numbers;
  auto vertex = [&](const std::array<int, 3>& at) {
    const auto [place, is_new] = numbers.try_emplace(at, static_cast<Index>(solid.vertices.size()));
    if (is_new) {
      solid.vertices.emplace_back(xs[static_cast<std::size_t>(at[0])], ys[static_cast<std::size_t>(at[1])],
                                  zs[static_cast<std::size_t>(at[2])]);
    }
    return place->second;
  };
  /// The face of `cell` across `axis`, on its lower (side 0) or upper (side 1) end.
  auto emit_face = [&](const std::array<int, 3>& cell, std::size_t axis, int side) {
    const std::size_t u = (axis + 1) % 3, v = (axis + 2) % 3;
    std::array<Index, 4> corners{};
    for (std::size_t k = 0; k < 4; ++k) {
      std::array<int, 3> at = cell;
      at[axis] += side;
      at[u] += (k == 1 || k == 2) ? 1 : 0;
      at[v] += k >= 2 ? 1 : 0;
      corners[k] = vertex(at);
    }
    if (side == 0) std::swap(corners[1], corners[3]);
    solid.triangles.push_back({corners[0], corners[1], corners[2]});
    solid.triangles.push_back({corners[0], corners[2], corners[3]});
  };
  for (int i = 0; i < count[0]; ++i) {
    for (int j = 0; j < count[1]; ++j) {
      for (int k = 0; k < count[2]; ++k) {
        const std::array<int, 3> cell{i, j, k};
        if (!is_filled(cell)) continue;
        for (std::size_t axis = 0; axis < 3; ++axis) {
          for (int side = 0; side < 2; ++side) {
            std::array<int, 3> neighbour = cell;
            neighbour[axis] += side == 0 ? -1 : 1;
            if (!is_filled(neighbour)) emit_face(cell, axis, side);
          }
        }
      }
    }
  }
  return solid;
}

namespace {

struct LongEdge {
  double length_sq;
  Index a, b;  ///< a < b
  /// Longest first; ties by number, so that every platform splits in the same order.
  bool operator<(const LongEdge& other) const {
    return std::tie(length_sq, other.a, other.b) < std::tie(other.length_sq, a, b);
  }
};

LongEdge edge_between(const Solid& solid, Index a, Index b) {
  const Vector3 d = solid.vertices[a] - solid.vertices[b];
  return {d.x() * d.x() + d.y() * d.y() + d.z() * d.z(), std::min(a, b), std::max(a, b)};
}

std::uint64_t key(Index a, Index b) { return (static_cast<std::uint64_t>(a) << 32) | b; }

}  // namespace

void refine_to(Solid& solid, int count) {
  if (solid.size() >= count) return;
  std::unordered_map<std::uint64_t, Index> triangle_of;  // directed edge -> the triangle that runs through it
  std::priority_queue<LongEdge> longest;
  auto register_triangle = [&](Index number) {
    const Triangle& t = solid.triangles[number];
    for (std::size_t k = 0; k < 3; ++k) triangle_of[key(t[k], t[(k + 1) % 3])] = number;
  };
  for (Index number = 0; number < solid.triangles.size(); ++number) {
    register_triangle(number);
    const Triangle& t = solid.triangles[number];
    for (std::size_t k = 0; k < 3; ++k) {
      if (t[k] < t[(k + 1) % 3]) longest.push(edge_between(solid, t[k], t[(k + 1) % 3]));
    }
  }
  /// Replaces the triangle through a -> b by two through `middle`.
  auto split_side = [&](Index a, Index b, Index middle) {
    const Index number = triangle_of.at(key(a, b));
    Triangle t = solid.triangles[number];
    while (t[0] != a) std::rotate(t.begin(), t.begin() + 1, t.end());
    triangle_of.erase(key(a, b));
    solid.triangles[number] = {a, middle, t[2]};
    register_triangle(number);
    solid.triangles.push_back({middle, b, t[2]});
    register_triangle(static_cast<Index>(solid.triangles.size() - 1));
    longest.push(edge_between(solid, middle, t[2]));
  };
  while (solid.size() < count) {
    const LongEdge edge = longest.top();
    longest.pop();
    const auto middle = static_cast<Index>(solid.vertices.size());
    solid.vertices.push_back(0.5 * (solid.vertices[edge.a] + solid.vertices[edge.b]));
    split_side(edge.a, edge.b, middle);
    split_side(edge.b, edge.a, middle);
    longest.push(edge_between(solid, edge.a, middle));
    longest.push(edge_between(solid, middle, edge.b));
  }
}

}  // namespace tocca::scenes
