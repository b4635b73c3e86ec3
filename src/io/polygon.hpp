#pragma once

#include <array>
#include <span>
#include <vector>

#include "tocca/shape/mesh.hpp"

namespace tocca {

/// Cuts polygons into triangles that fill exactly the polygon's outline, with no new vertices.
///
/// Guarantee   A polygon of n corners gives n - 2 triangles with the same winding. Where the polygon, seen along the
///             largest component of its normal, is simple (convex or not), they cover it without overlap, up to the
///             rounding of the orientation test.
/// Not claimed Anything about how polygons that cross themselves look: they give some n - 2 triangles of their corners.
/// Source      Ear clipping (Meisters 1975). Cost: O(n) if convex, otherwise typically O(n^2); never more than a budget
///             of steps over the lifetime of the object, so that no file can keep a reader busy for hours.
class Triangulator {
 public:
  /// Requires at least three corners, all in range of `vertices`. Throws InputError (no file name) if the budget is
  /// exceeded.
  void add(std::span<const Vector3> vertices, std::span<const Index> corners, std::vector<Triangle>& triangles);

 private:
  struct Point {
    double x, y;
  };
  void project(std::span<const Vector3> vertices, std::span<const Index> corners);
  bool strictly_convex() const;
  void count_step();
  bool is_ear(std::size_t corner);
  std::size_t flattest(std::size_t corner, std::size_t left);
  void clip_ears(std::span<const Index> corners, std::vector<Triangle>& triangles);

  std::vector<Point> points_;                // the corners in the plane, counter-clockwise
  std::vector<std::size_t> before_, after_;  // the ring of corners that are left
  std::size_t steps_left_ = 20'000'000;      // well under a second of work; each polygon adds to it
};

}  // namespace tocca
