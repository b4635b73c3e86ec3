#pragma once

#include <algorithm>
#include <array>

#include "core/rounding.hpp"
#include "tocca/core/require.hpp"
#include "tocca/deformable/deformable_mesh.hpp"
#include "tocca/shape/pose.hpp"

namespace tocca {

/// Three corners, each on its straight line: v_i(t) = (1 - t) from[i] + t to[i]. The triangle is their hull at every t.
struct DeformingTriangle {
  std::array<Vector3, 3> from, to;

  /// The corners at t in [0, 1], within rounding_m() of the true ones; exact at both ends.
  std::array<Vector3, 3> at(double t) const {
    TOCCA_REQUIRE(0.0 <= t && t <= 1.0, "a time of a step lies inside [0, 1]");
    const double s = 1.0 - t;
    return {s * from[0] + t * to[0], s * from[1] + t * to[1], s * from[2] + t * to[2]};
  }
  /// A coordinate errs by 3 u (difference, product, sum) of |s from| and 2 u of |t to|, u of their sum's rounding among them:
  /// at most 3 u of the greatest coordinate, less than 6 u in length. 8 u covers the rounding of the times' difference, 2^-1000 underflow.
  double rounding_m() const {
    double size = 0.0;
    for (std::size_t i = 0; i < 3; ++i) {
      size = std::max({size, from[i].cwiseAbs().maxCoeff(), to[i].cwiseAbs().maxCoeff()});
    }
    return 8.0 * unit_roundoff * size + 0x1p-1000;
  }
};

inline DeformingTriangle DeformableMesh::triangle(Index index) const {
  TOCCA_REQUIRE(index < triangles().size(), "a mesh has no such triangle");
  const auto& [i, j, k] = triangles()[index];
  return {{from_[i], from_[j], from_[k]}, {to_[i], to_[j], to_[k]}};
}

}  // namespace tocca
