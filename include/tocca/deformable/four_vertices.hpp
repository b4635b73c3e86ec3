#pragma once

#include <array>

namespace tocca {

/// Which two features four vertices make.
enum class LinearKind {
  vertex_face,  ///< vertex 0 against the triangle 1, 2, 3
  edge_edge,    ///< the edge 0, 1 against the edge 2, 3
};

/// Four vertices on straight lines: v_i(t) = (1 - t) from[i] + t to[i], t in [0, 1]. Plain data, as files hold it.
struct FourVertices {
  std::array<std::array<double, 3>, 4> from, to;
};

}  // namespace tocca
