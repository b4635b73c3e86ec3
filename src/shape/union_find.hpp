//
// Sets that merge: each is named by its first member.
#pragma once

#include <algorithm>
#include <vector>

#include "tocca/shape/mesh.hpp"

namespace tocca {

/// The first member of x's set; shortens the way for the next call.
inline Index find_first(std::vector<Index>& parent, Index x) {
  while (parent[x] != x) x = parent[x] = parent[parent[x]];
  return x;
}

inline void join(std::vector<Index>& parent, Index x, Index y) {
  const Index root_x = find_first(parent, x), root_y = find_first(parent, y);
  parent[std::max(root_x, root_y)] = std::min(root_x, root_y);
}

}  // namespace tocca
