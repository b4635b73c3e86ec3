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

  /// Coordinates along the axes of the frame; the fourth is 0, so that all are compared at once.
  using Point = Eigen::Array4f;
  /// A box in the frame, sides in no particular unit.
  struct Extents {
    Point lower, upper;
    Point middle() const { return 0.5f * (lower + upper); }
  };
  /// Where middles lie, and what makes bins of places among them.
  struct Spread {
    Point least, scale;

    std::size_t bin(const Extents& box, int axis) const;
  };
  struct Bin;
  struct Plane {
    int axis;
    std::size_t bin;  ///< the first one above
    double cost;
  };

  void measure(std::span<const Index> triangles, const Matrix3& frame);
  Plane best_plane(const Spread& spread) const;
  Plane best_plane(int axis, const std::array<Bin, bin_count>& bins) const;

  const TriangleMesh& mesh_;
  std::vector<Extents> extents_;  // of the triangles at hand, in their order
  std::vector<Index> later_;
};

}  // namespace tocca
