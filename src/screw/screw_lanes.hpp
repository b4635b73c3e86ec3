#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "screw/screw_space.hpp"
#include "shape/obb.hpp"
#include "tocca/screw/screw_results.hpp"
#include "tocca/shape/mesh.hpp"

namespace tocca {

/// Arrays may be read and written this far past what is asked for: a whole vector at a time.
inline constexpr std::size_t screw_lane_count = 8;

/// A number of an extent as a float, on its safe side: 2^-22 of it are for this conversion and for the one rounding that
/// differences of two such floats suffer; 2^-120 for what underflows.
inline float outward(double x, int end) {
  const double by = std::fabs(x) * 0x1p-22 + 0x1p-120;
  return static_cast<float>(end == 0 ? x - by : x + by);
}

/// Extents of many features, one array per number: floats, so that vectors hold twice as many.
struct ExtentArrays {
  std::vector<float> radius[2], angle[2], height[2];

  void resize(std::size_t count);  ///< including room for whole vectors past the last one
  ScrewExtent operator[](std::size_t index) const {
    const auto both = [index](const std::vector<float>(&values)[2], double(&to)[2]) {
      for (int end = 0; end < 2; ++end) to[end] = static_cast<double>(values[end][index]);
    };
    ScrewExtent extent;
    both(radius, extent.radius);
    both(angle, extent.angle);
    both(height, extent.height);
    return extent;
  }
  void set(std::size_t index, const ScrewExtent& extent) {
    for (int end = 0; end < 2; ++end) {
      radius[end][index] = outward(extent.radius[end], end);
      angle[end][index] = outward(extent.angle[end], end);
      height[end][index] = outward(extent.height[end], end);
    }
  }
};

/// Vertices in the screw's frame, and their extents.
struct PlacedVertices {
  std::vector<double> own[3];            ///< in the part's frame
  std::vector<double> radius, angle, z;  ///< radius less the arm, angle in radians (x and y without axis); no dilation
  ExtentArrays extents;

  void resize(std::size_t count);
};

/// Boxes as thick segments.
struct PlacedBoxes {
  std::vector<double> ends[2][3], thickness;  ///< in the part's frame
  ExtentArrays extents;

  void add(const Obb& box);
  void finish();  ///< after the last one
};

/// Two extents, one of each side, that overlap while A's moves on, and the hull of the times at which they do.
struct ScrewMeeting {
  Index a, b;
  double from, to;
  bool split;  ///< several windows, turn after turn
};

/// A stretch of features in their arrays.
struct FeatureRange {
  Index begin = 0, end = 0;

  Index count() const { return end - begin; }
};

/// The work on many features at a time, for one instruction set. Ranges of place_... start at multiples of screw_lane_count, and
/// are filled up to whole multiples; those of find_meetings are any.
///
/// Guarantee   Extents contain the vertices as stored in the part, the edges and triangles between them, placed by X_S in real
///             arithmetic, with a ball of half the level around each point. Meetings leave out no pair of extents that
///             overlap at a time of [from, to]; the counts say which test rejected the others.
struct ScrewKernels {
  void (*place_vertices)(const ScrewSpace& space, const Pose& X_S, PlacedVertices& vertices, FeatureRange range);
  void (*place_edges)(const ScrewSpace& space, const PlacedVertices& vertices,
                      const std::vector<std::int32_t> (&ends)[2], ExtentArrays& edges, FeatureRange range);
  void (*place_triangles)(const ScrewSpace& space, const PlacedVertices& vertices,
                          const std::vector<std::int32_t> (&corners)[3], ExtentArrays& triangles, FeatureRange range);
  /// Any range; what is computed past it is right as well.
  void (*place_boxes)(const ScrewSpace& space, const Pose& X_S, PlacedBoxes& boxes, FeatureRange range);
  /// Writes meetings after the first `count` and returns how many there are then. There must be room for all pairs.
  std::size_t (*find_meetings)(const ScrewSpace& space, const ExtentArrays& a, FeatureRange range_a,
                               const ExtentArrays& b, FeatureRange range_b, double from, double to,
                               ScrewMeeting* meetings, std::size_t count, RejectionCounts& counts);

  /// Highway's for this processor, chosen at run time; bit for bit the same as plain scalar code, which runs without
  /// Highway.
  static const ScrewKernels& best();
  static const ScrewKernels& scalar();
};

/// The extent of all points within `radius_m` of a segment given in the screw's frame.
ScrewExtent capsule_extent(const ScrewSpace& space, const Vector3& p, const Vector3& q, double radius_m);

}  // namespace tocca
