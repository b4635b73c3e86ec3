// Small meshes for screws: solids and surfaces, convex or not.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "testing/judged_bodies.hpp"
#include "testing/small_worlds.hpp"

namespace tocca::testing {

inline MeshPointer draw_mesh(Draw& draw) {
  const auto size = [&] { return draw.log_uniform(0.05, 1.0); };
  switch (draw.integer(0, 4)) {
    case 0:
      return box_mesh({size(), size(), size()});
    case 1:
      return rod_mesh(0.3 * size(), size(), draw.integer(3, 6));
    case 2:
      return plate_mesh(size(), size());
    case 3:
      return cup_mesh(size());
    default: {
      std::vector<Vector3> corners;
      for (int i = 0; i < 4; ++i) corners.push_back(draw.vector(0.5));
      return std::make_shared<const TriangleMesh>(std::move(corners),
                                                  std::vector<Triangle>{{0, 1, 2}, {0, 2, 3}, {0, 3, 1}, {1, 3, 2}});
    }
  }
}

}  // namespace tocca::testing
