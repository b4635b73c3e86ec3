#pragma once

#include <array>
#include <span>
#include <vector>

#include "tocca/shape/mesh.hpp"

namespace tocca {

/// Divides triangles in two. Keeps its memory from call to call: one Splitter per thread.
class Splitter {
 public:
  explicit Splitter(const TriangleMesh& mesh) : mesh_(mesh) {}

  /// Reorders the triangles so that the first k belong together and returns k, 0 < k < size. By the surface-area
  /// heuristic (MacDonald and Booth 1990) over bins along the three axes of `frame`: each triangle counts with its own
  /// extent along them, so that long ones are not mistaken for their midpoints. `in_halves` asks for equal numbers.
  /// Stable, hence the same on every platform. Requires at least two triangles.
  std::size_t split(std::span<Index> triangles, const Matrix3& frame, bool in_halves);

 private:
  static constexpr std::size_t bin_count = 16;

  /// A box in the frame, sides in no particular unit.
  struct Extents {
    Eigen::Vector3f lower, upper;
    Eigen::Vector3f middle() const { return 0.5f * (lower + upper); }
  };
  struct Plane {
    int axis;
    float at;
    double cost;
  };

  void measure(std::span<const Index> triangles, const Matrix3& frame);
  Plane best_plane(int axis, float least, float most) const;

  const TriangleMesh& mesh_;
  std::vector<Extents> extents_;  // of the triangles at hand, in their order
  std::vector<Index> later_;
};

}  // namespace tocca
