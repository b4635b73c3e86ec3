// What a surface's triangles bound, and whether a tool is inside it or it inside the tool.
#pragma once

#include <optional>

#include "model/part.hpp"
#include "shape/axis_ray.hpp"
#include "tool/tool_search.hpp"

namespace tocca {

/// The solids of a surface; which vertices are the same depends on the triangles alone (decision record 0025).
class SurfaceSolids {
 public:
  /// Records the components, in O(n). Throws InputError like TriangleMesh::unwelded(); a surface without triangles
  /// bounds nothing.
  void set(const SurfaceStep& surface);
  /// Judged by the numbers of vertices and triangles.
  bool is_of(const SurfaceStep& surface) const {
    return vertex_count_ == surface.to.size() && triangle_count_ == surface.triangles.size();
  }

  /// A point of one that is inside a closed component of the other.
  struct Inside {
    bool is_of_tool;
    Index number;  ///< of the tool's representatives, or of the surface's vertices
    Vector3 at(const Part& tool, const Pose& X_WT, const SurfaceStep& surface) const {
      return is_of_tool ? X_WT * tool.representatives()[number] : surface.to[number];
    }
  };
  /// At the end of a step, if the surfaces of tool and step are apart.
  ///
  /// Guarantee   Components that are apart are inside as a whole or not at all; one point of each is tested, exactly
  ///             (AxisRay) except for the rounding of its placing, which is far below what "apart" means.
  /// Cost        One pass over the triangles per component of the tool, none if the surface bounds nothing.
  /// Cut         False: the deadline passed before it was known.
  bool one_in_the_other(const Part& tool, const Pose& X_WT, const SurfaceStep& surface, const Deadline& deadline,
                        std::optional<Inside>& inside);
  /// About how long set() takes.
  static double set_s(const SurfaceStep& surface) { return 2e-7 * static_cast<double>(surface.triangles.size()); }

 private:
  std::optional<bool> holds(const Vector3& point, const SurfaceStep& surface, const Deadline& deadline);

  std::size_t vertex_count_ = 0, triangle_count_ = 0;
  std::optional<TriangleMesh> mesh_;    // what bounds what; its vertices are those at the time it was recorded
  bool bounds_something_ = false;       // a component is closed
  std::vector<std::uint64_t> entered_;  // scratch of holds(), of each solid
};

}  // namespace tocca
